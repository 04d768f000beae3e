package org.whichjvm.collector.across;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.whichjvm.collector.cli.Cli;

/** What the joint report of folders of hosts says, of which the last one is {@code f}. */
abstract class HostsReportFixture extends AcrossFixture {
    /** The report of these folders, or of {@code f}. */
    Cli joint(int code, String... folders) {
        Cli cli = Cli.in(
                out,
                "report",
                Stream.of(folders.length == 0 ? new String[] {"f"} : folders)
                        .map(each -> "--hosts=" + out.resolve(each))
                        .toArray());
        assertEquals(code, cli.code(), cli.out() + cli.err());
        return cli;
    }

    /** What is on the screen, on one line. */
    String flat(int code) {
        return joint(code).out().replaceAll("\\s+", " ");
    }

    JsonObject json() throws IOException {
        return Cli.json(out.resolve("f/hosts.json"));
    }

    String page() throws IOException {
        return Files.readString(out.resolve("f/hosts.html"));
    }

    JsonObject host(String name) throws IOException {
        return find(json().getAsJsonArray("hosts"), "host", name);
    }

    /** The p50 service time of a contender, or its first score. */
    JsonObject row(String contender) throws IOException {
        return find(json().getAsJsonArray("matrix"), "contender", contender);
    }

    JsonObject cell(String contender, String host) throws IOException {
        return find(row(contender).getAsJsonArray("cells"), "host", host);
    }

    private static JsonObject find(Iterable<JsonElement> list, String key, String value) {
        for (JsonElement each : list) {
            if (each.getAsJsonObject().get(key).getAsString().equals(value)) {
                return each.getAsJsonObject();
            }
        }
        throw new AssertionError("no " + value + " in " + list);
    }
}
