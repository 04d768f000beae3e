package org.whichjvm.workload.queue;

import java.util.List;

/** A stretch of the exchange that is measured: its messages, and when they were due. */
final class Window {
    final Samples samples;

    /** When its messages are due; its threads set it before the first one. */
    volatile Schedule schedule;

    /** When the first one is due, in ms since 1970. */
    volatile long startedMillis;

    Window(Samples samples) {
        this.samples = samples;
    }

    /** Every message of some windows, in the order in which they were read. */
    static void forEachRead(List<Window> windows, Samples.Timeline sink) {
        windows.forEach(window -> window.samples.forEachRead(window.schedule, sink));
    }

    /** When the first message is due, on the clock of {@link System#nanoTime()}. */
    long start() {
        return schedule.intendedAt(0, 0);
    }
}
