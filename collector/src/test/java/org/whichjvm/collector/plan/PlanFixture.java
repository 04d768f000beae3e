package org.whichjvm.collector.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** One who asks for campaigns, and a folder for them. */
abstract class PlanFixture {
    @TempDir
    Path out;

    Asking asking;

    @BeforeEach
    void asking() {
        asking = new Asking(out);
    }

    /** Somebody else, with a folder of their own. */
    Asking other(String folder) throws IOException {
        return new Asking(Files.createDirectory(out.resolve(folder)));
    }

    Asking plan(String contenders) throws IOException {
        return asking.plan(contenders);
    }

    Asking plan(String contenders, String more) throws IOException {
        return asking.plan(contenders, more);
    }

    Asking plan(String contenders, String more, String words) throws IOException {
        return asking.plan(contenders, more, words);
    }
}
