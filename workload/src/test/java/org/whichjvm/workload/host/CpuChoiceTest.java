package org.whichjvm.workload.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.workload.doctor.FakeHost;

class CpuChoiceTest {
    @TempDir
    Path root;

    private FakeHost host;

    @BeforeEach
    void setUp() {
        host = new FakeHost(root);
    }

    private CpuChoice choose(int needed) {
        return new CpuChoice(host, Cpus.effective(host), needed, 0);
    }

    private void chosen(String reason, Integer... cpus) {
        CpuChoice choice = choose(cpus.length);
        assertEquals(Arrays.asList(cpus), choice.cpus);
        assertEquals(reason, choice.reason);
        assertNull(choice.warning);
    }

    /** Four cores, the second thread of core N being CPU N + 4. */
    private void fourCoresEightThreads() {
        host.withCpus(8);
        IntStream.range(0, 8).forEach(cpu -> host.threads(cpu, cpu % 4 + "," + (cpu % 4 + 4)));
    }

    @Test
    void takesTheLastWhereAllAreAlike() {
        host.withCpus(4);
        chosen("CPU 2 and 3: none isolated, one L3, different cores", 2, 3);
        chosen("CPU 1 and 2 and 3: none isolated, one L3, different cores", 1, 2, 3);
    }

    @Test
    void sessionsDrawOthersThatAreAsGood() {
        fourCoresEightThreads();
        Set<List<Integer>> drawn = new HashSet<>();
        for (int session = 1; session <= 60; session++) {
            CpuChoice choice = new CpuChoice(host, Cpus.effective(host), 2, session);
            assertNull(choice.warning, "siblings");
            assertEquals(choice.cpus, new CpuChoice(host, Cpus.effective(host), 2, session).cpus, "drawn once");
            drawn.add(choice.cpus);
        }
        // CPU 0 stays last; of the seven others three pairs are siblings, and three have 0's core.
        assertTrue(drawn.size() > 9, drawn.toString());
        assertTrue(drawn.stream().noneMatch(each -> each.contains(0)), drawn.toString());
        host.with(FakeHost.CPU + "isolated", "2-3");
        assertEquals(Arrays.asList(2, 3), new CpuChoice(host, Cpus.effective(host), 2, 7).cpus);
    }

    @Test
    void takesTheOnlyOnesAndSaysSo() {
        host.withCpus(2);
        chosen("CPU 0 and 1: there are no others in this cpuset, one L3, different cores", 0, 1);
    }

    @Test
    void isolatedOnesFirst() {
        host.withCpus(8).with(FakeHost.CPU + "isolated", "2-3");
        chosen("CPU 2 and 3: isolated, one L3, different cores", 2, 3);
    }

    @Test
    void isolatedOnesAreTakenThoughAProcessDoesNotStartOnThem() {
        host.withCpus(4).with(FakeHost.CPU + "isolated", "2-3");
        host.with("/proc/self/status", "Cpus_allowed_list:\t0-1");
        chosen("CPU 2 and 3: isolated, one L3, different cores", 2, 3);
    }

    @Test
    void aNarrowerMaskIsAWishAndStands() {
        host.withCpus(6).with(FakeHost.CPU + "isolated", "4-5");
        host.with("/proc/self/status", "Cpus_allowed_list:\t0-2");
        assertEquals(Arrays.asList(0, 1, 2), Cpus.effective(host));
        chosen("CPU 1 and 2: none isolated, one L3, different cores", 1, 2);
    }

    @Test
    void isolatedOnesOutsideTheCpusetAreNotTaken() {
        host.withCpus(8).with(FakeHost.CPU + "isolated", "6-7");
        host.with("/proc/self/status", "Cpus_allowed_list:\t0-3")
                .with("/proc/self/cgroup", "0::/a/b")
                .with("/proc/self/mounts", "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0")
                .with("/sys/fs/cgroup/a/cpuset.cpus.effective", "0-3");
        chosen("CPU 2 and 3: none isolated, one L3, different cores", 2, 3);
    }

    @Test
    void cpusThatAreNotPluggedInAreNotTaken() {
        host.withCpus(4).with("/proc/self/status", "Cpus_allowed_list:\t0-127");
        assertEquals(Arrays.asList(0, 1, 2, 3), Cpus.effective(host));
    }

    @Test
    void neverSiblingsIfThereAreOtherCores() {
        fourCoresEightThreads();
        host.with(FakeHost.CPU + "isolated", "3,7");
        // 3 and 7 are one core: only one of them.
        chosen("CPU 6 and 7: not all isolated, one L3, different cores", 6, 7);
        host.with(FakeHost.CPU + "isolated", "2-3,6-7");
        chosen("CPU 6 and 7: isolated, one L3, different cores", 6, 7);
    }

    @Test
    void differentL3sRatherThanSiblings() {
        host.withCpus(4);
        for (int cpu = 0; cpu < 4; cpu++) {
            String core = cpu % 2 + "," + (cpu % 2 + 2);
            host.threads(cpu, core).l3(cpu, core);
        }
        chosen("CPU 2 and 3: none isolated, different L3s, different cores", 2, 3);
    }

