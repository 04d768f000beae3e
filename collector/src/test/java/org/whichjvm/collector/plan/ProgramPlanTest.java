package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Schemas;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.Execution;
import org.whichjvm.collector.model.Interleave;
import org.whichjvm.common.Profiling;

/** Campaigns of somebody's own program, and of a harness. */
class ProgramPlanTest extends PlanFixture {
    @BeforeEach
    void host() {
        asking.mounted.put("", "/home/me/my app");
    }

    @Test
    void aProgramComesLastAndItsContainersAreConfined() throws IOException {
        asking.runner = "docker";
        plan(
                "one+zgc",
                "blocks: 12, program: {until: 'Started in', metrics: ['a=b (.)'], timeout: 1m, memoryBytes: 2147483648, network: true}",
                "java {flags} -jar a.jar --help --wait park");
        assertEquals("""
        block=0
        number=1
        deadlineSeconds=120
        JAVA_OPTS=
        WHICHJVM_FLAG_SET=zgc
        WHICHJVM_FLAGS=-XX:+UnlockExperimentalVMOptions -XX:+UseZGC 21-22:-XX:+ZGenerational
        contender=one+zgc
        jvm=one
        memoryBytes=2147483648
        shmBytes=1073741824
        mount=/home/me/my app
        network=bridge

        command
        --fork
        20261122T120000-quick/000-one+zgc
        --check
        --app
        /app
        --until
        Started in
        --metric
        a=b (.)
        --timeout
        1m
        --
        java
        {flags}
        -jar
        a.jar
        --help
        --wait
        park
        """, asking.command("one+zgc"));
    }

    @Test
    void theSizeOfAContainerComesFromItsName() throws IOException {
        asking.runner = "docker";
        asking.memoryBytes = 16L << 30;
        plan("one one+memory512m one+cpus1.5", "program: {memoryBytes: 2147483648}", "java -jar a.jar");
        assertTrue(asking.command("one").contains("\nmemoryBytes=2147483648\n"));
        assertTrue(asking.command("one+memory512m").contains("\nmemoryBytes=536870912\n"));
        assertFalse(asking.command("one+memory512m").contains("\ncpus="));
        assertTrue(asking.command("one+cpus1.5").contains("\nmemoryBytes=2147483648\ncpus=1.5\n"));
    }

    @Test
    void itsOwnHelpIsNoHelpOfOurs() throws IOException {
        plan("one", "", "true --help").passed("one", 17).begin();
        assertTrue(
                asking.says.contains(
                        "1 contender × 12 blocks of your program: the first block shows how long that takes"),
                asking.says.toString());
    }

    @Test
    void withoutAFolderNothingIsMounted() throws IOException {
        asking.mounted.clear();
        asking.runner = "docker";
        plan("one", "", "true");
        String command = asking.command("one");
        assertTrue(!command.contains("--app") && !command.contains("mount"), command);
    }

    @Test
    void eachJvmRunsEachVersionInItsOwnFolder() throws IOException {
        asking.runner = "docker";
        asking.mounted.clear();
        asking.mounted.put("old", "/srv/v1");
        asking.mounted.put("new", "/srv/v2");
        plan(
                "one+app-old one+app-new two+zgc+app-old two+zgc+app-new",
                "apps: {old: '/srv/v1', new: '/srv/v2'}, baseline: one+app-old",
                "true");
        List<String> contenders = asking.asked().contenders();
        String command = asking.command("two+zgc+app-new");
        assertTrue(command.contains("mount=/srv/v2\n"), command);
        assertTrue(command.endsWith("-two+zgc+app-new\n--check\n--first-run\n--app\n/app\n--\ntrue\n"), command);
        for (String each : contenders) {
            asking.passed(each, 21);
        }
        assertEquals(
                "/srv/v1", asking.begin().getAsJsonObject("apps").get("old").getAsString());
    }

    @Test
    void onAHostTheFolderIsItself() throws IOException {
        plan("one", "", "./run.sh");
        assertTrue(asking.command("one").contains("--app\n/home/me/my app\n"));
    }

    /** Plans what a person asks for who owns the kit. */
    private void specJbb(String more) throws IOException {
        plan(
                "one",
                "program: {adapter: specjbb2015}, " + more,
                "java {flags} -Dspecjbb.group.count=1 -jar specjbb2015.jar -m COMPOSITE");
    }

    @Test
    void anAdapterMayKnowHowLongAForkTakesAtMostAndUsually() throws IOException {
        specJbb("blocks: 6");
        assertTrue(asking.command("one").endsWith("""
                --adapter
                specjbb2015
                --timeout
                6h
                --
                java
                {flags}
                -Dspecjbb.group.count=1
                -jar
                specjbb2015.jar
                -m
                COMPOSITE
                """), asking.command("one"));
        asking.passed("one", 17).begin();
        assertTrue(
                asking.says.contains("1 contender × 6 blocks of specjbb2015: about 12 h 00 min"),
                asking.says.toString());
    }

