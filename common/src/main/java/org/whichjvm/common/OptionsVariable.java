package org.whichjvm.common;

/** The environment variable from which a JVM takes options if its command line is another's. */
public final class OptionsVariable {
    /** The first Java whose launcher takes options from JDK_JAVA_OPTIONS. */
    private static final int FIRST_WITH_OPTIONS = 9;

    private OptionsVariable() {}

    /**
     * The variable that a Java reads. Java 8 repeats the options of its only one on stderr.
     *
     * @param major the version of Java, 8 or more; 0 if it is unknown, for a variable that all read
     */
    public static String of(int major) {
        return major < FIRST_WITH_OPTIONS ? "JAVA_TOOL_OPTIONS" : "JDK_JAVA_OPTIONS";
    }
}