    @Test
    void siblingsOnlyWithAWarning() {
        host.withCpus(2).threads(0, "0-1").threads(1, "0-1");
        CpuChoice choice = choose(2);
        assertEquals(Arrays.asList(0, 1), choice.cpus);
        assertTrue(choice.warning.contains("CPU 0,1 are siblings of one core"), choice.warning);
        assertEquals("CPU 0 and 1: there are no others in this cpuset, one L3, siblings of one core", choice.reason);
    }

    @Test
    void oneL3RatherThanTheLastOnes() {
        host.withCpus(5);
        IntStream.range(0, 5).forEach(cpu -> host.l3(cpu, cpu < 4 ? "0-3" : "4"));
        chosen("CPU 2 and 3: none isolated, one L3, different cores", 2, 3);
    }

    @Test
    void oneNodeRatherThanTheLastOnes() {
        host.withCpus(5);
        host.with("/sys/devices/system/node/node0/cpulist", "0-3")
                .with("/sys/devices/system/node/node1/cpulist", "4")
                .with("/sys/devices/system/node/node2/cpulist", "");
        IntStream.range(0, 5).forEach(cpu -> host.l3(cpu, "" + cpu));
        chosen("CPU 2 and 3: none isolated, one NUMA node, different L3s, different cores", 2, 3);
    }

    @Test
    void notCpu0ButForOneL3() {
        host.withCpus(3);
        chosen("CPU 1 and 2: none isolated, one L3, different cores", 1, 2);
        host.withCpus(6)
                .l3(0, "0,5")
                .l3(1, "1-2")
                .l3(2, "1-2")
                .l3(3, "3")
                .l3(4, "4")
                .l3(5, "0,5");
        chosen("CPU 1 and 2: none isolated, one L3, different cores", 1, 2);
        host.withCpus(3).l3(0, "0-1").l3(1, "0-1").l3(2, "2");
        chosen("CPU 0 and 1: none isolated, one L3, different cores", 0, 1);
    }

    @Test
    void withoutATickAmongEquals() {
        host.withCpus(8).with(FakeHost.CPU + "isolated", "2-7").with(FakeHost.CPU + "nohz_full", "4-5");
        chosen("CPU 4 and 5: isolated, without a timer tick, one L3, different cores", 4, 5);
        host.with(FakeHost.CPU + "nohz_full", "(null)");
        chosen("CPU 6 and 7: isolated, one L3, different cores", 6, 7);
    }

    @Test
    void whatIsNotToldMakesNoDifference() throws IOException {
        host.with("/proc/self/status", "Cpus_allowed_list:\t0,2-3,8");
        chosen("CPU 3 and 8: none isolated", 3, 8);
        host.with(FakeHost.CPU + "isolated", "rubbish").with(FakeHost.CPU + "nohz_full", "-");
        chosen("CPU 3 and 8: none isolated", 3, 8);
    }

    @Test
    void twoOfTheFasterKind() {
        // Two cores of two threads each, and four slower ones behind them, as laptops have them.
        host.withCpus(8).clocked(0, 3, 4_900_000).clocked(4, 7, 3_600_000);
        host.threads(0, "0-1").threads(1, "0-1").threads(2, "2-3").threads(3, "2-3");
        chosen("CPU 1 and 3: none isolated, of the fastest kind, one L3, different cores", 1, 3);
        // Isolated CPUs are a choice that a person has made.
        host.with(FakeHost.CPU + "isolated", "4-5");
        chosen("CPU 4 and 5: isolated, not of the fastest kind, one L3, different cores", 4, 5);
    }

    @Test
    void theKernelsCapacitiesTellKindsToo() {
        host.withCpus(6);
        IntStream.range(0, 6).forEach(cpu -> capacity(cpu, cpu < 3 ? 1024 : 446));
        chosen("CPU 1 and 2: none isolated, of the fastest kind, one L3, different cores", 1, 2);
    }

    @Test
    void twoOfOneKindRatherThanTheOneThatIsFastest() {
        host.withCpus(6);
        IntStream.range(0, 6).forEach(cpu -> capacity(cpu, cpu == 5 ? 1024 : cpu > 2 ? 800 : 400));
        chosen("CPU 3 and 4: none isolated, not of the fastest kind, one L3, different cores", 3, 4);
    }

    @Test
    void coresThatAreOnlyFavouredAreOfOneKind() {
        host.withCpus(4).clocked(0, 1, 6_000_000).clocked(2, 3, 5_700_000);
        chosen("CPU 2 and 3: none isolated, one L3, different cores", 2, 3);
    }

    @Test
    void aMixOfKindsIsWarnedOf() {
        host.withCpus(2).clocked(0, 0, 4_900_000).clocked(1, 1, 3_600_000);
        assertTrue(choose(2).warning.startsWith("CPU 0 is faster than CPU 1"), choose(2).warning);
        assertEquals(
                "CPU 0 and 1: there are no others in this cpuset, of different kinds, one L3," + " different cores",
                choose(2).reason);
    }

    private void capacity(int cpu, int capacity) {
        host.with(FakeHost.CPU + "cpu" + cpu + "/cpu_capacity", "" + capacity);
    }

    @Test
    void moreThreadsThanCoresTakeAsFewSiblingsAsTheyCan() {
        fourCoresEightThreads();
        List<Integer> five = choose(5).cpus;
        assertEquals(Arrays.asList(3, 4, 5, 6, 7), five);
    }

    @Test
    void whatIsAskedForNeedsNoReason() {
        assertNull(CpuChoice.asked(Collections.singletonList(1)).reason);
    }
}
