package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.collector.model.CampaignSettings.FlagSet;

/** Which JVM a flag set is for. */
class FlagSetsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "aarch64 | 11 | aarch64 | -",
                "aarch64 | 11 | amd64 | needs aarch64, and this JVM is Java 11 on amd64",
                "aarch64 11- | 11 | aarch64 | -",
                "aarch64 11-: it is new | 8 | aarch64 | needs aarch64 and Java 11 or newer, and this JVM is"
                        + " Java 8 on aarch64: it is new",
                "-16 | 16 | amd64 | -",
                "-16 | 17 | amd64 | needs Java 16 or older, and this JVM is Java 17 on amd64",
                "11-16 | 17 | amd64 | needs Java 11 to 16, and this JVM is Java 17 on amd64",
                "11-16 | 10 | amd64 | needs Java 11 to 16, and this JVM is Java 10 on amd64"
            })
    void whatAFlagSetNeedsIsReadAsItIsWritten(String needs, int major, String arch, String wanted) {
        assertEquals(
                Optional.ofNullable(wanted).map("the flag set some "::concat),
                FlagSets.misfit("some", new FlagSet("-XX:+UseG1GC", "", needs), major, arch));
    }
}
