package org.whichjvm.collector.plan;

import org.whichjvm.collector.io.Field.About;
import org.whichjvm.collector.io.Field.Absent;
import org.whichjvm.collector.io.Field.Measured;
import org.whichjvm.collector.io.Field.Text;
import org.whichjvm.collector.io.Field.Whole;

/**
 * How a program ran alone, before its campaign begins.
 *
 * @param maxHeapBytes null if it is not known
 */
record FirstRun(
        @About("From its start to its end, or to the line of --until.") @Measured(above0 = true)
        double wallMillis,

        @About("From its start to its end.") @Measured(above0 = true)
        double endMillis,

        @About("Of all its processes.") @Measured double cpuMillis,

        @Whole(most = Integer.MAX_VALUE) int samples,

        @About("Those in which no thread of it ran, was ready to run or waited for a disk.")
        @Whole(most = Integer.MAX_VALUE)
        int idleSamples,

        @About("The most that it had open for a while.") @Whole(most = Integer.MAX_VALUE)
        int sockets,

        @About("The most that it had, its own included.") @Whole(most = Integer.MAX_VALUE)
        int processes,

        @Text("[A-Za-z0-9 ]{1,40}") String garbageCollector,

        @Absent @About("How large its heap may become.") @Whole
        Long maxHeapBytes) {

    /** The share of its time in which it only waited, 0 to 1. */
    double idle() {
        return samples == 0 ? 0 : (double) idleSamples / samples;
    }

    /** How many CPUs it kept busy, in the mean. */
    double cpus() {
        return cpuMillis / wallMillis;
    }
}
