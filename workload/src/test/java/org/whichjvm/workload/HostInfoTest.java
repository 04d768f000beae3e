package org.whichjvm.workload;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HostInfoTest {
  private static final String X86 = "processor : 0\nvendor_id : GenuineIntel\n";
  private static final String ARM = "processor : 0\nCPU implementer : 0x41\n";

  @Test
  void aMachineOfAnotherKindThanItsCpuIsEmulated() {
    assertTrue(HostInfo.isEmulated("aarch64", X86));
    assertTrue(HostInfo.isEmulated("amd64", ARM));
  }

  @Test
  void aMachineOfTheKindOfItsCpuIsReal() {
    assertFalse(HostInfo.isEmulated("amd64", X86));
    assertFalse(HostInfo.isEmulated("aarch64", ARM));
  }
}
