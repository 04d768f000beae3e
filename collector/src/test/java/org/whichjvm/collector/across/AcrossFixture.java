package org.whichjvm.collector.across;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.model.ForkFixture;

/** Two campaigns, stored and new, of a reference and a build. */
public abstract class AcrossFixture {
    @TempDir
    protected Path out;

    private final Random noise = new Random(9);

    protected void edit(String campaign, String contender, String from, String to) throws IOException {
        for (Path file : forks(campaign, contender)) {
            String before = Files.readString(file);
            String after = before.replaceAll(from, to);
            assertNotEquals(before, after);
            Files.writeString(file, after);
        }
    }

    /**
     * A campaign of the reference and the build.
     *
     * @param controls of the reference, which take as long
     */
    protected void campaign(String name, long baseNs, long buildNs, String cpu, String... controls) throws IOException {
        List<String> contenders = new ArrayList<>(List.of("base", "build"));
        contenders.addAll(List.of(controls));
        Cli.plan(out, name, contenders, "--blocks=12", "--seed=1");
        Instant planned = Instant.now();
        // The next campaign is newer, and the files tell milliseconds.
        while (!Instant.now().isAfter(planned.plusMillis(2))) {
            Thread.onSpinWait();
        }
        for (int block = 1; block <= 12; block++) {
            for (String control : controls) {
                fork(name, block, control, baseNs + noise.nextInt(5), cpu);
            }
            fork(name, block, "base", baseNs + noise.nextInt(5), cpu);
            fork(name, block, "build", buildNs + noise.nextInt(5), cpu);
        }
    }

    protected List<Path> forks(String campaign, String contender) throws IOException {
        try (Stream<Path> files = Files.list(out.resolve(campaign).resolve("forks"))) {
            return files.filter(file -> file.toString().endsWith(contender + ".json"))
                    .toList();
        }
    }

    protected void fork(String campaign, int block, String contender, long ns, String cpu) throws IOException {
        ForkFixture.typical(out.resolve(campaign), block, contender, ns)
                .with(json -> json.getAsJsonObject("host").addProperty("cpuModel", cpu))
                .write();
    }

    protected Cli report(String... args) {
        return Cli.in(out, "report", (Object[]) args);
    }

    protected JsonObject across() throws IOException {
        Path file = out.resolve("contender/across.json");
        return Cli.json(Files.exists(file) ? file : out.resolve("new/across.json"));
    }
}
