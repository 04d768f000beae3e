package org.whichjvm.workload.service;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.whichjvm.common.RefereeFiles;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.ForkFailure;

/**
 * Keeps a server busy, in steps of a second, until its throughput is steady and its compilers are idle: first with all
 * CPUs and few requests under way, so that its compilers get CPU time beside its requests, then as in a closed turn. On
 * one CPU, beside a hundred requests under way, a Spring Boot service still compiles after half a minute; so it is warm
 * after 12 s.
 *
 * <p>It lasts half of the time that was asked for at least, and {@value #MOST} times of it at most, but no longer than
 * a block's referee waits, less the time in which a server starts.
 */
final class WarmUp {
    private static final int MOST = 3;
    private static final int STEPS_BEFORE_STEADY = 3;

    /** So much of the referee's time for a warm-up is the server's to start. */
    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(20);

    /** So much of the longest warm-up the part on all CPUs may take. */
    private static final double SHARE_ON_ALL = 0.75;

    /** The last step is as good as the best of three, but for this share. */
    private static final double STEADY = 0.97;

    /** Compilers are idle that take no more of a CPU; a busy server has always some code to compile. */
    private static final double IDLE = 0.05;

    /** It was warm once it had this share of its steady throughput. */
    private static final double WARM = 0.9;

    /** Requests under way for each CPU: the server is busy, and its compilers wait for few. */
    private static final int UNDER_WAY_EACH = 2;

    /** A server that used no more of its CPUs waits itself, and gets more requests. */
    private static final double BUSY = 0.5;

    /** From the end of a step to the start of the next one: vegeta starts meanwhile. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(15);

    private static final long LEAST_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long MOST_STEP_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final long startedNanos;
    private final List<Integer> serverCpus;
    private final List<Integer> allCpus;
    private final Errors errors = new Errors();

    /** Answers a second of each step on all CPUs, and when it ended, in s from the start. */
    private final List<Double> rates = new ArrayList<>();

    private final List<Double> ends = new ArrayList<>();

    /** Answers a second of each step after that. */
    private final List<Double> busy = new ArrayList<>();

    /** Whether any step took place. */
    private boolean sent;

    private boolean idle;
    private double seconds;

    /** Takes when the server was started, its CPUs, and these with the load generator's. */
    WarmUp(long startedNanos, List<Integer> serverCpus, List<Integer> allCpus) {
        this.startedNanos = startedNanos;
        this.serverCpus = serverCpus;
        this.allCpus = allCpus;
    }

    /** Warms it up; {@link ForkFailure} if it answers nothing well, or gets no request. */
    void run(ServerLoad load, long warmupNanos) throws InterruptedException {
        long began = System.nanoTime();
        long step = Math.max(LEAST_STEP_NANOS, Math.min(MOST_STEP_NANOS, warmupNanos / STEPS_BEFORE_STEADY));
        long most = Math.min(MOST * warmupNanos, 2 * warmupNanos + RefereeFiles.LIMIT_NANOS - START_NANOS);
        load.processes.compilerNanos();
        int underWay = UNDER_WAY_EACH * allCpus.size();
        // What a server sizes by its CPUs at the first request, it sizes by its own.
        rates.add(step(load, underWay, LEAST_STEP_NANOS));
        ends.add(Units.seconds(System.nanoTime() - startedNanos));
        ServerProcesses.move(allCpus);
        do {
            long cpu = load.cpuNanos();
            rates.add(step(load, underWay, step));
            ends.add(Units.seconds(System.nanoTime() - startedNanos));
            if (load.cpuNanos() - cpu < BUSY * serverCpus.size() * step) {
                underWay = Math.min(2 * underWay, Vegeta.CLOSED);
            }
        } while (!isOver(rates, began, warmupNanos / 2, (long) (SHARE_ON_ALL * most)));
        ServerProcesses.move(serverCpus);
        do {
            busy.add(step(load, Vegeta.CLOSED, step));
        } while (!isOver(busy, began, 0, most));
        seconds = Units.seconds(System.nanoTime() - began);
        if (!sent) {
            throw new ForkFailure(
                    "the host is so busy that the load generator did not begin before its time was over, in"
                            + " all of a warm-up of %.1f s; end what runs beside it",
                    seconds);
        }
        if (busyRate() == 0) {
            throw new ForkFailure(
                    "the server answered none of its requests well in a warm-up of %.1f s: %s%s",
                    seconds, errors.sum() == 0 ? "it answered nothing" : errors.shown(), load.server.output.saidLast());
        }
    }

    /** A step of a closed loop; returns the answers a second. */
    private double step(ServerLoad load, int underWay, long nanos) throws InterruptedException {
        AttackResult record =
                load.closed(underWay, System.nanoTime() + PAUSE_NANOS, nanos).get();
        errors.add(record.errors);
        sent |= record.step.nanos > 0;
        idle = load.processes.compilerNanos() < IDLE * nanos;
        return record.step.throughput();
    }

    private boolean isOver(List<Double> steps, long began, long least, long most) {
        long took = System.nanoTime() - began;
        return took >= most || took >= least && idle && isSteady(steps);
    }

    private static boolean isSteady(List<Double> steps) {
        List<Double> last = last(steps);
        return last.size() == STEPS_BEFORE_STEADY
                && last.get(last.size() - 1)
                        >= STEADY * last.stream().mapToDouble(x -> x).max().orElse(0);
    }

    private static List<Double> last(List<Double> steps) {
        return steps.subList(Math.max(0, steps.size() - STEPS_BEFORE_STEADY), steps.size());
    }

    private static double steady(List<Double> steps) {
        return last(steps).stream().mapToDouble(x -> x).average().orElse(0);
    }

    /** Answers a second in the end, on its own CPUs: the mean of the last steps. */
    double busyRate() {
        return steady(busy);
    }

    /** From the start of the server until it had nearly its steady throughput, in seconds. */
    double secondsUntilWarm() {
        for (int i = 0; i < rates.size(); i++) {
            if (rates.get(i) >= WARM * steady(rates)) {
                return ends.get(i);
            }
        }
        throw new IllegalStateException("no step is as good as the mean of the last ones");
    }

    JsonObject json() {
        JsonObject json = new JsonObject();
        json.addProperty("seconds", seconds);
        json.addProperty("compilersIdle", idle);
        JsonArray curve = new JsonArray();
        for (int i = 0; i < rates.size(); i++) {
            JsonObject point = new JsonObject();
            point.addProperty("seconds", ends.get(i));
            point.addProperty("rate", Units.tenths(rates.get(i)));
            curve.add(point);
        }
        json.add("curve", curve);
        return json;
    }
}
