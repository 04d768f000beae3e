package org.whichjvm.common;

/** Why a message was slow, as the workload found it. */
public enum SlowCause {
    /** A first touch of a page of the queue. */
    PAGE_FAULT("pageFault", "page faults"),
    /** A pause of the JVM, such as a garbage collection. */
    SAFEPOINT("safepoint", "safepoints"),
    /** An operation for which the JVM stops single threads. */
    HANDSHAKE("handshake", "handshakes"),
    /** The thread waited for its CPU, which ran another process or a thread of its own JVM. */
    PREEMPTION("preemption", "preemption"),
    /** The queue's next block was mapped. */
    REMAP("remap", "remaps of the queue"),
    /** The message was sent late; only the response time has it. */
    LATE_PRODUCER("lateProducer", "a late producer"),
    /** The consumer had given its CPU away. */
    WAKE_UP("wakeUp", "waking up"),
    /**
     * Nothing that was recorded: so look an exit of a virtual machine, an interrupt, a deoptimisation and a page fault
     * of code.
     */
    UNEXPLAINED("unexplained", "unexplained");

    /** Its name in JSON. */
    public final String key;

    /** Its name in sentences and tables. */
    public final String label;

    SlowCause(String key, String label) {
        this.key = key;
        this.label = label;
    }
}
