package org.whichjvm.collector.export;

import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.Iterator;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.report.Conclusion;

/**
 * A long table (RFC 4180) of what was measured: a line for each metric of each fork that counts, and of each of its
 * turns that counts. There may be millions, so that they are never held at once.
 */
final class CsvExport {
    static void write(Conclusion conclusion, Writer out) throws IOException {
        out.write("block,contender,turn,metric,value,unit\r\n");
        Result result = conclusion.result();
        Iterator<RawValue> values = result.forks().stream()
                .filter(result::counts)
                .flatMap(fork -> Stream.concat(RawValue.of(fork), RawValue.ofTurns(fork)))
                .iterator();
        while (values.hasNext()) {
            out.write(line(values.next()) + "\r\n");
        }
    }

    /** Names and units are checked when a fork is read: no cell needs quotes, or is a formula. */
    private static String line(RawValue raw) {
        return String.join(
                ",",
                Integer.toString(raw.block()),
                raw.contender(),
                raw.turn().isPresent() ? Integer.toString(raw.turn().getAsInt()) : "",
                raw.name(),
                BigDecimal.valueOf(raw.value()).stripTrailingZeros().toPlainString(),
                RawValue.unit(raw.metric()));
    }
}
