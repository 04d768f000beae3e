package org.whichjvm.collector.campaign.fork;

/** The two latencies of a message, each a field of a fork's JSON and a tag of its .hlog. */
public enum Latency {
  /** From just before the write to just after the read. */
  SERVICE("service"),

  /** From the intended send time: a stall is charged to every message that it delayed. */
  RESPONSE("response");

  /** Its name in JSON and CSV: service. */
  public final String key;

  /** Its name in sentences and tables: service time. */
  public final String label;

  Latency(final String key) {
    this.key = key;
    this.label = key + " time";
  }
}
