package org.whichjvm.workload.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class CpusTest {
  private static final List<Integer> FOUR = Arrays.asList(0, 2, 3, 8);

  @Test
  void readsTheKernelsListForm() {
    assertEquals(FOUR, Cpus.parseList("0,2-3,8"));
  }

  @Test
  void takesWhatIsAskedFor() {
    assertEquals(Arrays.asList(8, 0), Cpus.choose(FOUR, Arrays.asList(8, 0), 2).cpus());
  }

  @Test
  void oneCpuIsTooFew() {
    final CannotRun e =
        assertThrows(CannotRun.class, () -> Cpus.choose(Collections.singletonList(5), null, 2));
    assertTrue(e.getMessage().contains("only CPU 5"), e.getMessage());
  }

  @Test
  void aCpuOutsideTheSetTheSameTwiceOrTheWrongNumberIsRefused() {
    for (final List<Integer> wrong :
        Arrays.asList(Arrays.asList(0, 1), Arrays.asList(2, 2), Arrays.asList(0, 2, 3))) {
      final WrongUsage e = assertThrows(WrongUsage.class, () -> Cpus.choose(FOUR, wrong, 2));
      assertTrue(e.getMessage().startsWith("--cpus is " + Cpus.join(wrong)), e.getMessage());
    }
  }
}
