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
        "org.sample.MapBench.get:avgt:size=1000:kind=a,b c".replace(",", "%2C").replace(" ", "%20"),
        name("avgt", "size", "1000", "kind", "a,b c").text());
    assertEquals("fj-kmeans", BenchmarkName.plain("fj-kmeans"));
  }

  @Test
  void whatDiffersHasDifferentNamesAndIsReadBack() {
    final Set<String> names = new HashSet<>();
    int all = 0;
    for (final String mode : new String[] {"thrpt", "avgt", "sample", "ss"}) {
      for (final String value :
          new String[] {
            "a=1", "a-1", "a 1", "a+1", "a%201", "A=1", "", "a:b", "a,b", "a/b", "a@2", "a~b", "ä",
            "*"
          }) {
        final BenchmarkName name = name(mode, "p", value);
        assertTrue(name.text().matches(ForkNames.BENCHMARK), name.text());
        final BenchmarkName back = BenchmarkName.of(name.text()).get();
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
    final String text = "ä".repeat(1_000);
    final String one = name("avgt", "p", text).text();
    assertTrue(one.matches(ForkNames.BENCHMARK) && one.length() < 100, one);
    assertTrue(!one.equals(name("avgt", "p", text + "x").text()), one);
    assertTrue(BenchmarkName.of(one).isPresent());
  }

  @Test
  void whatHasNoNameIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> BenchmarkName.plain(""));
    assertThrows(IllegalArgumentException.class, () -> BenchmarkName.plain("x".repeat(201)));
    assertThrows(
        IllegalArgumentException.class,
        () -> new BenchmarkName("a", "Not A Mode", new LinkedHashMap<>()).text());
  }

  private static BenchmarkName name(final String mode, final String... params) {
    final Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < params.length; i += 2) {
      map.put(params[i], params[i + 1]);
    }
    return new BenchmarkName("org.sample.MapBench.get", mode, map);
  }
}
