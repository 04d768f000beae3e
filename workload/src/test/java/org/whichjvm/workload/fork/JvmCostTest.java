package org.whichjvm.workload.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class JvmCostTest {
    @Test
    void theArchiveOfClassesIsTheOneThatIsInTheJvmsMemory() {
        String jdk = "7f00-7f10 rw-p 00001000 fe:00 12 /opt/jdk/lib/server/classes.jsa";
        String own = "7f10-7f20 rw-p 00001000 fe:00 13 /opt/whichjvm/class-data.jsa";
        String other = "7f20-7f30 r-xp 00000000 fe:00 14 /opt/jdk/lib/server/libjvm.so";
        assertEquals("workload", JvmCost.classData(String.join("\n", jdk, own, other)));
        assertEquals("workload", JvmCost.classData(String.join("\n", jdk, other, own)));
        assertEquals("jdk", JvmCost.classData(String.join("\n", other, jdk)));
        assertEquals("none", JvmCost.classData(other));
        assertNull(JvmCost.classData(null));
    }
}
