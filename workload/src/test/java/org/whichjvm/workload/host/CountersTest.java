package org.whichjvm.workload.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.workload.doctor.FakeHost;

/** What is read out of /proc and of control groups, from texts of both versions. */
class CountersTest {
    private static final String STAT = "cpu  100 0 100 900 0 0 0 30 0 0\n"
            + "cpu0 40 1 50 400 7 2 3 10 0 0\n"
            + "cpu1 60 0 50 500 0 0 0 20 0 0\n"
            + "cpu10 9000 0 0 0 0 0 0 9000 0 0\n"
            + "intr 12345\n";

    @Test
    void theColumnsOfTheMeasuredCpusAreSummed() {
        assertEquals(30, HostCounters.ticks(STAT, Arrays.asList(0, 1), 8));
        assertEquals(40 + 1 + 50 + 2 + 3, HostCounters.ticks(STAT, Arrays.asList(0), 1, 2, 3, 6, 7));
        assertNull(HostCounters.ticks(STAT, Arrays.asList(0, 2), 8), "a CPU that is not there");
        assertNull(HostCounters.ticks("cpu0 1 2 3 4\n", Arrays.asList(0), 8), "an old kernel");
        assertNull(HostCounters.ticks(null, Arrays.asList(0), 8));
    }

    @Test
    void throttlingOfBothVersionsOfControlGroups() {
        String v1 = "nr_periods 10\nnr_throttled 4\nthrottled_time 123456789\n";
        String v2 = "usage_usec 9\nuser_usec 5\nsystem_usec 4\nnr_periods 10\nnr_throttled 3\n"
                + "throttled_usec 5000\nnr_bursts 0\n";
        assertEquals(4, ProcWindows.number(v1, "nr_throttled "));
        assertEquals(123_456_789, HostCounters.throttledNanos(v1));
        assertEquals(3, ProcWindows.number(v2, "nr_throttled "));
        assertEquals(5_000_000, HostCounters.throttledNanos(v2));
        String root = "usage_usec 9\nuser_usec 5\nsystem_usec 4\n";
        assertNull(ProcWindows.number(root, "nr_throttled "));
        assertNull(HostCounters.throttledNanos(root));
    }

    @Test
    void theOwnGroupIsLookedForFirst(@TempDir Path first, @TempDir Path second) {
        FakeHost v1 = new FakeHost(first)
                .with("/proc/self/mounts", "cgroup /sys/fs/cgroup/cpu cgroup rw,cpu,cpuacct 0 0")
                .with("/proc/self/cgroup", "5:memory:/x\n4:cpu,cpuacct:/docker/abc\n0::/")
                .with("/sys/fs/cgroup/cpu/cpu.stat", "nr_throttled 1");
        assertEquals("/sys/fs/cgroup/cpu/cpu.stat", new Cgroups(v1).file("cpu", "cpu.stat"));
        v1.with("/sys/fs/cgroup/cpu/docker/abc/cpu.stat", "nr_throttled 2");
        assertEquals("/sys/fs/cgroup/cpu/docker/abc/cpu.stat", new Cgroups(v1).file("cpu", "cpu.stat"));

        FakeHost v2 = new FakeHost(second)
                .with("/proc/self/mounts", "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0")
                .with("/proc/self/cgroup", "0::/user.slice/a:b");
        assertNull(new Cgroups(v2).file("cpu", "cpu.stat"));
        v2.with("/sys/fs/cgroup/user.slice/a:b/cpu.stat", "nr_throttled 3");
        assertEquals("/sys/fs/cgroup/user.slice/a:b/cpu.stat", new Cgroups(v2).file("cpu", "cpu.stat"));
    }

    @Test
    void memoryIsCountedInTheOwnGroupOnly(@TempDir Path root) {
        FakeHost host = new FakeHost(root)
                .with("/proc/self/mounts", "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0")
                .with("/proc/self/cgroup", "0::/user.slice/whichjvm-nightly.service/fork");
        assertEquals(Optional.empty(), new Cgroups(host).memoryGroup());
        // In a container only the mount is there.
        host.with("/sys/fs/cgroup/cgroup.procs", "1");
        assertEquals(Optional.of("/sys/fs/cgroup"), new Cgroups(host).memoryGroup());
        // The service counts the memory of others too.
        String service = "/sys/fs/cgroup/user.slice/whichjvm-nightly.service";
        host.with(service + "/cgroup.procs", "2").with(service + "/memory.peak", "1200000000");
        host.with(service + "/fork/cgroup.procs", "3");
        assertEquals(Optional.of(service + "/fork"), new Cgroups(host).memoryGroup());
    }

    @Test
    void pressureIsTheTotalThatSomeTaskWaited() {
        assertEquals(
                4_711,
                HostCounters.someMicros("some avg10=0.00 avg60=1.27 avg300=0.60 total=4711\n"
                        + "full avg10=0.00 avg60=0.00 avg300=0.00 total=9\n"));
        assertNull(HostCounters.someMicros(null));
        assertNull(HostCounters.someMicros("none\n"));
    }

    @Test
    void aThreadsCounters() {
        String status = "Name:\tconsumer\nvoluntary_ctxt_switches:\t12\nnonvoluntary_ctxt_switches:\t345\n";
        assertEquals(12, ProcWindows.number(status, "voluntary_ctxt_switches:"));
        assertEquals(345, ProcWindows.number(status, "nonvoluntary_ctxt_switches:"));
        assertNull(ProcWindows.number(status, "other:"));
        // A name may hold blanks and parentheses.
        String stat = "4242 (a (b) c) R 1 2 3 0 -1 4194304 111 0 22 0 5 6 0 0 20 0 1 0";
        assertEquals("111", HostFiles.stat(stat, 10));
        assertEquals("22", HostFiles.stat(stat, 12));
        assertNull(HostFiles.stat("", 10));
        assertEquals(52893, ThreadCounters.runQueueNanos("68920 52893 2\n"));
        assertNull(ThreadCounters.runQueueNanos(null));
        assertNull(ThreadCounters.runQueueNanos(""));
    }

    @Test
    void whatIsMissingIsAbsentAndNotZero() {
        JsonObject json = new JsonObject();
        json.addProperty("known", 0);
        json.addProperty("unknown", (Long) null);
        ProcWindows.dropNulls(json);
        assertTrue(json.has("known"));
        assertFalse(json.has("unknown"));
        ProcWindows windows = new ProcWindows("/proc/there-is-no-such-file", null);
        windows.start();
        windows.end();
        assertNull(windows.sum(0, text -> ProcWindows.number(text, "")));
        assertNull(windows.sum(1, text -> ProcWindows.number(text, "")));
    }

    @Test
    void aThreadOfThisHostCountsItsOwnFaults() {
        ThreadCounters counters = new ThreadCounters();
        counters.start();
        long[] touched = new long[4 << 20];
        touched[touched.length - 1] = 1;
        counters.end();
        JsonObject json = new JsonObject();
        counters.describe(json);
        assertTrue(json.get("voluntarySwitches").getAsLong() >= 0);
        assertTrue(json.get("minorFaults").getAsLong() >= 0);
    }
}
