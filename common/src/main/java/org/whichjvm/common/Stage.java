package org.whichjvm.common;

/**
 * The stages of a message on its way from the reading of the clock before it is written to the one after it is read.
 * The first four follow one another and are the whole way.
 */
public enum Stage {
    /** From its send time until the appender has given a place to write to. */
    ACQUIRE("acquire", "acquire a place in the queue"),
    /** Until its bytes are there. */
    COPY_IN("copyIn", "copy the message in"),
    /** Until the consumer finds it: the producer's commit, and the way from CPU to CPU. */
    HAND_OVER("handOver", "commit, and hand over to the consumer"),
    /** Until the consumer has its bytes. */
    COPY_OUT("copyOut", "copy the message out"),
    /** Until the producer's commit has returned, from when its bytes are there. */
    COMMIT("commit", "the producer's commit, beside the hand-over");

    /** Its name in a fork's JSON. */
    public final String key;

    /** Reads as in "copy the message in takes 12 ns more". */
    public final String text;

    Stage(String key, String text) {
        this.key = key;
        this.text = text;
    }
}
