package org.whichjvm.workload.host;

import java.util.ArrayList;
import java.util.List;

/** A JVM like this one, with the same class path, for what is to happen in another process. */
public final class ChildJvm {
    private ChildJvm() {}

    /** Runs the class's main method, with these options of the JVM. */
    public static ProcessBuilder of(Class<?> main, String... options) {
        List<String> words = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
        words.addAll(List.of(options));
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        return new ProcessBuilder(words);
    }
}
