package org.whichjvm.collector.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.whichjvm.collector.model.fork.SuffixKind;
import org.whichjvm.collector.model.fork.Workload;
import org.whichjvm.common.LoadTimes;
import org.whichjvm.common.TurnTimes;
import org.whichjvm.common.WrongUsage;

/** The options of compare for somebody's own server under open load. */
record ServiceOptions(CompareOptions options) {
    static final String PORT = "--port";

    /** In the words of a program: the port that its server is to listen on. */
    private static final String PORT_OF_PROGRAM = "{port}";

    private static final int MOST_PORT = 65_535;
    private static final int LEAST_POINTS = 5;
    private static final int MOST_POINTS = 100;

    private static final Pattern REQUEST =
            Pattern.compile("([1-9][0-9]{0,3}:)?(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) /\\S*");

    private static final List<String> PROTOCOLS = List.of("http", "https", "h2c", "h2");

    private static final Pattern READY = Pattern.compile("/.*|regex:.+", Pattern.DOTALL);

    /** The words of the fork on its server and its requests. */
    List<String> words(RequestBuilder.Runner runner) {
        if (!options.has("--service")) {
            throw new WrongUsage(
                    "--workload service needs the port that the server listens on; give --service PORT, such"
                            + " as --service 8080");
        }
        List<String> words = new ArrayList<>();
        words.addAll(List.of(PORT, Integer.toString(port())));
        if (options.has("--ready") && !READY.matcher(options.text("--ready")).matches()) {
            throw options.wrong("--ready", "a path, such as /health, or a line of output, such as regex:Started");
        }
        options.add(words, "--ready");
        words.addAll(requests(runner));
        if (options.has("--protocol") && !PROTOCOLS.contains(options.text("--protocol"))) {
            throw options.wrong("--protocol", "one of " + String.join(", ", PROTOCOLS));
        }
        options.add(words, "--protocol");
        return words;
    }

    private int port() {
        return options.whole("--service", 1, MOST_PORT).orElseThrow();
    }

    private List<String> requests(RequestBuilder.Runner runner) {
        List<String> requests = options.all("--request");
        Optional<String> file =
                requests.stream().filter(each -> each.startsWith("@")).findAny();
        if (file.isPresent()) {
            if (requests.size() > 1) {
                throw new WrongUsage("--request %s is all requests; leave out --request of others", file.get());
            }
            return List.of("--targets", checkedFile(file.get(), runner));
        }
        List<String> words = new ArrayList<>();
        for (String request : requests.isEmpty() ? List.of("GET /") : requests) {
            if (!REQUEST.matcher(request).matches()) {
                throw Values.wrong(
                        "--request",
                        request,
                        "a method and a path, such as 'GET /orders/1', or with a weight '3:GET /orders/1'");
            }
            words.addAll(List.of("--request", request));
        }
        return words;
    }

    private static String checkedFile(String request, RequestBuilder.Runner runner) {
        Path file = Path.of(request.substring(1));
        if (file.isAbsolute() || !file.normalize().equals(file) || file.startsWith("..")) {
            throw Values.wrong(
                    "--request", request, "@ and the path of a file in the mounted folder, as @load/targets");
        }
        if (runner.mounted().isEmpty()) {
            throw new WrongUsage(
                    "--request is '%s', a file of the program's folder, and none is mounted; give --mount DIR",
                    request);
        }
        return file.toString();
    }

    /**
     * The words of a fork on its load, which may be retail's too.
     *
     * @param usual those of the preset
     */
    List<String> load(Workload.Times usual, String rate) {
        List<String> words = new ArrayList<>();
        String busy = options.text("--warmup", usual.warmup());
        Values.nanos("--warmup", busy);
        words.addAll(List.of("--warmup", busy));
        words.addAll(usual.more());
        options.add(words, TurnTimes.TURN);
        options.whole(LoadTimes.POINTS, LEAST_POINTS, MOST_POINTS)
                .ifPresent(number -> words.addAll(List.of(LoadTimes.POINTS, number.toString())));
        if (rate != null) {
            if (options.has(LoadTimes.POINTS)) {
                throw new WrongUsage(
                        "--points is for a ladder of rates, and --rate %s names the rates; leave one of them out",
                        rate);
            }
            List<String> rates = rates(rate);
            words.addAll(List.of(LoadTimes.RATE, String.join(",", rates)));
            // A block is about as long as with the ladder.
            words.addAll(List.of(LoadTimes.PASSES, Long.toString(passes(words, rates.size()))));
        }
        return words;
    }

    private static long passes(List<String> words, int rates) {
        long turns = Values.number(LoadTimes.POINTS, words, 1) * Values.number(LoadTimes.PASSES, words, 1);
        return Math.max(1, turns / rates);
    }

    private static List<String> rates(String rate) {
        String takes = "requests a second, or several that ascend, as 500,1000";
        List<String> rates = Values.list("--rate", rate, takes).stream()
                .map(SuffixKind::rateNumber)
                .toList();
        if (!rates.stream().allMatch(ContenderNames::isRate)
                || !rates.stream()
                        .sorted(Comparator.comparingLong(Long::parseLong))
                        .toList()
                        .equals(rates)) {
            throw Values.wrong("--rate", rate, takes);
        }
        return rates;
    }

    /** Refuses contenders that are alive together on one host and would listen on one port. */
    void checkPorts(RequestBuilder.Runner runner, List<String> program, int contenders) {
        if (!runner.name().equals("host") || contenders < 2) {
            return;
        }
        if (program.stream().noneMatch(word -> word.contains(PORT_OF_PROGRAM))) {
            throw new WrongUsage(
                    "with --runner host %s servers are alive together, and each needs a port of its own; write {port}"
                            + " where the program takes its port, such as --server.port={port}, or use --runner docker",
                    contenders);
        }
        if (port() + contenders - 1 > MOST_PORT) {
            throw new WrongUsage(
                    "--service is %s, and the ports of %s contenders would go beyond %s; give a smaller one",
                    port(), contenders, MOST_PORT);
        }
    }
}
