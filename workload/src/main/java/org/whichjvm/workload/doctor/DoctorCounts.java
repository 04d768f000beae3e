package org.whichjvm.workload.doctor;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.whichjvm.workload.host.HostFiles;

/** What the kernel had counted at one moment; times in clock ticks, of the chosen CPUs. */
final class DoctorCounts {
  private final Map<String, Long> interrupts = new HashMap<>();
  private final Map<String, Long> processes = new HashMap<>();
  private final String self;
  private long time;
  private long busy;
  private long stolen;

  DoctorCounts(final HostFiles files, final List<Integer> chosen) {
    for (final String line : files.lines("/proc/stat")) {
      final String[] words = line.trim().split("\\s+");
      final Long cpu = words[0].matches("cpu\\d+") ? Long.valueOf(words[0].substring(3)) : null;
      if (cpu != null && chosen.contains(cpu.intValue())) {
        addTimes(words);
      }
    }
    readInterrupts(files.lines("/proc/interrupts"), chosen);
    self = process(files.read("/proc/self/stat"));
    for (final String pid : files.names("/proc")) {
      if (Character.isDigit(pid.charAt(0))) {
        process(files.read("/proc/" + pid + "/stat"));
      }
    }
  }

  /** All time of the chosen CPUs. */
  long time() {
    return time;
  }

  /** Time in which the chosen CPUs were neither idle nor stolen. */
  long busy() {
    return busy;
  }

  /** Time that the hypervisor gave to others. */
  long stolen() {
    return stolen;
  }

  /** This process, as in {@link #processes()}, or null. */
  String self() {
    return self;
  }

  /** CPU time of each process that can be seen, by "NAME PID". */
  Map<String, Long> processes() {
    return processes;
  }

  /** Interrupts of each device on the chosen CPUs, by "NUMBER (NAME)". */
  Map<String, Long> interrupts() {
    return interrupts;
  }

  long ticks(final String process) {
    return process == null ? 0 : processes.getOrDefault(process, 0L);
  }

  /** user nice system idle iowait irq softirq steal; what comes after is in user already. */
  private void addTimes(final String... words) {
    for (int i = 1; i < words.length && i <= 8; i++) {
      final Long ticks = HostFiles.toNumber(words[i]);
      if (ticks == null) {
        continue;
      }
      time += ticks;
      stolen += i == 8 ? ticks : 0;
      busy += i == 4 || i == 5 || i == 8 ? 0 : ticks;
    }
  }

  /** Only devices have lines with a number. The first line says which CPU a column is. */
  private void readInterrupts(final List<String> lines, final List<Integer> chosen) {
    if (lines.isEmpty()) {
      return;
    }
    final String[] columns = lines.get(0).trim().split("\\s+");
    for (final String line : lines.subList(1, lines.size())) {
      final String[] words = line.trim().split("\\s+");
      if (!words[0].matches("\\d+:")) {
        continue;
      }
      long count = 0;
      for (int i = 0; i < columns.length && i + 1 < words.length; i++) {
        final Long cpu = HostFiles.toNumber(columns[i].replace("CPU", ""));
        final Long here = HostFiles.toNumber(words[i + 1]);
        count += cpu != null && here != null && chosen.contains(cpu.intValue()) ? here : 0;
      }
      interrupts.put(words[0].replace(":", "") + " (" + words[words.length - 1] + ")", count);
    }
  }

  /** Adds a line {@code PID (NAME) …}, whose name may have anything in it; returns "NAME PID". */
  private String process(final String stat) {
    final int open = stat == null ? -1 : stat.indexOf('(');
    final int close = stat == null ? -1 : stat.lastIndexOf(')');
    if (open < 0 || close < open) {
      return null;
    }
    final String[] words = stat.substring(close + 1).trim().split("\\s+");
    final Long user = words.length < 13 ? null : HostFiles.toNumber(words[11]);
    final Long system = words.length < 13 ? null : HostFiles.toNumber(words[12]);
    if (user == null || system == null) {
      return null;
    }
    final String name = stat.substring(open + 1, close).replaceAll("[^ -~]", "?");
    final String process = name + " " + stat.substring(0, open).trim();
    processes.put(process, user + system);
    return process;
  }
}
