package org.whichjvm.workload.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.whichjvm.workload.doctor.DoctorHost;
import org.whichjvm.workload.fork.JvmInfo;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.ElfMachine;
import org.whichjvm.workload.host.ThisJvm;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Run while an image is built: the JVM in it is the one that the variant's name promises. */
@Command(
    name = "self-check",
    hidden = true,
    description =
        "Compares this JVM with what a variant promises; fails the image build if it differs.")
final class SelfCheck implements Callable<Integer> {
  /** The version of a variant that promises nothing but the machine: `custom`. */
  private static final String ANY = "any";

  @Option(names = "--version", required = true, description = "Start of java.runtime.version.")
  private String version;

  @Option(names = "--vendor", required = true, description = "A word of vendor and vendor version.")
  private String vendor;

  @Option(names = "--compiler", required = true, description = "C2 or Graal.")
  private String compiler;

  @Option(names = "--arch", required = true, description = "Docker's name: amd64 or arm64.")
  private String arch;

  @Override
  public Integer call() throws IOException {
    final Path libjvm = ElfMachine.libjvm();
    final String machine = libjvm == null ? arch : ElfMachine.of(libjvm);
    String mismatch = otherMachine(new DoctorHost().firstLine("uname", "-m"), machine);
    if (mismatch == null) {
      mismatch =
          mismatch(
              System.getProperty("java.runtime.version"),
              JvmInfo.vendor(),
              JvmInfo.compiler(),
              System.getProperty("os.arch"),
              ThisJvm.environment("WHICHJVM_SUBSTITUTE"));
    }
    if (mismatch != null) {
      throw new CannotRun(mismatch + "; the base of this image is not the one its name promises");
    }
    System.out.println(
        "self-check: "
            + JvmInfo.vendor()
            + " "
            + System.getProperty("java.runtime.version")
            + ", "
            + JvmInfo.compiler()
            + ", "
            + arch);
    return 0;
  }

  /**
   * What of the machine does not fit, as a sentence, or null.
   *
   * @param uname what {@code uname -m} says; null if there is no such program
   * @param libjvm what {@link ElfMachine} says of the JVM's library
   */
  String otherMachine(final String uname, final String libjvm) {
    if (uname != null && !uname.equals(arch.equals("arm64") ? "aarch64" : "x86_64")) {
      return "uname -m is " + uname + " where " + arch + " is promised";
    }
    return libjvm.equals(arch)
        ? null
        : "libjvm.so is " + libjvm + " where " + arch + " is promised";
  }

  /**
   * What does not fit, as a sentence, or null.
   *
   * @param substitute why another build stands in, in which case only the major version, the
   *     compiler and the machine must fit; or null
   */
  String mismatch(
      final String isVersion,
      final String isVendor,
      final String isCompiler,
      final String isArch,
      final String substitute) {
    if (!isArch.equals(arch.equals("arm64") ? "aarch64" : arch)) {
      return "os.arch is " + isArch + " where " + arch + " is promised";
    }
    if (version.equals(ANY)) {
      return null;
    }
    final String promised = substitute == null ? version : major(version);
    if (!isVersion.equals(promised) && !isVersion.matches("\\Q" + promised + "\\E[^0-9].*")) {
      return "java.runtime.version is " + isVersion + " where " + promised + " is promised";
    }
    if (substitute == null && !isVendor.contains(vendor)) {
      return "the vendor is '" + isVendor + "' where '" + vendor + "' is promised";
    }
    if (!isCompiler.equals(compiler)) {
      return "the compiler is " + isCompiler + " where " + compiler + " is promised";
    }
    return null;
  }

  /** {@code 1.8} of {@code 1.8.0_502-b07}, {@code 17} of {@code 17.0.20}. */
  private static String major(final String version) {
    return version.replaceFirst("^(1\\.\\d+|\\d+).*", "$1");
  }
}
