package org.whichjvm.workload.fork;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/**
 * A jar with nothing but a main class and this JVM's class path: what the launcher can start before the real one is
 * packaged.
 */
public final class PathingJar {
    private PathingJar() {}

    /** Writes the jar, unless it is there already. */
    public static Path write(Path folder, Class<?> main) throws IOException {
        Path jar = folder.resolve(main.getSimpleName() + ".jar");
        if (Files.exists(jar)) {
            return jar;
        }
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, main.getName());
        attributes.put(
                Attributes.Name.CLASS_PATH,
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                        .map(entry -> Paths.get(entry).toUri().toString())
                        .collect(Collectors.joining(" ")));
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream empty = new JarOutputStream(file, manifest)) {
            empty.finish();
        }
        return jar;
    }
}
