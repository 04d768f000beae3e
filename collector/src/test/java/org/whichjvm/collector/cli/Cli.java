package org.whichjvm.collector.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.SequenceInputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.plan.PlannedFixture;

/**
 * One run of the command line and what came of it.
 *
 * @param code the exit code
 * @param out what it printed
 * @param err what it complained about
 */
public record Cli(int code, String out, String err) {
    public static Cli run(Object... args) {
        String[] texts = Stream.of(args).map(Object::toString).toArray(String[]::new);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Collector.run(new PrintWriter(out), new PrintWriter(err), texts);
        return new Cli(code, out.toString(), err.toString());
    }

    /** Runs a command on the campaigns of a folder. */
    public static Cli in(Path out, String command, Object... more) {
        return run(
                Stream.concat(Stream.of(command, "--out", out), Stream.of(more)).toArray());
    }

    /** Runs a command on the campaigns of a folder, with this on its stdin. */
    public static Cli on(String stdin, Path out, String command, Object... more) {
        return on(new ByteArrayInputStream(stdin.getBytes(StandardCharsets.UTF_8)), out, command, more);
    }

    private static Cli on(InputStream stdin, Path out, String command, Object... more) {
        InputStream before = System.in;
        try {
            System.setIn(stdin);
            return in(out, command, more);
        } finally {
            System.setIn(before);
        }
    }

    /**
     * Begins a campaign without a JVM to check, as {@link PlannedFixture} does.
     *
     * @param contenders of which the first one is the baseline, unless an option says otherwise
     * @param options a list among them stands for its elements
     */
    public static void plan(Path out, String campaign, List<String> contenders, Object... options) {
        List<Object> all = new ArrayList<>(List.of("--out", out, "--campaign", campaign));
        all.addAll(List.of("--baseline", contenders.get(0)));
        contenders.forEach(each -> all.add("--contender=" + each));
        for (Object each : options) {
            all.addAll(each instanceof List<?> some ? some : List.of(each));
        }
        Cli cli = PlannedFixture.run(all.toArray());
        // Programs that make campaigns use this too, without JUnit.
        if (cli.code != 0) {
            throw new AssertionError(cli.err);
        }
    }

    /** Asks {@code next} once how a campaign goes on; what it printed is what a person is told. */
    public static Cli next(Path out, Object campaign, Object... options) {
        return requests("{\"do\":\"step\"}\n", out, campaign, options);
    }

    /** Tells {@code next} of the only fork of a step, which left no files. */
    public static Cli record(String output, Path out, Object campaign, int block, String contender, int exit) {
        int bytes = output.getBytes(StandardCharsets.UTF_8).length;
        String step =
                "{'do':'start','block':%d,'members':1}\n{'do':'fork','slot':0,'contender':'%s','exit':%d,'lateSeconds':0,'bytes':%d}\n"
                        .formatted(block, contender, exit, bytes);
        return requests(step.replace('\'', '"') + output + "{\"do\":\"kept\"}\n", out, campaign);
    }

    /** Runs {@code next} with these requests on its stdin. */
    public static Cli requests(String requests, Path out, Object campaign, Object... options) {
        return requests(requests, () -> {}, "", out, campaign, options);
    }

    /** What happens between two requests. */
    public interface Meanwhile {
        void run() throws IOException;
    }

    /** The same, while something happens once the first requests are obeyed. */
    public static Cli requests(
            String first, Meanwhile meanwhile, String then, Path out, Object campaign, Object... options) {
        InputStream stdin = new SequenceInputStream(Collections.enumeration(List.of(
                new ByteArrayInputStream(first.getBytes(StandardCharsets.UTF_8)),
                between(meanwhile),
                new ByteArrayInputStream(then.getBytes(StandardCharsets.UTF_8)))));
        Cli cli = on(
                stdin,
                out,
                "next",
                Stream.concat(Stream.of(options), Stream.of(campaign)).toArray());
        String told = cli.out()
                .lines()
                .filter(line -> line.startsWith("{"))
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .map(Cli::shown)
                .collect(Collectors.joining());
        return new Cli(cli.code(), told, cli.err());
    }

    /** An answer as the line of a log; empty of others. */
    private static String shown(JsonObject answer) {
        if (answer.has("stops")) {
            return answer.get("stops").getAsString() + "\n";
        }
        if (!answer.has("progress")) {
            return "";
        }
        JsonObject progress = answer.getAsJsonObject("progress");
        int block = progress.get("block").getAsInt();
        int of = progress.get("of").getAsInt();
        String rest = progress.getAsJsonArray("rest").asList().stream()
                .map(part -> " · " + part.getAsString())
                .collect(Collectors.joining());
        return block == 0 ? "" : "block " + block + (of == 0 ? "" : "/" + of) + rest + "\n";
    }

    private static InputStream between(Meanwhile meanwhile) {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                meanwhile.run();
                return -1;
            }
        };
    }

    /** What is in JSON behind keys of objects and indexes of lists. */
    public static JsonElement at(JsonElement json, Object... path) {
        JsonElement at = json;
        for (Object each : path) {
            at = each instanceof Integer index
                    ? at.getAsJsonArray().get(index)
                    : at.getAsJsonObject().get((String) each);
        }
        return at;
    }

    public static JsonObject json(Path file) throws IOException {
        return JsonParser.parseString(Files.readString(file)).getAsJsonObject();
    }
}
