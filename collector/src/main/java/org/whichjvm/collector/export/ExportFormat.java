package org.whichjvm.collector.export;

import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import org.whichjvm.collector.report.Conclusion;

/** The formats in which other programs read a result: a class of this package and a line each. */
public enum ExportFormat {
    JMH(JmhExport::write),
    BMF(BmfExport::write),
    OPENMETRICS(OpenMetricsExport::write),
    CSV(CsvExport::write);

    private final Export export;

    ExportFormat(Export export) {
        this.export = export;
    }

    private interface Export {
        void write(Conclusion conclusion, Writer out) throws IOException;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Bytes of what is written are to be UTF-8. */
    public void write(Conclusion conclusion, Writer out) throws IOException {
        export.write(conclusion, out);
    }
}
