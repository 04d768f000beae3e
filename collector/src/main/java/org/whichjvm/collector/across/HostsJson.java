package org.whichjvm.collector.across;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Records;
import org.whichjvm.collector.report.ResultFile;

/** Writes {@code hosts.json} and {@code across.json}, schema {@code whichjvm.hosts/1}: times in ns. */
public final class HostsJson {
    private static final String SCHEMA = "whichjvm.hosts/1";

    public static String of(HostsReport report) {
        Matrix matrix = report.matrix();
        JsonObject json = new JsonObject();
        json.addProperty("schema", SCHEMA);
        json.addProperty("title", report.title());
        json.addProperty(
                "created", report.created().truncatedTo(ChronoUnit.MILLIS).toString());
        json.addProperty("answer", String.join(" ", new HostsText(matrix).answer()));
        json.addProperty("reference", matrix.reference());
        json.add("hosts", array(report.hosts().stream().map(each -> host(each, matrix))));
        json.add(
                "matrix",
                array(Stream.concat(matrix.rows().stream(), matrix.others().stream())
                        .map(HostsJson::row)));
        json.add("notMeasured", Json.tree(report.notMeasured()));
        json.add("warnings", Json.tree(report.warnings()));
        return Json.write(json);
    }

    private static JsonArray array(Stream<JsonObject> all) {
        return all.collect(JsonArray::new, JsonArray::add, JsonArray::addAll);
    }

    private static JsonObject host(Host host, Matrix matrix) {
        JsonObject json = new JsonObject();
        json.addProperty("host", host.name());
        json.addProperty("whole", host.whole());
        json.addProperty("compared", matrix.hosts().contains(host));
        json.addProperty("sessions", host.sessions().size());
        json.add("result", host.result() == null ? JsonNull.INSTANCE : result(host.result()));
        return json;
    }

    private static JsonObject result(ResultFile result) {
        JsonObject json = new JsonObject();
        json.addProperty("campaign", result.campaign());
        json.addProperty("baseline", result.baseline());
        json.addProperty("workload", result.workload());
        json.add("parameters", result.parameters());
        json.add("host", result.host());
        json.addProperty("throttled", result.throttled());
        json.addProperty("floorNs", Json.orNull(result.floorNs()));
        json.addProperty("completeBlocks", result.decision().completeBlocks());
        json.addProperty("ended", result.forks().ended());
        json.addProperty("excluded", result.forks().excluded());
        json.addProperty("failed", result.forks().failed());
        json.add("contenders", array(result.contenders().stream().map(HostsJson::contender)));
        return json;
    }

    private static JsonObject contender(ResultFile.Contender contender) {
        JsonObject json = new JsonObject();
        json.addProperty("name", contender.name());
        json.addProperty("jvm", contender.jvmLine());
        json.addProperty("substitute", contender.substitute() != null);
        json.addProperty("p50Ns", contender.typicalNs());
        if (!contender.knownScores().isEmpty()) {
            json.add("scores", array(contender.knownScores().stream().map(Records::write)));
        }
        return json;
    }

    private static JsonObject row(Matrix.Row row) {
        JsonObject json = new JsonObject();
        json.addProperty("contender", row.key().contender());
        json.addProperty("against", row.key().against());
        json.addProperty("metric", row.key().metric().label());
        json.addProperty(
                "unit", row.key().metric().ofScore() ? row.key().metric().unit() : null);
        JsonArray cells = new JsonArray();
        row.cells().forEach((host, cell) -> {
            JsonObject one = Records.write(cell);
            one.remove("margin"); // each host's own has it
            one.addProperty("host", host);
            cells.add(one);
        });
        json.add("cells", cells);
        JsonObject counts = new JsonObject();
        row.counts().forEach((verdict, count) -> counts.addProperty(verdict.key, count));
        json.add("hosts", counts);
        json.addProperty("apartP", Json.orNull(row.apart()));
        return json;
    }
}
