package org.whichjvm.collector;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Table 1: the JVMs. */
final class JvmTable {
  private JvmTable() {}

  static Table of(final Result result) {
    final Table table =
        new Table("Table 1. The JVMs")
            .words("variant")
            .words("JVM")
            .words("compiler")
            .words("collector")
            .numbers("forks ok")
            .numbers("failed");
    for (final VariantResult variant : result.variants()) {
      table.row(
          List.of(
              variant.label(),
              orNone(
                  Stream.of("vendor", "version")
                      .map(key -> Json.shown(variant.jvm(), key))
                      .filter(text -> !text.isEmpty())
                      .collect(Collectors.joining(" "))),
              orNone(Json.shown(variant.jvm(), "compiler")),
              orNone(Json.shown(variant.jvm(), "collector")),
              Quantity.count(variant.ok()),
              Quantity.count(variant.failed())));
    }
    table.footnotes.addAll(Report.substitutes(result));
    return table;
  }

  private static String orNone(final String text) {
    return text.isEmpty() ? Quantity.NONE : text;
  }
}
