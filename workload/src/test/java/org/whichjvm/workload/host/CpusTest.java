package org.whichjvm.workload.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.common.WrongUsage;

class CpusTest {
    private static final List<Integer> FOUR = Arrays.asList(0, 2, 3, 8);

    @Test
    void readsTheKernelsListForm() {
        assertEquals(FOUR, HostFiles.toCpuList("0,2-3,8"));
    }

    @Test
    void takesWhatIsAskedFor() {
        assertEquals(Arrays.asList(8, 0), Cpus.choose(FOUR, Arrays.asList(8, 0), 2).cpus);
    }

    @Test
    void oneCpuIsTooFew() {
        CannotRun e = assertThrows(CannotRun.class, () -> Cpus.choose(Collections.singletonList(5), null, 2));
        assertEquals(
                "2 threads need a CPU each, and this process may use only CPU 5; give it more (compose:"
                        + " WHICHJVM_CPUSET, or taskset), or fewer --producers",
                e.getMessage());
    }

    @Test
    void moreThreadsThanCpusAreTooMany() {
        CannotRun e = assertThrows(CannotRun.class, () -> Cpus.choose(FOUR, null, 5));
        assertTrue(e.getMessage().startsWith("5 threads need a CPU each"), e.getMessage());
    }

    @Test
    void theSameCpuTwiceOrTheWrongNumberIsRefused() {
        for (List<Integer> wrong : Arrays.asList(Arrays.asList(2, 2), Arrays.asList(0, 2, 3))) {
            assertEquals(
                    "--cpus is " + Cpus.join(wrong) + "; 2 different CPUs: one for each producer, then the consumer's",
                    refusalOf(wrong));
        }
    }

    @Test
    void aCpuOutsideTheSetIsRefused() {
        assertEquals(
                "--cpus is 0,9999, and this process may use only CPU 0,2,3,8 (host numbers, also in a container); two of those, or"
                        + " allow it more by taskset or WHICHJVM_CPUSET",
                refusalOf(Arrays.asList(0, 9999)));
    }

    @Test
    void aCpuThatComesTwiceIsNotTwo() {
        assertEquals(
                "--cpus is 2,3,3; name each CPU once",
                assertThrows(WrongUsage.class, () -> Cpus.check(Arrays.asList(2, 3, 3), FOUR))
                        .getMessage());
    }

    private static String refusalOf(List<Integer> asked) {
        return assertThrows(WrongUsage.class, () -> Cpus.choose(FOUR, asked, 2)).getMessage();
    }
}
