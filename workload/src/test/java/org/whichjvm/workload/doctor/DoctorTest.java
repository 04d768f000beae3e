package org.whichjvm.workload.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.workload.doctor.DoctorLine.Status;
import org.whichjvm.workload.host.CpuChoice;
import org.whichjvm.workload.host.Cpus;

/** All lines of the doctor together, and each finding by itself. */
class DoctorTest extends DoctorFixture {
    @Test
    void anIdealHostPassesInAll() {
        idealHost();
        for (DoctorLine line : lines()) {
            assertEquals(Status.PASS, line.status, line.toString());
            assertNull(line.advice);
        }
    }

    @Test
    void namesAreDifferentAndTheWeightiestComeFirst() {
        idealHost();
        List<String> names = lines().stream().map(line -> line.name).collect(Collectors.toList());
        assertEquals(names.size(), names.stream().distinct().count());
        assertEquals("cpus", names.get(0));
        assertTrue(names.indexOf("isolated") < names.indexOf("thp"));
    }

    @ParameterizedTest
    @CsvSource({
        "/sys/devices/system/cpu/cpu6/cpufreq/scaling_governor, powersave, governor, 'performance, powersave'",
        "/sys/devices/system/cpu/intel_pstate/no_turbo, 0, turbo, on",
        "/sys/devices/system/cpu/cpu7/cpuidle/state1/disable, 0, c-states, C6 170 µs",
        "/sys/devices/system/cpu/nohz_full, '', nohz-full, none",
        "/sys/kernel/mm/transparent_hugepage/enabled, [always] madvise never, thp, always",
        "/sys/devices/system/clocksource/clocksource0/current_clocksource, hpet, clock-source, hpet",
        "/proc/meminfo, 'SwapTotal: 2048 kB\nSwapFree: 1024 kB', swap,"
                + " '1,024 KiB in use of 2,048 KiB, swappiness 60'",
    })
    void eachFindingIsToldByItself(String file, String text, String name, String value) {
        idealHost();
        host.with(file, text);
        only(Status.WARN, name, value);
    }

    @Test
    void theEngineAndTheRoomForResultsAreFindingsToo() {
        idealHost();
        host.commands.put("docker compose version --short", "v2.39.1");
        only(Status.WARN, "engine", "compose v2.39.1");
        host.commands.clear();
        only(Status.WARN, "engine", "no docker answers");
        idealHost();
        host.diskBytes = 100 << 20;
        only(Status.WARN, "out", "100 MiB free in out");
        host.writable = false;
        only(Status.FAIL, "out", "out is no folder");
    }

    @Test
    void aHostThatTellsNothingIsNoException() {
        List<DoctorLine> lines = lines();
        assertEquals(23, lines.size());
        is(Status.FAIL, "cpus", "0");
        is(Status.PASS, "governor", DoctorLine.NOT_TOLD);
        assertEquals("no CPU: this host tells of none", Doctor.choice(host, Cpus.effective(host)).reason);
    }

    @Test
    void oddFilesAreNoException() {
        idealHost();
        for (String file : new String[] {
            "/proc/stat",
            "/proc/interrupts",
            "/proc/meminfo",
            "/proc/self/cgroup",
            "/proc/self/mounts",
            "/proc/self/stat",
            "/proc/77/stat",
            "/proc/cpuinfo",
            "/proc/irq/24/smp_affinity_list",
            CPU + "isolated",
            CPU + "nohz_full",
            CPU + "intel_pstate/no_turbo",
            CPU + "cpu6/topology/thread_siblings_list",
            CPU + "cpu6/cpuidle/state1/latency",
            "/sys/devices/system/node/node0/cpulist",
            "/proc/self/status",
            CPU + "online",
            "/proc/sys/kernel/perf_event_paranoid",
            "/sys/fs/cgroup/user.slice/cpu.max",
            "/sys/kernel/mm/transparent_hugepage/enabled"
        }) {
            for (String text : new String[] {"", "x", ": 1-", "cpu6 x\n1: y (", "9-1", "[", "1 2 3"}) {
                host.with(file, text);
                assertEquals(23, lines().size(), file + ": " + text);
            }
            idealHost();
        }
    }

    @Test
    void textAndJsonSayTheSame() {
        idealHost();
        host.with(CPU + "intel_pstate/no_turbo", "0");
        List<DoctorLine> lines = lines();
        CpuChoice choice = Doctor.choice(host, Cpus.effective(host));
        String[] text = Doctor.asText(lines, choice).split(System.lineSeparator());
        JsonObject json = JsonParser.parseString(Doctor.asJson(lines, choice)).getAsJsonObject();
        JsonArray checks = json.getAsJsonArray("checks");
        assertEquals(lines.size(), checks.size());
        assertEquals(lines.size() + 2, text.length);
        for (int i = 0; i < lines.size(); i++) {
            JsonObject check = checks.get(i).getAsJsonObject();
            assertTrue(text[i].startsWith(check.get("status").getAsString() + "  "), text[i]);
            assertTrue(text[i].contains(check.get("name").getAsString()), text[i]);
            assertTrue(text[i].contains(check.get("value").getAsString()), text[i]);
            assertEquals(
                    check.get("status").getAsString().equals("pass"),
                    check.get("advice").isJsonNull());
        }
        assertEquals("[6,7]", json.getAsJsonObject("cpus").get("chosen").toString());
        assertEquals(json.getAsJsonObject("cpus").get("reason").getAsString(), text[text.length - 2]);
        assertEquals("22 pass, 1 warn, 0 fail", text[text.length - 1]);
    }
}
