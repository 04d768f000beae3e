package org.whichjvm.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.across.AcrossFixture;

/** When --fail-on and --fail-unless-within end with 1, and when with 2. */
class PipelineTest extends AcrossFixture {
    @Test
    void aPipelineFailsByTheLowerEndOrByTheUpper() throws IOException {
        campaign("c", 400, 420, "EPYC"); // 5 %, and the interval lies on both sides of it
        assertEquals(0, report("--fail-on", "slower:6%", "c").code());
        assertEquals(1, report("--fail-on", "slower:4%", "c").code());
        assertEquals(1, report("--fail-unless-within", "4%", "c").code());
        assertEquals(0, report("--fail-unless-within", "6%", "c").code());
        JsonObject result = Cli.json(out.resolve("c/result.json"));
        double low = Cli.at(result, "comparisons", 0, "low").getAsDouble();
        double high = Cli.at(result, "comparisons", 0, "high").getAsDouble();
        assertTrue(low < 1.05 && high > 1.05, low + " " + high);
        assertEquals(0, report("--fail-on", "slower:5%", "c").code());
        Cli cli = report("--fail-unless-within=5%", "c");
        assertEquals(1, cli.code());
        assertTrue(cli.out().contains("--fail-unless-within 5%: build is 4.9 % slower"), cli.out());
    }

    @Test
    void aContenderWhoseForksAllFailedLeavesThePipelineUndecided() throws IOException {
        campaign("c", 500, 400, "EPYC");
        edit("c", "build", "\"status\":\"ok\"", "\"status\":\"failed\"");
        refused("build cannot be compared with base", "--fail-on", "slower:5%", "c");
    }

    @Test
    void aBuildThatCannotKeepTheRateIsSlower() throws IOException {
        campaign("c", 500, 400, "EPYC");
        edit("c", "build", "\"status\":\"ok\"", "\"status\":\"overloaded\"");
        Cli cli = report("--fail-on", "slower:5%", "c");
        assertEquals(1, cli.code(), cli.out() + cli.err());
    }

    @Test
    void tooFewBlocksForAnIntervalAreUndecided() throws IOException {
        for (int block = 1; block <= 2; block++) {
            fork("c", block, "base", 500, "EPYC");
            fork("c", block, "build", 400, "EPYC");
        }
        refused("(no interval)", "--fail-on", "slower:5%", "c");
    }

    @Test
    void aControlThatDiffersLeavesAllUndecided() throws IOException {
        campaign("c", 500, 600, "EPYC", "base+again");
        assertEquals(1, report("--fail-on", "slower:5%", "c").code());
        for (int block = 1; block <= 12; block++) {
            fork("c", block, "base+again", 700, "EPYC");
        }
        refused("The control of c differs", "--fail-on", "slower:5%", "c");
    }

    @Test
    void aRuleDecidesWithinOneCampaign() throws IOException {
        campaign("stored", 500, 400, "EPYC");
        campaign("new", 500, 480, "EPYC");
        for (String rule : List.of("--fail-on=slower:5%", "--fail-unless-within=5%")) {
            refused(rule.replace('=', ' ') + " was given with 2 campaigns", rule, "stored", "new");
            refused("--jdk old=… --jdk new=…", rule, "stored", "new");
        }
    }

    @Test
    void aRuleThatIsNoneIsWrongUsage() throws IOException {
        campaign("c", 500, 600, "EPYC");
        for (String rule : new String[] {"faster:5%", "slower:5", "slower:-1%", "slower:0%"}) {
            refused("--fail-on", "--fail-on", rule, "c");
        }
        refused("as in --fail-unless-within 5%", "--fail-unless-within", "5", "c");
    }

    private void refused(String why, String... args) {
        Cli cli = report(args);
        assertEquals(2, cli.code(), cli.out());
        assertTrue(cli.err().contains(why), cli.err());
    }
}
