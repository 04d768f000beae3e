package org.whichjvm.workload.queue;

/** Why a message was late: the names in a fork's file and for a person. */
enum Cause {
  PAGE_FAULT("pageFault", "page faults"),
  SAFEPOINT("safepoint", "safepoints"),
  HANDSHAKE("handshake", "handshakes"),
  PREEMPTION("preemption", "preemption"),
  REMAP("remap", "remaps of the queue"),
  LATE_PRODUCER("lateProducer", "late producer"),
  /** The consumer had given its CPU away, as its wait strategy says, and had to wake up. */
  WAKE_UP("wakeUp", "waking up"),
  UNEXPLAINED("unexplained", "unexplained");

  /** In JSON. */
  final String key;

  /** In a sentence. */
  final String words;

  Cause(final String key, final String words) {
    this.key = key;
    this.words = words;
  }
}
