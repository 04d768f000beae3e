package org.whichjvm.collector.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.plan.PlannedFixture;

/** Campaigns of scores as real ones look. */
final class ScoresFixture {
    private static final int BLOCKS = 12;

    private final Random random = new Random(9);

    private ScoresFixture() {}

    /** Into the folder of all campaigns: "scores" and "steal". */
    static void write(Path out) throws IOException {
        List<String> contenders = List.of("jdk17-temurin", "jdk11-temurin", "jdk17-temurin+again", "jdk21-temurin");
        plan(
                out,
                "scores",
                contenders,
                List.of(new Contrast("adjacent", "padded")),
                Map.of(
                        "workload",
                        "command",
                        "study",
                        "false-sharing",
                        "studySays",
                        "What does missing padding cost here?"));
        plan(out, "steal", contenders.subList(0, 2), List.of(), Map.of("workload", "gc-steal"));
        ScoresFixture fixture = new ScoresFixture();
        for (int block = 1; block <= BLOCKS; block++) {
            for (int i = 0; i < contenders.size(); i++) {
                fixture.scores(out.resolve("scores"), block, contenders.get(i));
            }
            for (int i = 0; i < 2; i++) {
                fixture.steal(out.resolve("steal"), block, contenders.get(i));
            }
        }
    }

    private static void plan(
            Path out, String name, List<String> contenders, List<Contrast> contrasts, Map<String, String> settings)
            throws IOException {
        List<Object> args = new ArrayList<>(List.of("--out", out, "--campaign", name));
        args.addAll(List.of("--blocks", BLOCKS, "--baseline", contenders.get(0)));
        contenders.forEach(each -> args.addAll(List.of("--contender", each)));
        contrasts.forEach(each -> args.addAll(List.of("--contrast", each.score() + "/" + each.against())));
        settings.forEach((key, value) -> args.addAll(List.of("--set", key + "=" + value)));
        Cli cli = PlannedFixture.run(args.toArray());
        if (cli.code() != 0) {
            throw new IOException(cli.err());
        }
    }

    private double about(double value) {
        return value * (1 + 0.04 * random.nextGaussian());
    }

    private void scores(Path campaign, int block, String contender) throws IOException {
        boolean slow = contender.startsWith("jdk11");
        ForkFixture fork = new ForkFixture(campaign, block, contender).ofScores("command");
        for (int threads : new int[] {1, 2}) {
            fork.score("cas", threads, "ns/op", about(slow ? 11 : 9));
            fork.score("add", threads, "ns/op", about(9));
        }
        fork.score("cas-shared", 2, "ns/op", about(110))
                .score("adjacent", 2, "ns/op", about(slow ? 90 : 48))
                .score("padded", 2, "ns/op", about(8))
                .score("hand-off", 2, "ns/op", about(66_000) * (random.nextInt(6) == 0 ? 9 : 1))
                .score("round-trip", 2, "ns/op", about(140));
        if (block == 4 && slow) {
            fork.throttled();
        }
        fork.writeJson();
    }

    private void steal(Path campaign, int block, String contender) throws IOException {
        double more = contender.startsWith("jdk11") ? 1.4 : 1;
        new ForkFixture(campaign, block, contender)
                .ofScores("gc-steal")
                .with(json -> json.getAsJsonObject("parameters").remove("cpus"))
                .score("pause-p50", 2, "ms", about(2.7 * more))
                .score("pause-p99", 2, "ms", about(4.4 * more))
                .score("pause-max", 2, "ms", about(6 * more))
                .score("pause-per-gb", 2, "ms/GB", about(12.7 * more))
                .score("allocation", 1, "objects/s", about(1.5e8 / more))
                .score("collections", 2, "count", 51)
                .writeJson();
    }
}
