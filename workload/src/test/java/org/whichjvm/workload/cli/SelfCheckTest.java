package org.whichjvm.workload.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SelfCheckTest {
  private static final String TEMURIN = "Eclipse Adoptium Temurin-17.0.20+8";

  @Test
  void theBuildThatIsPromisedPasses() {
    assertEquals(
        Optional.empty(),
        promise("17.0.20+8", "Temurin", "C2", "amd64")
            .mismatch("17.0.20+8", TEMURIN, "C2", "amd64", null));
    assertEquals(
        Optional.empty(),
        promise("21", "GraalVM CE", "Graal", "arm64")
            .mismatch(
                "21+35-jvmci-23.1-b15",
                "GraalVM Community GraalVM CE 21+35.1",
                "Graal",
                "aarch64",
                null));
  }

  @Test
  void anotherBuildVendorCompilerOrMachineIsTold() {
    final SelfCheck check = promise("17.0.20+8", "Temurin", "C2", "amd64");
    assertEquals(
        Optional.of("java.runtime.version is 17.0.2+8 where 17.0.20+8 is promised"),
        check.mismatch("17.0.2+8", TEMURIN, "C2", "amd64", null));
    assertEquals(
        Optional.of("java.runtime.version is 17.0.20+80 where 17.0.20+8 is promised"),
        check.mismatch("17.0.20+80", TEMURIN, "C2", "amd64", null));
    assertEquals(
        Optional.of("the vendor is 'Debian' where 'Temurin' is promised"),
        check.mismatch("17.0.20+8", "Debian", "C2", "amd64", null));
    assertEquals(
        Optional.of("the compiler is Graal where C2 is promised"),
        check.mismatch("17.0.20+8", TEMURIN, "Graal", "amd64", null));
    assertEquals(
        Optional.of("os.arch is aarch64 where amd64 is promised"),
        check.mismatch("17.0.20+8", TEMURIN, "C2", "aarch64", null));
  }

  @Test
  void aSubstituteMustStillBeOfTheSameMajorVersionCompilerAndMachine() {
    final SelfCheck check = promise("1.8.0_502-b07", "Temurin", "C2", "amd64");
    assertEquals(
        Optional.empty(),
        check.mismatch("1.8.0_504-8u504-ga-1", "Debian", "C2", "amd64", "a substitute"));
    assertEquals(
        Optional.of("java.runtime.version is 11.0.13+8 where 1.8 is promised"),
        check.mismatch("11.0.13+8", "Debian", "C2", "amd64", "a substitute"));
  }

  @Test
  void aBaseOfOnesOwnPromisesOnlyTheMachine() {
    final SelfCheck check = promise("any", "any", "any", "amd64");
    assertEquals(Optional.empty(), check.mismatch("24.0.1+9", "Somebody", "C2", "amd64", null));
    assertEquals(
        Optional.of("os.arch is aarch64 where amd64 is promised"),
        check.mismatch("24.0.1+9", "Somebody", "C2", "aarch64", null));
  }

  @Test
  void theShellAndTheJvmsLibraryAreOfTheMachineThatIsPromised() {
    final SelfCheck amd64 = promise("any", "any", "any", "amd64");
    final SelfCheck arm64 = promise("any", "any", "any", "arm64");
    assertEquals(Optional.empty(), amd64.otherMachine("x86_64", "amd64"));
    assertEquals(Optional.empty(), arm64.otherMachine("aarch64", "arm64"));
    assertEquals(Optional.empty(), arm64.otherMachine(null, "arm64"));
    assertEquals(
        Optional.of("uname -m is x86_64 where arm64 is promised"),
        arm64.otherMachine("x86_64", "arm64"));
    assertEquals(
        Optional.of("libjvm.so is amd64 where arm64 is promised"),
        arm64.otherMachine("aarch64", "amd64"));
  }

  private static SelfCheck promise(
      final String version, final String vendor, final String compiler, final String arch) {
    final SelfCheck check = new SelfCheck();
    new CommandLine(check)
        .parseArgs(
            "--version", version, "--vendor", vendor, "--compiler", compiler, "--arch", arch);
    return check;
  }
}
