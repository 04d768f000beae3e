package org.whichjvm.collector.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.whichjvm.collector.model.fork.Workload;
import org.whichjvm.common.LoadTimes;
import org.whichjvm.common.TurnTimes;

/** What a fork is told of somebody's own server under open load. */
record ServiceOptions(Request request) {
    static final String PORT = "--port";

    /** The words of the fork on its server and its requests. */
    List<String> words() {
        Request.Service service = request.service();
        List<String> words = new ArrayList<>(List.of(PORT, Integer.toString(service.port())));
        Values.add(words, "--ready", service.ready());
        if (service.targets() != null) {
            words.addAll(List.of("--targets", service.targets()));
        } else {
            List<String> requests = service.requests().isEmpty() ? List.of("GET /") : service.requests();
            requests.forEach(each -> words.addAll(List.of("--request", each)));
        }
        Values.add(words, "--protocol", service.protocol());
        return words;
    }

    /**
     * The words of a fork on its load, which may be retail's too.
     *
     * @param usual those of the preset
     */
    List<String> load(Workload.Times usual) {
        Request.Load load = request.load();
        List<String> words = new ArrayList<>();
        words.addAll(List.of("--warmup", load.warmup() == null ? usual.warmup() : load.warmup()));
        words.addAll(usual.more());
        Values.add(words, TurnTimes.TURN, load.turn());
        if (load.points() != null) {
            words.addAll(List.of(LoadTimes.POINTS, load.points().toString()));
        }
        List<Integer> rates = request.rates();
        if (rates != null && !rates.isEmpty()) {
            words.addAll(
                    List.of(LoadTimes.RATE, rates.stream().map(String::valueOf).collect(Collectors.joining(","))));
            // A block is about as long as with the ladder.
            words.addAll(List.of(LoadTimes.PASSES, Long.toString(passes(words, rates.size()))));
        }
        return words;
    }

    private static long passes(List<String> words, int rates) {
        long turns = Values.number(LoadTimes.POINTS, words, 1) * Values.number(LoadTimes.PASSES, words, 1);
        return Math.max(1, turns / rates);
    }
}
