package org.whichjvm.workload.queue.pair;

/** Which side of the exchange a JVM is, if the other one is in another JVM. */
public enum Role {
  PRODUCER,
  CONSUMER;

  /** The word on the command line. */
  @Override
  public String toString() {
    return this == PRODUCER ? "producer" : "consumer";
  }
}
