package org.whichjvm.workload.queue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What the others of a block cost a contender: a JVM takes turns among three others, which end after their first
 * rounds, and goes on alone in the same slots. It is one JVM, compiled in one way, so that only the others differ.
 */
record OverheadOfTurns(OverheadLauncher launcher, Path jar, Path collector, Path scratch, String cpus) {
    private static final int MEMBERS = 4;
    private static final int ROUNDS = 60;

    /** Rounds of the other three. */
    private static final int AMONG = 20;

    /** By this round the others have written their files and are gone. */
    private static final int ALONE = 40;

    /** Floors that are further apart are not the same floor. */
    private static final double SAME_FLOOR = 1.1;

    private static final int TURN_MILLIS = 100;
    private static final String WARM_UP = "1s";

    void run(int blocks, long seed) throws IOException, InterruptedException {
        List<double[]> ratios = new ArrayList<>();
        for (int block = 1; block <= blocks; block++) {
            JsonObject fork = block(block, seed);
            double[] among = medians(fork, 0, AMONG);
            double[] alone = medians(fork, ALONE, ROUNDS);
            boolean same = Math.max(among[2], alone[2]) <= SAME_FLOOR * Math.min(among[2], alone[2]);
            System.err.printf(
                    Locale.ROOT,
                    "block %d/%d: p50 among %.0f ns, alone %.0f ns, floors %.0f and %.0f ns%s%n",
                    block,
                    blocks,
                    among[0],
                    alone[0],
                    among[2],
                    alone[2],
                    same ? "" : ", which is not the same floor");
            if (same) {
                ratios.add(new double[] {among[0] / alone[0], among[1] / alone[1]});
            }
        }
        System.out.printf(
                "one JVM by turns among three others, and alone in the same slots: %d blocks at the same floor"
                        + " of %d, seed %d%n",
                ratios.size(), blocks, seed);
        print("p50", ratios, 0);
        print("p99", ratios, 1);
    }

    private static void print(String name, List<double[]> ratios, int index) {
        double[] sorted =
                ratios.stream().mapToDouble(each -> each[index]).sorted().toArray();
        if (sorted.length > 0) {
            System.out.printf(
                    Locale.ROOT,
                    "%s among / alone: median %.3f, quartiles %.3f–%.3f%n",
                    name,
                    sorted[sorted.length / 2],
                    sorted[sorted.length / 4],
                    sorted[sorted.length * 3 / 4]);
        }
    }

    private JsonObject block(int block, long seed) throws IOException, InterruptedException {
        String step = String.valueOf(System.nanoTime());
        Path turns = scratch.resolve("turns-" + block);
        Process referee = referee(turns);
        List<Process> processes = new ArrayList<>();
        for (int member = 0; member < MEMBERS; member++) {
            int rounds = member == 0 ? ROUNDS : AMONG;
            processes.add(launcher.start(
                    jar,
                    Map.of(
                            "WHICHJVM_STEP", step,
                            "WHICHJVM_TURNS",
                                    turns.resolve(String.valueOf(member)).toString(),
                            "WHICHJVM_MEMBERS", String.valueOf(MEMBERS),
                            "WHICHJVM_MEMBER", String.valueOf(member)),
                    "queue-latency",
                    "--turn=" + TURN_MILLIS + "ms",
                    "--turn-seed=" + seed,
                    "--duration=" + rounds * TURN_MILLIS + "ms",
                    "--warmup=" + WARM_UP,
                    "--cpus=" + cpus,
                    "--out=" + scratch,
                    "--fork=turns/" + block + "-member" + member));
        }
        for (Process process : processes) {
            launcher.end(process);
        }
        launcher.end(referee);
        Path file = scratch.resolve(String.format("turns/forks/%03d-member0.json", block));
        try (Reader reader = Files.newBufferedReader(file)) {
            return JsonParser.parseReader(reader).getAsJsonObject();
        }
    }

    private Process referee(Path turns) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        collector.toString(),
                        "referee",
                        "--turns=" + turns,
                        "--members=" + MEMBERS,
                        "--warm-up=" + WARM_UP)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Of the turns from one round to before another: p50, p99 and floor, in ns. */
    private static double[] medians(JsonObject fork, int from, int to) {
        JsonArray list = fork.getAsJsonObject("turns").getAsJsonArray("list");
        List<JsonObject> turns = new ArrayList<>();
        for (JsonElement each : list) {
            JsonObject turn = each.getAsJsonObject();
            int round = turn.get("round").getAsInt();
            if (round >= from && round < to && !turn.get("late").getAsBoolean()) {
                turns.add(turn);
            }
        }
        return new double[] {
            median(turns, turn -> turn.getAsJsonObject("service").get("p50").getAsDouble()),
            median(turns, turn -> turn.getAsJsonObject("service").get("p99").getAsDouble()),
            median(turns, turn -> turn.get("floorBefore").getAsDouble())
        };
    }

    private static double median(List<JsonObject> turns, ToDoubleFunction<JsonObject> value) {
        double[] sorted = turns.stream().mapToDouble(value).toArray();
        Arrays.sort(sorted);
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }
}
