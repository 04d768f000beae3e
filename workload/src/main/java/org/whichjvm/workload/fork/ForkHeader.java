package org.whichjvm.workload.fork;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.time.Instant;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Emulation;
import org.whichjvm.workload.host.HostInfo;
import org.whichjvm.workload.host.JsonArrays;
import org.whichjvm.workload.host.ThisJvm;

/** The part of a fork's JSON that every workload writes alike. */
final class ForkHeader {
    private static final String SCHEMA = "whichjvm.fork/3";

    private ForkHeader() {}

    /** A new JSON: who, how (every effective setting), on what; what was measured comes after. */
    static JsonObject json(String workload, Instant started, ForkId fork, JsonObject parameters) {
        JsonObject json = new JsonObject();
        json.addProperty("schema", SCHEMA);
        json.addProperty("status", "ok");
        json.add("reason", JsonNull.INSTANCE);
        json.addProperty("campaign", fork.campaign);
        json.addProperty("block", fork.block);
        json.addProperty("contender", fork.contender);
        json.addProperty("workload", workload);
        json.addProperty("started", started.toString());
        json.add("parameters", parameters);
        json.add("jvm", JvmInfo.json());
        json.add("host", HostInfo.json());
        json.add("service", JsonNull.INSTANCE);
        json.add("response", JsonNull.INSTANCE);
        return json;
    }

    /**
     * The line of JSON that {@code --check} prints for a program once a workload could run.
     *
     * @throws CannotRun under an emulator
     */
    static JsonObject check() {
        Emulation.witness().ifPresent(by -> {
            throw new CannotRun("an emulator runs this JVM (%s), and would be measured in its place", by)
                    .orTry("run the image of this machine's own architecture");
        });
        JsonObject json = new JsonObject();
        json.addProperty("schema", "whichjvm.check/1");
        json.addProperty("java", ThisJvm.major());
        json.addProperty("arch", System.getProperty("os.arch"));
        if (!JvmOptions.ignored().isEmpty()) {
            json.add("ignored", JsonArrays.of(JvmOptions.ignored()));
        }
        return json;
    }
}
