package org.whichjvm.workload.command;

import java.util.Objects;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;

/** For {@link JmhOptionsTest}: most throw unless they have the options that they ask for. */
public class ForkedBenchmarks {
    @Benchmark
    @Fork(value = 2, jvmArgsAppend = "-Dtold=appended")
    public void appended() {
        expect("told", "appended");
    }

    @Benchmark
    @Fork(value = 2, warmups = 1, jvm = "/no/such/java", jvmArgs = "-Dtold=replaced")
    public void replaced() {
        expect("told", "replaced");
    }

    @Benchmark
    @Fork(jvmArgsAppend = "-Dcontender=benchmark")
    public void overruling() {
        expect("contender", "benchmark");
    }

    @Benchmark
    public void told() {
        expect("contender", "yes");
    }

    @Benchmark
    public void exits() {
        System.exit(0);
    }

    @Benchmark
    public void halts() {
        Runtime.getRuntime().halt(3);
    }

    @Benchmark
    public void throwsAfterPrinting() {
        System.out.println("printed");
        expect("thrown", "never");
    }

    /** A benchmark of the one kind of blackhole that every JVM has, on a JVM of the contender's. */
    private static void expect(String property, String value) {
        if (!value.equals(System.getProperty(property))
                || System.getProperty("contender") == null
                || Boolean.getBoolean("compilerBlackholesEnabled")) {
            throw new IllegalStateException(property + " is " + Objects.toString(System.getProperty(property)));
        }
    }
}
