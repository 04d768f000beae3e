package org.whichjvm.workload.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which compiler a virtual machine has, by the name that it gives itself. */
class JvmInfoTest {
    @ParameterizedTest
    @CsvSource({
        "OpenJDK 64-Bit Server VM, C2",
        "Java HotSpot(TM) 64-Bit Server VM, C2",
        "Eclipse OpenJ9 VM, OpenJ9",
        "Zing 64-Bit Tiered VM, Falcon",
        "Some VM, Some VM"
    })
    void theCompilerFollowsFromTheNameOfTheVm(String name, String compiler) {
        assertEquals(compiler, JvmInfo.compiler(option -> null, name));
    }

    @ParameterizedTest
    @CsvSource({
        "TieredStopAtLevel=4, C2",
        "TieredStopAtLevel=1, C1",
        "TieredStopAtLevel=0, none",
        "UseCompiler=false, none",
        "CompilationMode=quick-only TieredStopAtLevel=4, C1",
        "TieredCompilation=false TieredStopAtLevel=1, C2",
        "UseJVMCICompiler=true TieredStopAtLevel=4, Graal",
        "UseJVMCICompiler=true TieredStopAtLevel=1, C1"
    })
    void theCompilerIsTheBestThatTheOptionsLeave(String options, String compiler) {
        Map<String, String> values = new HashMap<>();
        values.put("TieredCompilation", "true");
        for (String option : options.split(" ")) {
            values.put(option.split("=")[0], option.split("=")[1]);
        }
        assertEquals(compiler, JvmInfo.compiler(values::get, "OpenJDK 64-Bit Server VM"));
    }
}
