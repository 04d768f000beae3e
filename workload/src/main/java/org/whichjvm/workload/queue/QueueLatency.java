package org.whichjvm.workload.queue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Profiling;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.Fork;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.fork.JvmCost;
import org.whichjvm.workload.host.CpuChoice;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.Emulation;
import org.whichjvm.workload.jvmlog.Safepoints;
import org.whichjvm.workload.turn.TurnMeeting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** One fork of the article's benchmark: options, checks, exchange, files, table. */
@Command(
        name = "queue-latency",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Pinned threads exchange messages through Chronicle Queue; two latencies of each are kept.")
public final class QueueLatency implements Callable<Integer> {
    private final Fork fork = new Fork("queue-latency");

    @Mixin
    private QueueLatencyOptions options;

    private CpuChoice choice;
    private QueueMemory memory;

    @Override
    public Integer call() throws Exception {
        options.validate();
        choice = Cpus.choose(Cpus.effective(), options.cpus, options.producers + 1);
        options.checkHeap(Runtime.getRuntime().maxMemory());
        memory = QueueMemory.of(options.queueMemory, options.queueDir);
        String plan = Units.text(
                "CPU %s, %,d messages of %d bytes at %,d a second for %.1f s%s after %.1f s of warm-up",
                Cpus.join(choice.cpus),
                options.messages(),
                options.size,
                options.rate,
                Units.seconds(options.durationNanos),
                options.hasTurns() ? " in turns of " + Units.shortTime(options.turnNanos) : "",
                Units.seconds(options.warmupNanos));
        return fork.check(check -> checkFolder())
                .run(options.common, options.json(choice.cpus, memory), plan, this::measure);
    }

    /** A check shows whether the queue has room. */
    private void checkFolder() {
        warn();
        QueueFolder.create(memory.folder, options.queueBytes(), 1).close();
    }

    private void warn() {
        if (memory.onDisk) {
            Fork.say("warning: --queue-dir %s is no tmpfs; a disk's stalls are measured", memory.folder);
        }
        if (choice.reason != null) {
            Fork.say("%s", choice.reason);
        }
        if (Cpus.effective().size() == choice.cpus.size()) {
            Fork.say("the JVM's other threads share these CPUs, because there are no others");
        }
        if (choice.warning != null) {
            Fork.say("warning: %s", choice.warning);
        }
    }

    private Fork.Found measure(JsonObject json) throws IOException, InterruptedException {
        warn();
        try (TurnMeeting meeting = options.members.meeting(options.warmupNanos);
                QueueFolder folder =
                        QueueFolder.create(memory.folder, options.queueBytes(), options.queuesTogether())) {
            ExchangeRecord record = new ExchangeRecord(options, folder.path, memory, choice.cpus, null);
            Exchange exchange = new Exchange(record, meeting);
            fork.onSignal(exchange::stop);
            try {
                exchange.run(fork.jvmLog());
            } catch (ForkFailure e) {
                describe(json, record, null, e.overloaded());
                throw e;
            }
            Intervals intervals = new Intervals(record.turns.counted(), options.hasTurns());
            describe(json, record, intervals, true);
            if (record.profile != null) {
                fork.keep(record.profile.recording(), Profiling.CPU);
            }
            if (record.memoryRows != null) {
                fork.keep(ForkNames.COLLAPSED, record.memoryRows.stacks());
            }
            List<Attribution.TailCauses> levels = attribute(json, record, intervals);
            fork.keep(ForkNames.HLOG, intervals.log());
            summarise(json, intervals);
            double[] floors = record.floors();
            return found(intervals, (floors[0] + floors[1]) / 2, levels);
        }
    }

    private void describe(JsonObject json, ExchangeRecord record, Intervals intervals, boolean overloaded) {
        record.describe(json);
        json.add("turns", record.turns.json(intervals, overloaded));
        if (choice.reason != null) {
            json.getAsJsonObject("pinning").addProperty("reason", choice.reason);
        }
        json.add("cost", JvmCost.json());
        if (Emulation.witness().isPresent()) {
            Fork.say("%,d of %,d messages were verified", record.verified(), record.messages());
        }
    }

    private static void summarise(JsonObject json, Intervals intervals) {
        Histogram service = intervals.total("service");
        Histogram response = intervals.total("response");
        LatencySummary.Events serviceEvents = LatencySummary.events(service);
        LatencySummary.Events responseEvents = LatencySummary.events(response);
        intervals.forEachMessage((dueAt, serviceNs, responseNs) -> {
            serviceEvents.accept(serviceNs);
            responseEvents.accept(responseNs);
        });
        json.add("service", LatencySummary.json(service, serviceEvents));
        json.add("response", LatencySummary.json(response, responseEvents));
    }

    /** Adds why the slowest messages were slow; returns the levels of the service time. */
    private List<Attribution.TailCauses> attribute(JsonObject json, ExchangeRecord record, Intervals intervals) {
        List<Samples> windows = record.windows();
        long start = windows.get(0).start();
        long end = windows.get(windows.size() - 1).lastReadAt();
        Safepoints safepoints =
                record.safepoints(fork.jvmLog().text().orElse(""), end).during(record.turns.spans());
        Evidence evidence = record.evidence(safepoints);
        Attribution attribution = new Attribution(record.turns.counted(), evidence);
        List<Attribution.TailCauses> ofService = attribution.levels(intervals.total("service"));
        JsonObject both = new JsonObject();
        both.add("service", Attribution.json(ofService));
        both.add("response", Attribution.json(attribution.levels(intervals.total("response"))));
        json.add("attribution", both);
        JsonObject disturbances = json.getAsJsonObject("disturbances");
        if (fork.jvmLog().text().isPresent()) {
            disturbances.add("safepoints", safepoints.json(start));
        }
        disturbances.add("stalls", evidence.json(start));
        return ofService;
    }

    private Fork.Found found(Intervals intervals, double floorNs, List<Attribution.TailCauses> levels) {
        Histogram service = intervals.total("service");
        StringBuilder table = new StringBuilder(LatencySummary.table(service, intervals.total("response"), floorNs));
        levels.forEach(level -> table.append(level.line()).append('\n'));
        if (options.delayNanos > 0) {
            table.append(Units.text(
                    "each message was delayed by %,d ns on purpose: this is a calibration, not a"
                            + " measurement of this JVM%n",
                    options.delayNanos));
        }
        return new Fork.Found(
                table.toString(), Units.text("p50 %,d ns, floor %.0f ns", service.getValueAtPercentile(50), floorNs));
    }
}
