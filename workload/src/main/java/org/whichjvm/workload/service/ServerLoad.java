package org.whichjvm.workload.service;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.fork.JvmActivity;
import org.whichjvm.workload.host.Kernel;
import org.whichjvm.workload.load.LoadTurns;
import org.whichjvm.workload.load.LoadedSystem;
import org.whichjvm.workload.load.RateStep;

/** A server and its load generator, as a system under load. */
final class ServerLoad implements LoadedSystem {
    /** The share of requests that may fail at the lowest rate. */
    private static final double MOST_ERRORS = 0.01;

    final Server server;
    private final Vegeta vegeta;
    private final Requests requests;
    final ServerProcesses processes = new ServerProcesses();

    /** The lowest rate that was read until now, and its errors in all steps. */
    private double lowest = Double.MAX_VALUE;

    private long sentAtLowest;
    private Errors errorsAtLowest = new Errors();
    private final Map<String, Long> statuses = new TreeMap<>();

    ServerLoad(Server server, Vegeta vegeta, Requests requests) {
        this.server = server;
        this.vegeta = vegeta;
        this.requests = requests;
    }

    @Override
    public Supplier<RateStep> saturate(long at, long nanos) throws InterruptedException {
        Supplier<AttackResult> record = closed(Vegeta.CLOSED, at, nanos);
        return () -> count(record.get());
    }

    /** A closed loop with this many requests under way; its result also says why requests failed. */
    Supplier<AttackResult> closed(int underWay, long at, long nanos) throws InterruptedException {
        Path results = vegeta.closed(requests, underWay, at, nanos);
        server.check("while it was kept busy");
        return () -> record(results, 0, requests -> AttackResult.closed(nanos, requests));
    }

    /** The record of an attack; one that never began took no time. */
    private AttackResult record(Path results, double rate, Function<List<RequestResult>, AttackResult> read) {
        return vegeta.decode(results).map(read).orElseGet(() -> new AttackResult(new RateStep(rate, 0)));
    }

    @Override
    public Supplier<RateStep> step(double rate, long at, long nanos) throws InterruptedException {
        long cut = at + nanos + LoadTurns.GRACE_NANOS;
        Path results = vegeta.open(requests, AttackResult.interval(rate), at, nanos, cut);
        server.check(Units.text("under %,.0f requests a second", rate));
        return () -> count(record(results, rate, requests -> AttackResult.open(rate, nanos, requests)));
    }

    private RateStep count(AttackResult record) {
        record.statuses.forEach((status, count) -> statuses.merge(status, count, Long::sum));
        if (record.step.rate > 0 && record.step.rate < lowest) {
            lowest = record.step.rate;
            sentAtLowest = 0;
            errorsAtLowest = new Errors();
        }
        if (record.step.rate == lowest) {
            sentAtLowest += record.step.sent;
            errorsAtLowest.add(record.errors);
        }
        return record.step;
    }

    /** How many requests of all steps that were read had each status; none is that of no answer. */
    JsonObject statuses() {
        JsonObject json = new JsonObject();
        statuses.forEach(json::addProperty);
        return json;
    }

    /** Refuses a server that failed where it had the least to do, once all steps were read. */
    void checkErrors() {
        if (errorsAtLowest.sum() > MOST_ERRORS * sentAtLowest) {
            throw new ForkFailure(
                    "%.1f %% of the requests at the lowest rate, %,.0f a second, failed, and 1 %% may: %s",
                    100.0 * errorsAtLowest.sum() / sentAtLowest, lowest, errorsAtLowest.shown());
        }
    }

    @Override
    public long cpuNanos() {
        return processes.cpuNanos();
    }

    @Override
    public long residentBytes() {
        return ServerProcesses.residentBytes();
    }

    /** This JVM counts too, for it starts vegeta and looks after both: it is no stranger. */
    @Override
    public long generatorNanos() {
        return Kernel.childCpuNanos() + JvmActivity.processCpuNanos();
    }
}
