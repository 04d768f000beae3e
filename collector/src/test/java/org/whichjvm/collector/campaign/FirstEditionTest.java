package org.whichjvm.collector.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.cli.Cli;

/** What the first edition measured is refused in one sentence that says what to do. */
class FirstEditionTest extends BadForkFixture {
  private static final String AND_NEXT =
      " of whichjvm's first edition; measure it again, or read it with the first edition";

  @Test
  void aForkOfTheFirstEdition() throws IOException {
    refused(
        json -> json.addProperty("schema", "whichjvm.fork/1"),
        "has the format whichjvm.fork/1" + AND_NEXT);
  }

  @Test
  void aCampaignOfTheFirstEdition() throws IOException {
    Files.writeString(
        campaign.resolve("campaign.json"),
        "{\"schema\":\"whichjvm.campaign/1\",\"variants\":[\"a\"]}");
    final Cli cli = Cli.run("report", "--details", "--out", out, "c");
    assertEquals(2, cli.code());
    assertEquals(
        campaign.toRealPath().resolve("campaign.json")
            + " has the format whichjvm.campaign/1"
            + AND_NEXT,
        cli.err().strip().replaceFirst("^whichjvm: ", ""));
  }
}
