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
 * The requests that a server gets, as a file of targets that vegeta takes in turn. A person writes them as
 * {@code METHOD /path}, with a weight before them or not, or as a file in that format, in which a path stands for the
 * server's address with it.
 */
final class Requests {
    private static final Pattern REQUEST = Pattern.compile("(?:(\\d{1,4}):)?([A-Z]+) (/\\S*)");
    private static final Pattern LINE = Pattern.compile("([A-Z]+)\\s+(/\\S*)\\s*");

    final Protocol protocol;
    final int port;
    private final List<String> lines;

    private Requests(Protocol protocol, int port, List<String> lines) {
        this.protocol = protocol;
        this.port = port;
        this.lines = lines;
    }

    /**
     * The requests that were asked for; if none were, those of the file, and without a file {@code GET /}. It is
     * {@link WrongUsage} if there are both.
     */
    static Requests of(Protocol protocol, int port, List<String> asked, Path file) {
        if (file != null && !asked.isEmpty()) {
            throw new WrongUsage("--request and --targets are both given").orTry("leave one of them out");
        }
        if (file != null) {
            return new Requests(protocol, port, read(file));
        }
        List<String> lines = new ArrayList<>();
        for (String each : asked.isEmpty() ? Collections.singletonList("GET /") : asked) {
            Matcher request = REQUEST.matcher(each);
            if (!request.matches() || "0".equals(request.group(1))) {
                throw new WrongUsage("--request is '%s'", each)
                        .orTry(
                                "METHOD /path, such as 'GET /orders/1', with a weight from 1 to 9999 or without, such as '3:GET /'");
            }
            int weight = request.group(1) == null ? 1 : Integer.parseInt(request.group(1));
            lines.addAll(Collections.nCopies(weight, request.group(2) + " " + request.group(3)));
        }
        return new Requests(protocol, port, lines);
    }

    private static List<String> read(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            if (lines.stream().allMatch(line -> line.trim().isEmpty() || line.startsWith("#"))) {
                throw new WrongUsage("%s, the file of requests, has no request", file)
                        .orTry("write one a line, such as GET /orders/1");
            }
            return lines;
        } catch (IOException e) {
            throw new CannotRun(
                            "%s, the file of requests, cannot be read (%s)",
                            file, e.getClass().getSimpleName())
                    .orTry("give a file of the mounted folder");
        }
    }

    /** Refuses, as {@link WrongUsage}, a body that is no file in the folder of the requests. */
    void checkBodies(Path folder) {
        for (String line : lines) {
            String text = line.trim();
            if (text.startsWith("@") && !Files.isReadable(folder.resolve(text.substring(1)))) {
                throw new WrongUsage(
                                "the file of requests names the body '%s', and %s has no such file",
                                text.substring(1), folder)
                        .orTry("give its path in that folder");
            }
        }
    }

    Requests get(String path) {
        return new Requests(protocol, port, Collections.singletonList("GET " + path));
    }

    void write(Path file) throws IOException {
        String address = protocol.scheme + "://127.0.0.1:" + port;
        List<String> targets = new ArrayList<>();
        for (String line : lines) {
            Matcher path = LINE.matcher(line);
            targets.add(path.matches() ? path.group(1) + " " + address + path.group(2) : line);
        }
        Files.write(file, targets);
    }
}
