package org.whichjvm.common;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names of benchmarks, which no two benchmarks share. */
class BenchmarkNameTest {
    @Test
    void aPersonReadsWhatItIsOf() {
        assertEquals(
                "org.sample.MapBench.get:avgt:size=1000:kind=a,b c"
                        .replace(",", "%2C")
                        .replace(" ", "%20"),
                name("avgt", "size", "1000", "kind", "a,b c").text());
        assertEquals("fj-kmeans", BenchmarkName.plain("fj-kmeans"));
    }

    @Test
    void whatDiffersHasDifferentNamesAndIsReadBack() {
        Set<String> names = new HashSet<>();
        int all = 0;
        for (String mode : new String[] {"thrpt", "avgt", "sample", "ss"}) {
            for (String value : new String[] {
                "a=1", "a-1", "a 1", "a+1", "a%201", "A=1", "", "a:b", "a,b", "a/b", "a@2", "a~b", "ä", "*"
            }) {
                BenchmarkName name = name(mode, "p", value);
                assertTrue(name.text().matches(ForkNames.BENCHMARK), name.text());
                BenchmarkName back = BenchmarkName.of(name.text()).get();
                assertEquals(name.method(), back.method());
                assertEquals(mode, back.mode());
                assertEquals(name.params(), back.params());
                names.add(name.text());
                all++;
            }
        }
        names.add(name("avgt", "p", "1", "q", "2").text());
        names.add(name("avgt", "p", "1:q=2").text());
        assertEquals(all + 2, names.size());
        assertEquals(Optional.empty(), BenchmarkName.of("lusearch"));
    }

    @Test
    void aLongValueIsCutAndItsNameIsStillItsOwn() {
        String text = "ä".repeat(1_000);
        String one = name("avgt", "p", text).text();
        assertTrue(one.matches(ForkNames.BENCHMARK) && one.length() < 100, one);
        assertTrue(!one.equals(name("avgt", "p", text + "x").text()), one);
        assertTrue(BenchmarkName.of(one).isPresent());
    }

    @Test
    void aCutValueHasWholeCharacters() {
        for (String sign : new String[] {"ä", "€", "\uD83D\uDE00", ",", "x"}) {
            for (int before = 0; before < 40; before++) {
                String value = "x".repeat(before) + sign.repeat(60);
                String back = BenchmarkName.of(name("avgt", "p", value).text())
                        .get()
                        .params()
                        .get("p");
                assertTrue(value.startsWith(back.replaceAll("~[0-9a-f]{12}$", "")), back);
                assertTrue(back.matches("x{0,32}.{2,}~[0-9a-f]{12}"), back);
            }
        }
        assertEquals(
                "a,b " + "x".repeat(24),
                BenchmarkName.of(name("avgt", "p", "a,b " + "x".repeat(90)).text())
                        .get()
                        .params()
                        .get("p")
                        .replaceAll("~[0-9a-f]{12}$", ""));
    }

    @Test
    void everyNameIsAPartOfAFileNameThatNoOtherHas() {
        Set<String> parts = new HashSet<>();
        String[] names = {
            "a",
            "A",
            "wall",
            "peak-memory",
            "x".repeat(60),
            "x".repeat(61),
            "x".repeat(600),
            "a:b",
            "a:b:p=%2C",
            "a:b:p=%3B",
            "a:b:p=-",
            "a_b",
            "a-b",
        };
        for (String name : names) {
            String part = BenchmarkName.inFileName(name);
            assertTrue(part.matches("[a-z0-9.-]{1,60}(_[0-9a-f]{12})?"), part);
            assertTrue(parts.add(part), part);
        }
        assertEquals("peak-memory", BenchmarkName.inFileName("peak-memory"));
        assertEquals(
                "org.a.b-avgt-p-a-b",
                BenchmarkName.inFileName("org.A.b:avgt:p=a%2Cb").replaceAll("_[0-9a-f]{12}$", ""));
    }

    @Test
    void whatHasNoNameIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> BenchmarkName.plain(""));
        assertThrows(IllegalArgumentException.class, () -> BenchmarkName.plain("x".repeat(201)));
        assertThrows(
                IllegalArgumentException.class,
                () -> new BenchmarkName("a", "Not A Mode", new LinkedHashMap<>()).text());
    }

    private static BenchmarkName name(String mode, String... params) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < params.length; i += 2) {
            map.put(params[i], params[i + 1]);
        }
        return new BenchmarkName("org.sample.MapBench.get", mode, map);
    }
}
