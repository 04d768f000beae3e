package org.whichjvm.collector;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each package imports only from those after it, from the command line down to files and sums. */
class ArchitectureTest {
    private static final String ROOT = "org.whichjvm.collector";

    private static final List<String> LAYERS = Stream.of(
                    "cli",
                    "across",
                    "html",
                    "explain",
                    "html.chart",
                    "export",
                    "report",
                    "run",
                    "decide",
                    "plan",
                    "model",
                    "model.fork")
            .map(ArchitectureTest::inRoot)
            .toList();

    /** Beside one another: neither knows the other. */
    private static final List<String> LOWEST = List.of(inRoot("stats"), inRoot("io"));

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void everyClassIsInALayer() {
        String[] all = Stream.concat(LAYERS.stream(), LOWEST.stream()).toArray(String[]::new);
        classes().should().resideInAnyPackage(all).check(CLASSES);
    }

    @Test
    void noLayerImportsFromOneAboveIt() {
        for (int i = 1; i < LAYERS.size(); i++) {
            checkIndependent(LAYERS.get(i), LAYERS.subList(0, i));
        }
    }

    @Test
    void whatIsLowestImportsFromNoOtherPackage() {
        for (String lowest : LOWEST) {
            checkIndependent(lowest, LAYERS);
            checkIndependent(
                    lowest,
                    LOWEST.stream().filter(other -> !other.equals(lowest)).toList());
        }
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
    }

    private static void checkIndependent(String one, List<String> others) {
        noClasses()
                .that()
                .resideInAPackage(one)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others.toArray(String[]::new))
                .check(CLASSES);
    }

    private static String inRoot(String name) {
        return ROOT + "." + name;
    }
}
