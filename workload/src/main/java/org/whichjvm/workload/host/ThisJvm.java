package org.whichjvm.workload.host;

/** The environment of this process, and the abilities of its JVM. */
public final class ThisJvm {
    /** Looked for once: the class that needs it most must not allocate where it does. */
    private static final boolean HAS_MODULE_MANAGEMENT = findsModuleManagement();

    private ThisJvm() {}

    /** A variable of the environment, null if empty: compose sets those it does not know to "". */
    public static String environment(String name) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? null : value;
    }

    /** The version of Java: 8, 11, 17 … */
    public static int major() {
        return major(System.getProperty("java.specification.version"));
    }

    /** The same of a JVM by the version of its specification: 1.8, 11, 17 … */
    public static int major(String version) {
        return Integer.parseInt(version.startsWith("1.") ? version.substring(2) : version);
    }

    /** Whether it has the classes of com.sun.management: a runtime of jlink's may lack them. */
    public static boolean hasModuleManagement() {
        return HAS_MODULE_MANAGEMENT;
    }

    private static boolean findsModuleManagement() {
        try {
            Class.forName("com.sun.management.HotSpotDiagnosticMXBean");
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
