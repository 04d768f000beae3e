package org.whichjvm.workload.doctor;

import static org.whichjvm.workload.doctor.DoctorLine.NOT_TOLD;
import static org.whichjvm.workload.doctor.DoctorLine.NOT_VISIBLE;
import static org.whichjvm.workload.doctor.DoctorLine.check;
import static org.whichjvm.workload.doctor.DoctorLine.fail;
import static org.whichjvm.workload.doctor.DoctorLine.notTold;
import static org.whichjvm.workload.doctor.DoctorLine.pass;
import static org.whichjvm.workload.doctor.DoctorLine.warn;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.whichjvm.common.Units;
import org.whichjvm.workload.host.Cgroups;
import org.whichjvm.workload.host.Emulation;
import org.whichjvm.workload.host.HostFiles;

/** The machine and what runs forks on it: real or virtual, its clock, limits, engine and disk. */
final class DoctorMachine {
  /** Read in a few ns, without a system call; kvm-clock and Hyper-V's through the vDSO as well. */
  private static final List<String> FAST_CLOCKS =
      Arrays.asList("tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter");

  /** Words of DMI in virtual machines; clouds' bare-metal machines have "metal" in the product. */
  private static final Pattern VIRTUAL =
      Pattern.compile(
          "(?i)qemu|kvm|vmware|virtualbox|xen|hvm|bochs|virtual machine|parallels|openstack"
              + "|google compute engine|amazon ec2|alibaba cloud ecs|droplet");

  private static final String DMI = "/sys/class/dmi/id/";

  /** The oldest Compose that resolves "service:" contexts, as in scripts/lib/docker.sh. */
  private static final int[] COMPOSE_WANTED = {2, 40};

  private static final long ENOUGH_DISK = 1L << 30;
  private static final long SOME_DISK = 16L << 20;

  private final DoctorHost host;

  DoctorMachine(final DoctorHost host) {
    this.host = host;
  }

  DoctorLine emulation() {
    final Optional<String> witness = Emulation.witness(host, host.arch());
    if (witness.isPresent()) {
      return fail(
          "emulation",
          host.arch() + ", but " + witness.get(),
          "the emulator would be measured: run the image of this machine's own architecture");
    }
    return pass("emulation", Emulation.isTold(host) ? "none, " + host.arch() : NOT_TOLD);
  }

  /**
   * @param stolen share of the chosen CPUs that the hypervisor gave to others, or null
   */
  DoctorLine virtual(final Double stolen) {
    final String dmi = dmi();
    if (!isVirtual(dmi)) {
      return pass("virtual", "no" + (dmi.isEmpty() ? "" : ", " + dmi));
    }
    return warn(
        "virtual",
        String.format(
            Locale.ROOT,
            "a virtual machine (%s), steal %s",
            dmi.isEmpty() ? "its maker " + NOT_TOLD : dmi,
            stolen == null ? NOT_TOLD : String.format(Locale.ROOT, "%.1f %%", 100 * stolen)),
        "its CPUs wander, and the floor with them: look at p50 ÷ floor, take dedicated CPUs or bare"
            + " metal");
  }

  private boolean isVirtual(final String dmi) {
    if (host.read("/sys/hypervisor/type") != null
        || host.read("/proc/device-tree/hypervisor/compatible") != null) {
      return true;
    }
    // Where the CPU's flags are told they are the better witness.
    final String flags = host.field("/proc/cpuinfo", "flags");
    return flags == null
        ? VIRTUAL.matcher(dmi).find() && !dmi.contains("metal")
        : Arrays.asList(flags.split(" ")).contains("hypervisor");
  }

  private String dmi() {
    final StringBuilder text = new StringBuilder();
    for (final String name : Arrays.asList("sys_vendor", "product_name")) {
      final String value = host.read(DMI + name);
      if (value != null && !value.isEmpty()) {
        text.append(text.length() == 0 ? "" : " ").append(value);
      }
    }
    return text.toString();
  }

  DoctorLine cpuLimit() {
    final Double limit = new Cgroups(host).cpuLimit();
    if (limit == null) {
      return pass("cgroup-cpu", "no limit");
    }
    final String value = String.format(Locale.ROOT, "%.1f CPUs", limit);
    return limit < 2
        ? fail(
            "cgroup-cpu", value, "two threads that spin would be stopped again and again: lift it")
        : warn("cgroup-cpu", value, "when JIT and GC run too, all are stopped: lift it");
  }

  DoctorLine clock() {
    final String clock =
        host.read("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    if (clock == null) {
      return notTold("clock-source");
    }
    return check(
        "clock-source",
        FAST_CLOCKS.contains(clock),
        clock,
        "to take the time twice a message costs more than the message: boot with"
            + " clocksource=tsc tsc=reliable, if the machine's TSC is");
  }

  DoctorLine engine() {
    if (host.inContainer()) {
      return pass("engine", NOT_VISIBLE);
    }
    final Optional<String> docker =
        host.firstLine("docker", "version", "--format", "{{.Server.Version}}");
    if (!docker.isPresent()) {
      return warn(
          "engine",
          "no docker answers",
          "only the JVMs of this host can be compared; on Debian scripts/install-docker installs"
              + " it, as root");
    }
    final Optional<String> compose = host.firstLine("docker", "compose", "version", "--short");
    final String value = "docker " + docker.get() + ", compose " + compose.orElse("none");
    return check(
        "engine",
        compose.filter(DoctorMachine::isWanted).isPresent(),
        value,
        "compose "
            + COMPOSE_WANTED[0]
            + "."
            + COMPOSE_WANTED[1]
            + " or newer builds the variants: install it");
  }

  /** Compares a version such as 2.40.3-3 or v2.39.1 with the oldest that is wanted. */
  private static boolean isWanted(final String version) {
    final String[] numbers = version.replaceFirst("^v", "").split("[^0-9]", 3);
    final Long major = HostFiles.toNumber(numbers[0]);
    final Long minor = numbers.length < 2 ? null : HostFiles.toNumber(numbers[1]);
    return major != null
        && minor != null
        && (major > COMPOSE_WANTED[0] || major == COMPOSE_WANTED[0] && minor >= COMPOSE_WANTED[1]);
  }

  DoctorLine results(final Path out) {
    if (!host.isWritable(out)) {
      return fail(
          "out", out + " is no folder that this user can write", "make it, or give --out DIR");
    }
    final long free = host.freeBytes(out);
    final String value = Units.bytes(free) + " free in " + out;
    if (free < SOME_DISK) {
      return fail("out", value, "results would not fit: make room, or give --out DIR");
    }
    return free < ENOUGH_DISK
        ? warn("out", value, "a long campaign may not fit: make room, or give --out DIR")
        : pass("out", value);
  }
}
