package org.whichjvm.workload;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Packages import downwards only: the table of DESIGN, read from the class files. */
class ArchitectureTest {
    private static final String ROOT = "org.whichjvm.workload";
    private static final int MOST_CLASSES = 40;

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    /** Each package and those that it may import, from the top to the bottom. */
    private static Map<String, List<String>> layers() {
        Map<String, List<String>> layers = new LinkedHashMap<>();
        layers.put("cli", List.of("queue", "gc", "retail", "command", "service", "doctor", "fork", "host"));
        layers.put("queue", List.of("memory", "turn", "load", "score", "fork", "jvmlog", "host"));
        layers.put("turn", List.of("fork", "host"));
        layers.put("benchmarks", List.of("fork", "host"));
        layers.put("gc", List.of("score", "fork", "jvmlog", "host"));
        layers.put("retail", List.of("load", "turn", "score", "fork", "jvmlog", "host"));
        layers.put("command", List.of("memory", "turn", "program", "score", "fork", "jvmlog", "host"));
        layers.put("service", List.of("memory", "load", "turn", "program", "score", "fork", "host"));
        layers.put("memory", List.of("score", "fork", "host"));
        layers.put("program", List.of("fork", "jvmlog", "host"));
        layers.put("doctor", List.of("fork", "host"));
        layers.put("load", List.of("turn", "score", "fork", "host"));
        layers.put("score", List.of("fork", "host"));
        layers.put("fork", List.of("jvmlog", "host"));
        layers.put("jvmlog", List.of("host"));
        layers.put("host", List.of());
        return layers;
    }

    @Test
    void eachPackageImportsFromThoseBelowItOnly() {
        LayeredArchitecture architecture = layeredArchitecture().consideringOnlyDependenciesInAnyPackage(ROOT + "..");
        for (String layer : layers().keySet()) {
            String[] packages = {ROOT + "." + layer, ROOT + "." + layer + ".jmh_generated"};
            architecture = architecture.layer(layer).definedBy(packages);
        }
        for (Map.Entry<String, List<String>> layer : layers().entrySet()) {
            String[] below = layer.getValue().toArray(new String[0]);
            architecture = below.length == 0
                    ? architecture.whereLayer(layer.getKey()).mayNotAccessAnyLayer()
                    : architecture.whereLayer(layer.getKey()).mayOnlyAccessLayers(below);
        }
        architecture.ensureAllClassesAreContainedInArchitecture().check(CLASSES);
    }

    @Test
    void noPackagesImportEachOther() {
        slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void noPackageHasMoreClassesThanAReaderKeepsInMind() {
        Map<String, Long> sizes = CLASSES.stream()
                .filter(each -> each.isTopLevelClass() && !each.getPackageName().endsWith("generated"))
                .collect(Collectors.groupingBy(each -> each.getPackageName(), Collectors.counting()));
        sizes.forEach((name, size) -> assertTrue(size <= MOST_CLASSES, name + " has " + size));
    }
}
