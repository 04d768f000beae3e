package org.whichjvm.workload.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.host.CannotRun;

/**
 * The requests that a server gets, as a file of targets that vegeta takes in turn. A person writes
 * them as {@code METHOD /path}, with a weight before them or not, or as a file in that format, in
 * which a path stands for the server's address with it.
 */
final class Requests {
  private static final Pattern REQUEST = Pattern.compile("(?:(\\d{1,4}):)?([A-Z]+) (/\\S*)");
  private static final Pattern LINE = Pattern.compile("([A-Z]+)\\s+(/\\S*)\\s*");

  final Protocol protocol;
  final int port;
  private final List<String> lines;

  private Requests(final Protocol protocol, final int port, final List<String> lines) {
    this.protocol = protocol;
    this.port = port;
    this.lines = lines;
  }

  /**
   * The requests that were asked for; if none were, those of the file, and without a file {@code
   * GET /}.
   *
   * @param file null for none
   * @throws WrongUsage if one has another form, or there are both
   * @throws CannotRun if the file cannot be read
   */
  static Requests of(
      final Protocol protocol, final int port, final List<String> asked, final Path file) {
    if (file != null && !asked.isEmpty()) {
      throw new WrongUsage("--request and --targets are both given; leave one of them out");
    }
    if (file != null) {
      return new Requests(protocol, port, read(file));
    }
    final List<String> lines = new ArrayList<>();
    for (final String each : asked.isEmpty() ? Collections.singletonList("GET /") : asked) {
      final Matcher request = REQUEST.matcher(each);
      if (!request.matches() || "0".equals(request.group(1))) {
        throw new WrongUsage(
            "--request is '%s'; it takes METHOD /path, such as 'GET /orders/1', with a weight from"
                + " 1 to 9999 or without, such as '3:GET /'",
            each);
      }
      final int weight = request.group(1) == null ? 1 : Integer.parseInt(request.group(1));
      lines.addAll(Collections.nCopies(weight, request.group(2) + " " + request.group(3)));
    }
    return new Requests(protocol, port, lines);
  }

  private static List<String> read(final Path file) {
    try {
      final List<String> lines = Files.readAllLines(file);
      if (lines.stream().allMatch(line -> line.trim().isEmpty() || line.startsWith("#"))) {
        throw new WrongUsage(
            "%s, the file of requests, has no request; write one a line, such as GET /orders/1",
            file);
      }
      return lines;
    } catch (final IOException e) {
      throw new CannotRun(
          "%s, the file of requests, cannot be read (%s); give a file of the mounted folder",
          file, e.getClass().getSimpleName());
    }
  }

  /** Refuses, as {@link WrongUsage}, a body that is no file in the folder of the requests. */
  void checkBodies(final Path folder) {
    for (final String line : lines) {
      final String text = line.trim();
      if (text.startsWith("@") && !Files.isReadable(folder.resolve(text.substring(1)))) {
        throw new WrongUsage(
            "the file of requests names the body '%s', and %s has no such file; give its path in that folder",
            text.substring(1), folder);
      }
    }
  }

  /** One request of a path, for this server. */
  Requests get(final String path) {
    return new Requests(protocol, port, Collections.singletonList("GET " + path));
  }

  void write(final Path file) throws IOException {
    final String address = protocol.scheme + "://127.0.0.1:" + port;
    final List<String> targets = new ArrayList<>();
    for (final String line : lines) {
      final Matcher path = LINE.matcher(line);
      targets.add(path.matches() ? path.group(1) + " " + address + path.group(2) : line);
    }
    Files.write(file, targets);
  }
}
