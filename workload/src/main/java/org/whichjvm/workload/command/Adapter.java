package org.whichjvm.workload.command;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.common.BenchmarkName;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.program.ProgramLine;
import org.whichjvm.workload.score.Score;

/** The harnesses whose scores are known: how each is called, and where its results are. */
enum Adapter {
    /**
     * A jar of JMH benchmarks; each benchmark with each combination of parameters is a score. JMH starts one JVM for
     * each, because in its own it would apply neither the options of {@code @Fork} nor its hints for the compilers.
     * With {@code -f 0} a person says that these need neither.
     */
    JMH("JMH", "ran no benchmark", "-rf", "json", "-rff") {
        @Override
        void check(List<String> words) {
            String others = IN_OWN_JVM.matcher(String.join(" ", words)).replaceFirst("");
            refuse(ONE_JVM_EACH, Arrays.asList(others.split(" ")));
            super.check(words);
        }

        /**
         * The options go to the benchmarks' JVMs, also where {@code @Fork(jvmArgs)} would replace what they have of
         * JMH's own JVM. Of blackholes each JVM gets the kind that all have: those of the compilers, which JMH takes
         * where it finds them, begin with 17.
         */
        @Override
        ProcessBuilder builder(ProgramLine line, Path scratch, Found found) {
            found.flags = line.flags();
            if (IN_OWN_JVM.matcher(String.join(" ", line.words())).find()) {
                return super.builder(line.with(BLACKHOLES), scratch, found);
            }
            ProcessBuilder builder = super.builder(line.instead(BLACKHOLES), scratch, found);
            builder.command().addAll(ONE_JVM_EACH);
            line.flags().forEach(flag -> Collections.addAll(builder.command(), "-jvmArgsPrepend", flag));
            return builder;
        }

        @Override
        void look(String line, Found found) {
            found.jmh.look(line);
        }

        @Override
        void take(JsonElement results, Found found) {
            for (JsonElement each : results.getAsJsonArray()) {
                JsonObject json = each.getAsJsonObject();
                JsonObject metric = json.getAsJsonObject("primaryMetric");
                checkFlags(json, found.flags);
                Map<String, String> params = new LinkedHashMap<>();
                if (json.has("params")) {
                    json.getAsJsonObject("params")
                            .asMap()
                            .forEach((param, value) -> params.put(param, value.getAsString()));
                }
                String mode = json.get("mode").getAsString();
                String name = new BenchmarkName(json.get("benchmark").getAsString(), mode, params).text();
                found.add(
                        "JMH's " + name,
                        MetricPattern.score(
                                        "JMH's " + name,
                                        name,
                                        metric.get("score").getAsDouble(),
                                        metric.get("scoreUnit").getAsString(),
                                        mode.equals("thrpt") ? "more" : "less")
                                .threads(json.get("threads").getAsInt()));
                found.jmh.result(name);
            }
        }
    },
    /**
     * Renaissance. Each benchmark is a score: the mean time of the second half of its repetitions, by when the JIT has
     * had the first half; of three that of the last two.
     */
    RENAISSANCE("Renaissance", "ran no benchmark", "--json") {
        @Override
        void take(JsonElement results, Found found) {
            for (Map.Entry<String, JsonElement> each :
                    results.getAsJsonObject().getAsJsonObject("data").entrySet()) {
                JsonArray runs = each.getValue().getAsJsonObject().getAsJsonArray("results");
                double nanos = 0;
                for (int i = runs.size() / 2; i < runs.size(); i++) {
                    nanos += runs.get(i).getAsJsonObject().get("duration_ns").getAsDouble();
                }
                if (runs.size() == 0) {
                    throw new ForkFailure("Renaissance has a benchmark without a repetition; see the output");
                }
                addMillis(each.getKey(), nanos / 1e6 / ((runs.size() + 1) / 2), found);
            }
        }
    },
    /**
     * DaCapo. The score is the time of the timed iteration, which its harness prints as {@code ===== DaCapo
     * 23.11-chopin lusearch PASSED in 1234 msec =====}; a benchmark that fails its own check fails the fork.
     */
    DACAPO("DaCapo", "printed no result") {
        @Override
        void look(String line, Found found) {
            Matcher result = DACAPO_RESULT.matcher(line);
            if (result.find()) {
                String time = result.group(2);
                if (time == null) {
                    found.wrong = "DaCapo says that " + result.group(1) + " FAILED its own check";
                } else if (!time.matches("\\d{1,9}")) {
                    found.wrong = "DaCapo's time of " + result.group(1) + " is no whole number: " + time;
                } else {
                    addMillis(result.group(1), Double.parseDouble(time), found);
                }
            }
        }
    },
    /**
     * SPECjbb2015 in composite mode, whose kit a person owns. It prints {@code RUN RESULT: hbIR (max attempted) =
     * 20138, hbIR (settled) = 19989, max-jOPS = 19131, critical-jOPS = 6237}, and before it a line for each load level.
     */
    SPECJBB2015("SPECjbb2015", "printed no RUN RESULT above 0") {
        @Override
        void look(String line, Found found) {
            Matcher result = JBB_RESULT.matcher(line);
            if (result.find()) {
                found.scores.clear();
                addJops("max-jops", result.group(1), found);
                addJops("critical-jops", result.group(2), found);
                return;
            }
            Matcher level = JBB_LEVEL.matcher(line);
            if (level.find() && found.levels.size() < MOST_LEVELS) {
                JsonObject json = new JsonObject();
                json.addProperty("percent", Integer.parseInt(level.group(1)));
                json.addProperty("requested", Long.parseLong(level.group(2)));
                json.addProperty("injected", Long.parseLong(level.group(3)));
                json.addProperty("processed", Long.parseLong(level.group(4)));
                json.addProperty("settled", level.group(5).equals("OK"));
                found.levels.add(json);
            }
        }
    };

