package org.whichjvm.collector.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import org.whichjvm.collector.report.Answer;

/**
 * A long table (RFC 4180) of what was measured: a line for each figure of each fork that counts,
 * and of each of its turns that counts. There may be millions, so that they are never held at once.
 */
final class CsvExport {
  private CsvExport() {}

  static void write(final Answer answer, final Writer out) throws IOException {
    out.write("block,contender,turn,figure,value,unit\r\n");
    RawValue.forEachForkAndTurn(answer.result(), each -> line(out, each));
  }

  /** Names and units are checked when a fork is read: no cell needs quotes, or is a formula. */
  private static void line(final Writer out, final RawValue raw) {
    final String turn = raw.turn().isPresent() ? Integer.toString(raw.turn().getAsInt()) : "";
    final String value = BigDecimal.valueOf(raw.value()).stripTrailingZeros().toPlainString();
    try {
      out.write(
          String.join(
                  ",",
                  Integer.toString(raw.block()),
                  raw.contender(),
                  turn,
                  raw.figure(),
                  value,
                  raw.unit())
              + "\r\n");
    } catch (final IOException exception) {
      throw new UncheckedIOException(exception);
    }
  }
}
