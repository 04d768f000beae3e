package org.whichjvm.collector.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.plan.PlannedFixture;

/** One campaign a night of a reference and a build that becomes slower one night, each exported for Bencher. */
final class NightsFixture {
    private static final String REFERENCE = "jdk21-temurin";
    private static final String BUILD = "jdk28-ea";
    private static final int BLOCKS = 12;
    private static final double NOISE = 0.01;

    private NightsFixture() {}

    /**
     * Writes n1, n2, … and n1.json, n2.json, …
     *
     * @param args the folder, the seed, how many nights, the first slow one, and by what share the build is slower from
     *     then on
     */
    public static void main(String[] args) throws IOException {
        Random random = new Random(Long.parseLong(args[1]));
        for (int night = 1; night <= Integer.parseInt(args[2]); night++) {
            boolean slow = night >= Integer.parseInt(args[3]);
            write(Path.of(args[0]), "n" + night, 600 * (slow ? 1 + Double.parseDouble(args[4]) : 1), random);
        }
    }

    private static void write(Path out, String name, double buildNs, Random random) throws IOException {
        Cli plan = PlannedFixture.run(
                "--out",
                out,
                "--campaign",
                name,
                "--blocks",
                BLOCKS,
                "--baseline=" + REFERENCE,
                "--contender=" + REFERENCE,
                "--contender=" + BUILD);
        check(plan);
        double host = random.nextGaussian(0, 0.1);
        double session = random.nextGaussian(0, NOISE);
        for (int block = 1; block <= BLOCKS; block++) {
            double drift = Math.exp(host + random.nextGaussian(0, NOISE));
            fork(out.resolve(name), block, REFERENCE, 500 * drift);
            fork(out.resolve(name), block, BUILD, buildNs * drift * Math.exp(session + random.nextGaussian(0, NOISE)));
        }
        check(Cli.run("report", "--out", out, "--export", "bmf=" + out.resolve(name + ".json"), name));
    }

    private static void check(Cli cli) throws IOException {
        if (cli.code() != 0) {
            throw new IOException(cli.err());
        }
    }

    private static void fork(Path campaign, int block, String contender, double ns) throws IOException {
        ForkFixture.typical(campaign, block, contender, Math.round(ns)).write();
    }
}
