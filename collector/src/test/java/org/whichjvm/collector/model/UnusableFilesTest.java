package org.whichjvm.collector.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.collector.cli.Cli;

/** Files that are not what a fork writes. */
class UnusableFilesTest extends BadForkFixture {
    @Test
    void truncatedJson() throws IOException {
        truncate(bad.write().jsonFile(), 0.5);
        assertNamed(BAD_JSON, "is not JSON, or only the beginning of it");
    }

    @Test
    void emptyJson() throws IOException {
        truncate(bad.write().jsonFile(), 0);
        assertNamed(BAD_JSON, "is empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "7", "{} {}", "{'a':1}", "{\"schema\":\"other/1\"}", "{\"schema\":[]}", "\0\0"})
    void foreignJson(String text) throws IOException {
        Files.writeString(bad.write().jsonFile(), text);
        assertNamed(BAD_JSON, "");
    }

    @Test
    void wholeJsonWithSomethingBehindIt() throws IOException {
        Path file = bad.write().jsonFile();
        Files.writeString(file, Files.readString(file) + "{}");
        assertNamed(BAD_JSON, "is not ");
    }

    @Test
    void almostJson() throws IOException {
        Path file = bad.write().jsonFile();
        Files.writeString(file, Files.readString(file).replace("\"ok\"", "'ok'"));
        assertNamed(BAD_JSON, "is not JSON");
    }

    @Test
    void deeplyNestedJson() throws IOException {
        Files.writeString(bad.write().jsonFile(), "{\"a\":" + "[".repeat(200_000));
        assertNamed(BAD_JSON, "is not JSON");
    }

    @ParameterizedTest
    @CsvSource({
        "NaN, is not JSON",
        "01, is not JSON",
        "+1, is not JSON",
        "1e999999999, has a number that is not one: 1e999999999",
        "-1e400, has a number that is not one: -1e400",
        "1.00000000000000000000000000000000000000000, has a number that is not one",
        "1e-999999999, is not a whole number",
        "9223372036854775808, is not a whole number"
    })
    void strangeNumbers(String number, String reason) throws IOException {
        Path file = bad.write().jsonFile();
        Files.writeString(file, Files.readString(file).replace("\"block\":2", "\"block\":" + number));
        assertNamed(BAD_JSON, reason);
    }

    @Test
    void oneFieldTwice() throws IOException {
        Path file = bad.write().jsonFile();
        String text = Files.readString(file);
        Files.writeString(file, text.replace("\"rate\":", "\"rate\":1,\"rate\":"));
        assertNamed(BAD_JSON, "has two fields named rate");
    }

    @Test
    void halfACharacter() throws IOException {
        Path file = bad.write().jsonFile();
        String text = Files.readString(file);
        Files.writeString(file, text.replace("OpenJDK", "\\ud83d"));
        assertNamed(BAD_JSON, "is not JSON");
        Files.write(file, text.replace("OpenJDK", "\u00e4").getBytes(StandardCharsets.ISO_8859_1));
        assertNamed(BAD_JSON, "is not even UTF-8");
        Files.writeString(file, text.replace("OpenJDK", "\\ud83d\\ude00"));
        assertEquals(0, Cli.run("report", "--details", "--out", out, "c").code());
    }

    @Test
    void oversizedJson() throws IOException {
        resize(bad.write().jsonFile(), (1L << 20) + 1);
        assertNamed(BAD_JSON, "is over 1 MB");
    }

    @Test
    void aLinkToAnotherFile() throws IOException {
        bad.write();
        Files.delete(bad.jsonFile());
        Files.createSymbolicLink(bad.jsonFile(), campaign.resolve("forks/001-a.json"));
        assertNamed(BAD_JSON, "is not a regular file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"notes.txt", "1-a.json", "0001-a.json", "002-A.json", ".002-a.json.tmp"})
    void aFileThatIsNotAForks(String name) throws IOException {
        Files.writeString(campaign.resolve("forks").resolve(name), "x");
        assertNamed("forks/" + name, "is not a fork's file");
    }

    @Test
    void anHlogAlone() throws IOException {
        Files.delete(bad.write().jsonFile());
        assertNamed("forks/002-a.hlog", "has no 002-a.json beside it");
    }

    @Test
    void aCorruptCampaignJson() throws IOException {
        Files.writeString(campaign.resolve("campaign.json"), "{\"schema\":");
        assertNamed("campaign.json", "is not JSON");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'stopping':{'precision':0.02,'maxSeconds':9,'looks':[null,3],'race':'none'} | its stopping.looks[0] is null",
                "'stopping':{'precision':0.02,'maxSeconds':9,'looks':[3],'race':'search'} | has a race that",
                "'search':{'within':['x']} | its search is of no race: --within is 'x'"
            })
    void aCampaignJsonThatNobodyPlanned(String odd, String reason) throws IOException {
        bad.json.addProperty("status", "failed");
        bad.writeJson();
        Files.writeString(
                campaign.resolve("campaign.json"),
                ("{'schema':'whichjvm.campaign/2','campaign':'c','baseline':'a','contenders':['a'],"
                                + "'blocks':3,'interleave':'forks','seed':1,"
                                + odd
                                + "}")
                        .replace('\'', '"'));
        Cli cli = Cli.run("report", "--details", "--out", out, "c");
        assertEquals(3, cli.code(), cli.err());
        assertTrue(
                cli.out().replaceAll(" +", " ").contains("campaign.json " + reason.replaceAll(" +", " ")), cli.out());
        Cli next = Cli.next(out, "c");
        assertEquals(2, next.code(), next.err());
        assertTrue(next.err().contains(reason), next.err());
    }
}
