package org.whichjvm.workload;

/** Which side of the exchange a JVM is, if the other one is in another JVM. */
enum Role {
  PRODUCER,
  CONSUMER;

  Role other() {
    return this == PRODUCER ? CONSUMER : PRODUCER;
  }

  /** As it is written on the command line. */
  @Override
  public String toString() {
    return this == PRODUCER ? "producer" : "consumer";
  }
}
