package org.whichjvm.collector.across;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Schemas;

/** Several campaigns in one report. */
class AcrossTest extends AcrossFixture {
    @Test
    void campaignsOfOneHostAreShownSideBySideAndNotDecided() throws IOException {
        campaign("stored", 500, 400, "EPYC");
        campaign("new", 500, 480, "EPYC");

        Cli cli = report("stored", "new");

        assertEquals(0, cli.code(), cli.err());
        String sideBySide = Files.readString(out.resolve("new/across.md"));
        assertTrue(sideBySide.matches("(?s).*\n\\| build \\| A \\| stored \\| 0\\.80.*"), sideBySide);
        assertTrue(sideBySide.matches("(?s).*\n\\| build \\| A \\| new \\| 0\\.96.*"), sideBySide);
        assertFalse(sideBySide.contains("slower than stored"), sideBySide);
        assertEquals(1, across().getAsJsonArray("hosts").size());
        assertTrue(cli.out().contains("A has 2 campaigns: the newest, new, counts alone."), cli.out());
        String json = Files.readString(out.resolve("new/across.json"));
        assertEquals(List.of(), Schemas.validate(Schemas.HOSTS, json));
    }

    @Test
    void hostsAreShownSideBySideInTheMatrixAndNeverCompared() throws IOException {
        campaign("amd", 500, 400, "EPYC");
        campaign("contender", 900, 1_000, "Ampere");

        Cli cli = report("amd", "contender");

        assertEquals(0, cli.code(), cli.err());
        String markdown = Files.readString(out.resolve("contender/across.md"));
        assertTrue(markdown.contains("| A | amd | EPYC |"), markdown);
        assertTrue(markdown.contains("| B | contender | Ampere |"), markdown);
        assertEquals(2, across().getAsJsonArray("hosts").size());
        assertTrue(cli.out().contains("build is faster than base on 1 of 2 hosts, slower on 1."), cli.out());
        assertTrue(cli.out().matches("(?s).*\nbuild +0\\.80 \\[[^\\]]*] faster +1\\.11 .*"), cli.out());
        assertEquals("A", Cli.at(across(), "matrix", 0, "cells", 0, "host").getAsString());
        campaign("again", 500, 400, "EPYC");
        assertFalse(report("amd", "again").out().contains("of 2 hosts"));
    }

    @Test
    void otherParametersAreNotSetSideBySide() throws IOException {
        campaign("stored", 500, 400, "EPYC");
        campaign("new", 500, 480, "EPYC");
        for (Path file : forks("new", "")) {
            Files.writeString(file, Files.readString(file).replace("\"rate\":100000", "\"rate\":50000"));
        }
        Cli cli = report("stored", "new");
        assertEquals(2, cli.code(), cli.out());
        assertTrue(cli.err().contains("rate is 50000 in new, but 100000 in stored"), cli.err());
    }

    @Test
    void aCampaignOfWhichNoForkCountsIsOfNoOtherHost() throws IOException {
        campaign("stored", 500, 400, "EPYC");
        campaign("new", 500, 400, "EPYC");
        edit("new", "", "\"status\":\\s*\"ok\"", "\"status\":\"failed\"");
        Cli cli = report("stored", "new");
        assertTrue(cli.out().contains("an unknown host has no result: no fork of new counts."), cli.out());
        assertFalse(cli.out().contains("of 2 hosts"), cli.out());
    }

    @Test
    void aCampaignIsNoSessionOfItself() throws IOException {
        campaign("stored", 500, 400, "EPYC");
        Cli cli = report("stored", "stored", "stored");
        assertEquals(2, cli.code(), cli.out());
        assertTrue(cli.err().contains("a campaign is named twice"), cli.err());
    }
}
