package org.whichjvm.workload.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which compiler a virtual machine has, by the name that it gives itself. */
class JvmInfoTest {
  @ParameterizedTest
  @CsvSource({
    "OpenJDK 64-Bit Server VM, C2",
    "Java HotSpot(TM) 64-Bit Server VM, C2",
    "Eclipse OpenJ9 VM, OpenJ9",
    "Zing 64-Bit Tiered VM, Falcon",
    "Some VM, Some VM"
  })
  void theCompilerFollowsFromTheNameOfTheVm(final String name, final String compiler) {
    assertEquals(compiler, JvmInfo.compilerOf(name));
  }
}