    /** How many JVMs there are is the campaign's to say. */
    private static final List<String> ONE_JVM_EACH = Arrays.asList("-f", "1", "-wf", "0", "-jvm", "java");

    private static final Pattern IN_OWN_JVM = Pattern.compile("(?<!\\S)-f[ =]?0(?!\\S)");

    private static final List<String> BLACKHOLES = Collections.singletonList("-Djmh.blackhole.autoDetect=false");

    private static final Pattern DACAPO_RESULT =
            Pattern.compile("===== DaCapo \\S+ (\\S+) (?:FAILED|PASSED in (\\S+) msec) .*=====");

    private static final Pattern JBB_RESULT =
            Pattern.compile("RUN RESULT: .*max-jOPS = (\\d{1,9}), critical-jOPS = (\\d{1,9})(?![.,]?\\d)");

    /** {@code 856s: ( 1%) IR = 8825 ....|.... (rIR:aIR:PR = 8825:8825:8825) (tPR = 130938) [OK]}. */
    private static final Pattern JBB_LEVEL = Pattern.compile(
            "^\\s*\\d+s: \\(\\s*(\\d{1,3})%\\).*\\(rIR:aIR:PR = (\\d{1,9}):(\\d{1,9}):(\\d{1,9})\\).*\\[(\\w+)\\]");

    private static final int MOST_LEVELS = 1_000;

    private final String title;
    private final String none;
    private final List<String> options;

    /**
     * Takes its name in sentences, what it did if there is no score, and the options that have it write its results as
     * JSON, before the file's name; none if it prints them.
     */
    Adapter(String title, String none, String... options) {
        this.title = title;
        this.none = none;
        this.options = Arrays.asList(options);
    }

    static final class Found {
        private final List<Score> scores = new ArrayList<>();
        private final Set<String> names = new HashSet<>();

        /** The contender's options of the JVM, which each benchmark is to have. */
        private List<String> flags = Collections.emptyList();

        /** The levels of load that the output tells of; empty where it tells of none. */
        final JsonArray levels = new JsonArray();

        /** The benchmarks of JMH without a result; complete once the results were read. */
        final JmhFailures jmh = new JmhFailures();

        /** Why the fork has failed, in a sentence; null if it has not. */
        private String wrong;

        /** Adds a score; a {@link ForkFailure} says whose name another one has. */
        void add(String whose, Score score) {
            if (!names.add(whose)) {
                throw new ForkFailure("%s has two results: which one counts?", whose);
            }
            scores.add(score);
        }
    }

