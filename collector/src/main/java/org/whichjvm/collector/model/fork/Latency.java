package org.whichjvm.collector.model.fork;

/** The two latencies of a message, each a field of a fork's JSON and a tag of its .hlog. */
public enum Latency {
    /** The time from just before the write to just after the read. */
    SERVICE("service"),
    /** The time from the intended sending: a stall is charged to every message that it delayed. */
    RESPONSE("response");

    /** Its name in JSON and CSV: service. */
    public final String key;

    public final String label;

    Latency(String key) {
        this.key = key;
        this.label = key + " time";
    }
}
