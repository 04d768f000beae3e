package org.whichjvm.collector.plan;

import org.whichjvm.collector.io.Field.About;
import org.whichjvm.collector.io.Field.Measured;
import org.whichjvm.collector.io.Field.Text;

/** How the host freezes a program, tried while that ran alone. */
public record Freezing(
        @About("The kernel, at once; the container's engine, by a command; or nobody, where this user may not.")
        @Text("kernel|engine|nobody")
        String by,

        @About("What a freeze and a thaw take, the median of a few; 0 where the kernel does not.") @Measured
        double millis) {}
