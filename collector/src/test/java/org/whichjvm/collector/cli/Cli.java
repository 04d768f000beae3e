package org.whichjvm.collector.cli;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
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

  public static JsonObject json(final Path file) throws IOException {
    return JsonParser.parseString(Files.readString(file)).getAsJsonObject();
  }
}