    @Test
    void aPersonKnowsTheTimeLimitBetterThanAnAdapter() throws IOException {
        specJbb("program: {adapter: specjbb2015, timeout: 3h}");
        String command = asking.command("one");
        assertTrue(command.contains("\n--timeout\n3h\n") && !command.contains("6h"), command);
    }

    @Test
    void otherAdaptersHaveTheTimeLimitOfAnyProgram() throws IOException {
        asking.memoryBytes = 4_000_000_000L;
        plan("one", "program: {adapter: dacapo}", "java -jar dacapo.jar lusearch");
        String command = asking.command("one");
        assertTrue(command.contains("\n--adapter\ndacapo\n--\n"), command);
        asking.passed("one", 17).begin();
        assertTrue(
                asking.says.contains(
                        "1 contender × 12 blocks of your program: the first block shows how long that takes"),
                asking.says.toString());
    }

    @Test
    void anAdapterMayNeedMemory() {
        asking.memoryBytes = 4_000_000_000L;
        String message =
                assertThrows(CannotRunHere.class, () -> specJbb("blocks: 6")).getMessage();
        assertEquals(
                "--adapter specjbb2015 needs 8 GB of memory, and this host has 4.0 GB free; end what takes it,"
                        + " or use a larger host",
                message);
    }

    @Test
    void theGreatestRateIsLookedForByAWorkloadOfItsOwn() throws IOException {
        CampaignRequest asked = plan("one", "workload: queue-rate, serviceLevel: 50us", "--wait yield")
                .asked();
        assertEquals("queue-rate", asked.execution().workload());
        assertEquals(Interleave.TURNS, asked.execution().interleave());
        assertEquals(
                "--warmup 1s --turn 250ms --points 10 --passes 1 --turn-seed %s --service-level 50us --wait yield"
                        .formatted(asked.seed()),
                String.join(" ", asked.execution().options()));
    }

    @Test
    void byTurnsAProgramIsLetRunInSlicesAndMayTakeAsLongerAsThereAreOthers() throws IOException {
        asking.runner = "docker";
        asking.memoryBytes = 16L << 30;
        plan("one two", "interleave: turns, blocks: 12, program: {timeout: 1m}", "java -jar a");
        asking.passed("one", 17).passed("two", 21);
        JsonObject json = asking.begin();
        assertEquals(List.of(), Schemas.validate(Schemas.CAMPAIGN, json.toString()));
        assertEquals("turns", json.get("interleave").getAsString());
        String command = asking.command("one");
        assertTrue(command.contains("\nslice=0.2\n"), command);
        assertTrue(command.contains("\ndeadlineSeconds=180\n"), command);
        assertTrue(command.contains("\n--timeout\n120s\n--\njava\n"), command);
        assertTrue(command.contains("\nmemoryBytes=" + (12L << 30) + "\n"), command);
        // One step a block.
        assertEquals(12, asking.stepsPlanned());
    }

    @Test
    void theStartsOfAShortProgramAreTurnsOfForksThatAreAliveTogether() throws IOException {
        asking.runner = "docker";
        asking.memoryBytes = 16L << 30;
        plan("one two", "blocks: 12", "java --starts 9");
        asking.passed("one", 17).passed("two", 21);
        JsonObject json = asking.begin();
        Execution once = CampaignSettings.required(asking.folder).execution();
        assertEquals(1, once.starts());
        Execution several = once.withStarts(4, 700_000_000);
        assertEquals(4, several.starts());
        assertEquals(
                "--starts 4 --slot 700ms -- java --starts 9",
                String.join(
                        " ",
                        several.options()
                                .subList(
                                        several.options().indexOf("--starts"),
                                        several.options().size())));
        json.add("options", Json.tree(several.options()));
        json.addProperty("interleave", several.interleave().text());
        json.addProperty("turnSeconds", several.turnSeconds());
        assertEquals(List.of(), Schemas.validate(Schemas.CAMPAIGN, json.toString()));
        AtomicFiles.write(asking.folder.resolve("campaign.json"), Json.write(json));
        assertEquals(several, CampaignSettings.required(asking.folder).execution());
        String command = asking.command("two");
        assertFalse(command.contains("\nslice="), command);
        assertTrue(command.contains("\ndeadlineSeconds=660\n"), command);
        assertTrue(command.contains("\nWHICHJVM_MEMBERS=2\n"), command);
        assertTrue(command.endsWith("--starts\n4\n--slot\n700ms\n--\njava\n--starts\n9\n"), command);
        assertEquals(12, asking.stepsPlanned());
    }

    @Test
    void whatIsProfiledIsStartedOnce() throws IOException {
        plan("one", "", "true");
        Execution several = asking.asked().execution().withStarts(4, 700_000_000);
        Execution profiled = several.withProfiles(Profiling.CPU);
        assertEquals(1, profiled.starts());
        assertEquals(Interleave.FORKS, profiled.interleave());
        assertEquals(Optional.of(Profiling.CPU), profiled.profiled());
    }
}