    void addMillis(String benchmark, double millis, Found found) {
        String whose = title + "'s " + benchmark;
        try {
            found.add(whose, MetricPattern.score(whose, BenchmarkName.plain(benchmark), millis, "ms", "less"));
        } catch (IllegalArgumentException e) {
            throw new ForkFailure(e, "%s cannot be read: %s", title, e.getMessage());
        }
    }

    /** Refuses arguments of a program, as a person wrote them, that are this adapter's to give. */
    void check(List<String> words) {
        refuse(options, words);
    }

    final void refuse(List<String> own, List<String> words) {
        for (String word : words) {
            for (String option : own) {
                if (option.startsWith("-") && word.matches(option + "(=.*|\\d+)?")) {
                    throw new WrongUsage(
                                    "the program has %s, which --adapter %s sets itself (%s)",
                                    word, name().toLowerCase(Locale.ROOT), String.join(" ", own))
                            .orTry(
                                    "leave it out: --blocks says how many forks there are, and the scores are in the report");
                }
            }
        }
    }

    /** A program that is to write its results into an empty folder. */
    ProcessBuilder builder(ProgramLine line, Path scratch, Found found) {
        ProcessBuilder builder = line.builder();
        if (!options.isEmpty()) {
            builder.command().addAll(options);
            builder.command().add(file(scratch).toString());
        }
        return builder;
    }

    private Path file(Path scratch) {
        return scratch.resolve(name().toLowerCase(Locale.ROOT) + ".json");
    }

    void look(String line, Found found) {}

    void take(JsonElement results, Found found) {}

    /** The scores, once the program has ended; a {@link ForkFailure} if there is none. */
    List<Score> scores(Path scratch, Found found) throws IOException {
        if (!options.isEmpty()) {
            if (!Files.isRegularFile(file(scratch), LinkOption.NOFOLLOW_LINKS)) {
                throw new ForkFailure("%s wrote no results; is this its jar?", title);
            }
            try (Reader reader = new InputStreamReader(
                    Files.newInputStream(file(scratch), LinkOption.NOFOLLOW_LINKS),
                    StandardCharsets.UTF_8.newDecoder())) {
                take(JsonParser.parseReader(reader), found);
            } catch (ForkFailure e) {
                throw e;
            } catch (RuntimeException e) {
                // A program may write what it likes there.
                throw new ForkFailure(e, "%s's results cannot be read: %s", title, e);
            }
        }
        if (found.wrong != null) {
            throw new ForkFailure("%s", found.wrong);
        }
        if (found.scores.isEmpty() && !found.jmh.failed().isEmpty()) {
            throw new ForkFailure("every benchmark of JMH failed: %s", found.jmh.failed());
        }
        if (found.scores.isEmpty()) {
            throw new ForkFailure("%s %s; see the output for why", title, none);
        }
        return found.scores;
    }

    /** Refuses a benchmark that ran with another value of an option of the contender's. */
    private static void checkFlags(JsonObject benchmark, List<String> flags) {
        Map<String, String> had = new HashMap<>();
        if (benchmark.has("jvmArgs")) {
            for (JsonElement each : benchmark.getAsJsonArray("jvmArgs")) {
                had.put(nameOf(each.getAsString()), each.getAsString());
            }
        }
        Map<String, String> asked = new LinkedHashMap<>();
        flags.forEach(flag -> asked.put(nameOf(flag), flag));
        asked.forEach((name, flag) -> {
            if (!had.getOrDefault(name, flag).equals(flag)) {
                throw new ForkFailure(
                        "JMH's %s has the option %s, which overrules this contender's %s; take one of them"
                                + " out (the benchmark's is in @Fork or in the program's words)",
                        benchmark.get("benchmark").getAsString(), had.get(name), flag);
            }
        });
    }

    /** What is the same in options of which the last counts; of another one the whole. */
    private static String nameOf(String flag) {
        return flag.replaceFirst("^(-Xm[a-z]|-Xss)\\d.*", "$1")
                .replaceFirst("^-XX:[+-]", "-XX:")
                .replaceFirst("^(-(?:XX:(?!CompileCommand)|D)[^=]+)=.*", "$1");
    }

    /** It is 0 where no service level was met, and 0 has no ratio. */
    private static void addJops(String name, String value, Found found) {
        if (Long.parseLong(value) > 0) {
            found.scores.add(Score.of(name, "jOPS", Double.parseDouble(value))
                    .better("more")
                    .optional());
        }
    }
}
