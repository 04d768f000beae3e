package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.common.WrongUsage;

/** What a person cannot mean. */
class RefusedTest extends PlanFixture {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "load: {turn: '0'} | --turn is '0'; a time above 0",
                "load: {turn: 3s} | --turn is 3s and --duration, of all turns together, is 800ms: there would be 0",
                "load: {duration: 250ms} | is 250ms, which is not a whole number of turns of 100ms; give 200ms or 300ms",
                "load: {duration: 400ms} | is 400ms, which is 4 rounds of 100ms, and a comparison takes 5 to 1000000",
                "load: {turn: 5ms} | a turn of 5ms at 100000 messages a second has 500 messages and needs 1000; give --turn 10ms",
                "words: [--rate, '2000'] | a turn of 100ms at 2000 messages a second has 200 messages",
                "workload: retail, load: {turn: '0'} | --turn is '0'"
            })
    void whatCannotBeMeantIsOneSentenceAndLeavesNothing(String more, String part) throws IOException {
        refused("one", more, part);
    }

    /** What the scripts do not write, but a person may. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "one | schema: x | its schema is x, which does not match",
                "one | blocks: 0 | its blocks is not a whole number from 1 to 10000",
                "one | blocks: many | its blocks is not a whole number",
                "one | seed: 1e18 | its seed is not a whole number from 0 to 999999999999999999",
                "one | preset: slow | --preset is 'slow'; one of quick, article, full, deep",
                "one | workload: specjbb | --workload is 'specjbb'; one of queue-latency, gc-steal",
                "one | rates: [0] | its rates[0] is not a whole number from 1",
                "one | retries: -1 | its retries is not a whole number from 0 to 10000",
                "one | precision: 0.51 | its precision is not a number from 0.001 to 0.5",
                "one | maxSeconds: 86401 | its maxSeconds is not a whole number from 1 to 86400",
                "one | margin: -0.03 | its margin is not a number from 0.001 to 0.5",
                "one | interleave: blocks | its interleave is blocks, which there is not",
                "one | verb: bisect | its verb is bisect, which there is not",
                "one | calibration: {contenders: 1} | its calibration.contenders is not a whole number from 2 to 50",
                "one | calibration: {contenders: 2, effect: 0} | its calibration.effect is not a whole number from 1",
                "one | service: {port: 65536} | its service.port is not a whole number from 1 to 65535",
                "one | load: {points: 4} | its load.points is not a whole number from 5 to 100",
                "one | host: {machine: sparc} | its host.machine is sparc, which does not match",
                "one | drops: 1 | its drops is neither true nor false",
                "../one | seed: 1 | its contenders[0] is ../one, which does not match",
                "jdk99 | seed: 1 | the JVM jdk99 is not known to --runner host; one of: one two"
            })
    void aFileThatIsNoRequestIsNamed(String contenders, String more, String part) throws IOException {
        refused(contenders, more, part);
    }

    private void refused(String contenders, String more, String part) throws IOException {
        WrongUsage error = assertThrows(WrongUsage.class, () -> plan(contenders, more), more);
        assertTrue(error.getMessage().contains(part), error.getMessage());
        assertFalse(error.getMessage().contains("\n"), error.getMessage());
        assertNull(asking.folder, "named");
        try (Stream<Path> files = Files.list(out)) {
            assertEquals(0, files.count());
        }
    }
}
