package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.collector.model.CampaignSettings.FlagSet;
import org.whichjvm.collector.model.fork.Workload;
import org.whichjvm.common.WrongUsage;

/** What a contender may be called. */
class ContenderNamesTest {
    private ContenderNames names;

    @BeforeEach
    void names() throws IOException {
        names = new ContenderNames(FlagSets.read(Asking.FLAG_SETS), Set.of("old"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "again1", "again100", "again2x", "delay", "delay0ns", "delay1000001ns", "delay030ns",
                "delay30", "delay5us", "delay30ns-1", "delay30ns-100", "shm", "spin", "park0ns",
                "park1000000001ns", "park", "huge2", "zgc2"
            })
    void aSuffixThatIsNoneIsNamed(String suffix) {
        WrongUsage error =
                assertThrows(WrongUsage.class, () -> names.check("one+" + suffix, Workload.QUEUE_LATENCY), suffix);
        assertTrue(error.getMessage().contains("has the unknown suffix '+" + suffix + "'"), error.getMessage());
        assertTrue(error.getMessage().contains("a flag set: +aot-cache +c1-only "), error.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"one+", "one+Again", "one+@", "One", "", "../one"})
    void whatIsNoNameIsRefused(String name) {
        assertThrows(WrongUsage.class, () -> names.check(name, Workload.QUEUE_LATENCY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"one+again+again2", "one+zgc+huge+zgc", "one+yield+park5ns", "one+delay30ns+delay30ns-2"})
    void oneOfAKindIsEnough(String name) {
        WrongUsage error = assertThrows(WrongUsage.class, () -> names.check(name, Workload.QUEUE_LATENCY));
        assertTrue(error.getMessage().contains("has both +"), error.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "one+zgc+serialgc, +serialgc and +zgc, the garbage collector",
        "one+thp+compact-headers+no-coh, +compact-headers and +no-coh, UseCompactObjectHeaders",
        "one+heap512m+heap2g, +heap2g and +heap512m, -Xms"
    })
    void flagSetsThatExcludeOneAnotherAreRefused(String name, String sets, String setting) throws IOException {
        Map<String, FlagSet> all = FlagSets.read(Asking.FLAG_SETS);
        FlagSets.addHeaps(List.of(name), all);
        ContenderNames checks = new ContenderNames(all, Set.of());
        WrongUsage error = assertThrows(WrongUsage.class, () -> checks.check(name, Workload.COMMAND));
        assertTrue(error.getMessage().contains("has " + sets + ", and both set " + setting), error.getMessage());
    }

    @Test
    void severalFlagSetsMayBeTogether() {
        assertDoesNotThrow(() -> names.check("one+thp+zgc+largepages", Workload.COMMAND));
    }

    @ParameterizedTest
    @ValueSource(strings = {"one+delay30ns", "one+zgc+huge", "one+yield"})
    void whatOnlyMessagesHaveIsRefusedOfScores(String name) {
        for (Workload workload : new Workload[] {Workload.COMMAND, Workload.GC_STEAL}) {
            assertThrows(WrongUsage.class, () -> names.check(name, workload), name);
        }
    }

    @Test
    void oneOfEachKindMayBeTogether() {
        assertDoesNotThrow(
                () -> names.check("jdk21-temurin+zgc+huge+park1000ns+delay30ns-2+again99", Workload.QUEUE_LATENCY));
        assertDoesNotThrow(() -> names.check("one+again+serialgc", Workload.GC_STEAL));
        assertDoesNotThrow(() -> names.check("one+app-old+zgc+again", Workload.COMMAND));
    }
}
