package org.whichjvm.collector.cli;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One run of the command line and what came of it.
 *
 * @param code the exit code
 * @param out what it printed
 * @param err what it complained about
 */
public record Cli(int code, String out, String err) {
  public static Cli run(final Object... args) {
    final String[] texts = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      texts[i] = args[i].toString();
    }
    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();
    final int code = Collector.run(new PrintWriter(out), new PrintWriter(err), texts);
    return new Cli(code, out.toString(), err.toString());
  }

  /** Runs {@code record} with the output of a command. */
  public static Cli record(final String output, final Object... args) {
    final InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream(output.getBytes(StandardCharsets.UTF_8)));
      final Object[] all = new Object[args.length + 1];
      all[0] = "record";
      System.arraycopy(args, 0, all, 1, args.length);
      return run(all);
    } finally {
      System.setIn(before);
    }
  }

  public static JsonObject json(final Path file) throws IOException {
    return JsonParser.parseString(Files.readString(file)).getAsJsonObject();
  }
}
