package org.whichjvm.collector.explain;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.Execution;
import org.whichjvm.collector.model.Unusable;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Profiling;

/**
 * Where the difference in CPU time between two contenders comes from, or in what else they were profiled for: of each
 * place what a run takes there in both, block by block, and the baseline once more as a control. A place is named where
 * its difference is there among all places that were asked about.
 *
 * @param taker of what it is told how much it takes
 * @param blocks in which all three have a profile
 * @param total all that a run takes
 * @param places by how much they differ, the most first; those that take too little are left out
 * @param flame all stacks of the contender's runs and of the baseline's
 * @param metrics of a run, such as its time
 * @param control how many places differ between the baseline and itself
 * @param untold of memory: whose JVM does not report what it uses it for, so that places are what the kernel maps
 * @param unusable profiles that do not count, with the reason
 */
public record Explanation(
        Profiling profiling,
        Taker taker,
        String contender,
        String baseline,
        int blocks,
        Difference<Profile.Place> total,
        List<Difference<Profile.Place>> places,
        Flame flame,
        List<Difference<Metric>> metrics,
        int control,
        List<String> untold,
        List<Unusable> unusable) {
    /** The unit of work whose cost is explained. */
    public enum Taker {
        RUN("A run", ""),
        /** Enough transactions of retail that their cost has the same unit as a run's. */
        TRANSACTIONS("A batch of 10,000 transactions", ""),
        /** A message at its contender's rate: both threads spin until the next one is due. */
        PACED("At its rate a message", " of a message at its rate"),
        /** A message that is sent as soon as the one before it. */
        UNPACED("Without a pause a message", " of a message without a pause");

        /** How a sentence on it begins. */
        public final String begins;

        private final String behind;

        Taker(String begins, String behind) {
            this.begins = begins;
            this.behind = behind;
        }
    }

    /** Places that take less than this share of all are not asked about. */
    public static final double LEAST_SHARE = 0.005;

    private static final double NS_PER_MS = 1e6;
    private static final int BATCH = 10_000;

    private static final Profile.Place ALL = new Profile.Place(Profile.Kind.THREADS, "all");

    private static final Profile.Place UNSAMPLED = new Profile.Place(Profile.Kind.THREADS, Profile.UNSAMPLED);

    /**
     * A run with its profile.
     *
     * @param scale so much, in the unit of the explanation, is one of what stacks count
     * @param all that it takes, in this unit
     * @param metrics of a program, of which CPU times are in ms
     */
    record ProfiledRun(double scale, double all, Profile profile, Map<Metric, Double> metrics) {
        /**
         * Of a fork of a program, or of retail, of which it is told what a batch of transactions takes.
         *
         * @throws UnusableFile if it does not say how many transactions there were, or how much CPU time they took
         */
        static ProfiledRun of(Profiling profiling, Taker taker, Profile profile, Map<Metric, Double> metrics)
                throws UnusableFile {
            boolean byBatch = taker == Taker.TRANSACTIONS;
            double batches = byBatch ? metric(metrics, Profiling.TRANSACTIONS) / BATCH : 1;
            if (!(batches > 0)) {
                throw new UnusableFile("has stacks of a fork that does not say of how many transactions");
            }
            double scale = profiling.scale / batches;
            if (profiling != Profiling.CPU) {
                return new ProfiledRun(scale, scale * profile.all(), profile, metrics);
            }
            double cpuMillis = byBatch
                    ? metric(metrics, Profiling.CPU_EACH) * BATCH / NS_PER_MS
                    : metric(metrics, "cpu-user") + metric(metrics, "cpu-system");
            if (!(cpuMillis > 0)) {
                throw new UnusableFile("has stacks of a fork that does not say how much CPU time it took");
            }
            return new ProfiledRun(scale, cpuMillis, profile, metrics);
        }

        /** For a fork with this many messages: ns for each message. */
        static ProfiledRun ofMessages(Profile profile, long messages) {
            double scale = Profiling.CPU.scale * NS_PER_MS / messages;
            return new ProfiledRun(scale, scale * profile.all(), profile, Map.of());
        }

        /** Of memory, by what the JVM has it for, or by what the kernel maps. */
        ProfiledRun ofRows(boolean ofJvm) {
            return new ProfiledRun(scale, all, ofJvm ? profile.rowsOfJvm() : profile.rowsOfKernel(), metrics);
        }

        /** What it takes in a place, in the unit of the profile. */
        double at(Profile.Place place) {
            return place.equals(ALL)
                    ? all
                    : place.equals(UNSAMPLED) ? all - scale * profile.all() : scale * profile.count(place);
        }
    }

    /** A metric of a whole fork; 0 if it is not there. */
    private static double metric(Map<Metric, Double> metrics, String name) {
        return metrics.entrySet().stream()
                .filter(each -> each.getKey().name().equals(name))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /**
     * Explains a campaign whose forks were profiled: of the contender, the baseline, and the baseline once more, in
     * this order. Of messages those without a pause come first; memory is that of whole forks.
     */
    public static List<Explanation> of(Campaign campaign, Path folder) throws IOException {
        Execution execution = campaign.settings().execution();
        boolean ofTurns = execution.ofMessages() && execution.profiled().equals(Optional.of(Profiling.CPU));
        return ofTurns
                ? List.of(of(campaign, folder, Taker.UNPACED), of(campaign, folder, Taker.PACED))
                : List.of(of(campaign, folder, execution.ofTransactions() ? Taker.TRANSACTIONS : Taker.RUN));
    }

    private static Explanation of(Campaign campaign, Path folder, Taker taker) throws IOException {
        Profiling profiling = campaign.settings().execution().profiled().orElseThrow();
        List<ContenderForks> all = campaign.contenders();
        List<Unusable> unusable = new ArrayList<>();
        List<Map<Integer, ProfiledRun>> runs = new ArrayList<>();
        for (ContenderForks each : all) {
            runs.add(runs(each, profiling, taker, folder, unusable));
        }
        List<String> untold = new ArrayList<>();
        if (profiling == Profiling.MEMORY) {
            for (int i = 0; i < all.size(); i++) {
                if (!told(all.get(i), runs.get(i), unusable)) {
                    untold.add(all.get(i).name());
                }
            }
            runs.forEach(each -> each.replaceAll((block, run) -> run.ofRows(untold.isEmpty())));
        }
        return of(
                profiling,
                taker,
                all.get(0).name(),
                all.get(1).name(),
                ExplainedBlock.of(runs),
                campaign.settings().seed(),
                untold,
                unusable);
    }

    /** Whether a contender's JVMs told what they have memory for; if only some did, the others do not count. */
    private static boolean told(ContenderForks contender, Map<Integer, ProfiledRun> runs, List<Unusable> unusable) {
        List<Integer> untold = runs.keySet().stream()
                .filter(block -> !runs.get(block).profile.hasRowsOfJvm())
                .toList();
        if (untold.size() == runs.size()) {
            return runs.isEmpty();
        }
        for (Fork fork : contender.ok()) {
            if (untold.contains(fork.name().block())) {
                runs.remove(fork.name().block());
                unusable.add(new Unusable(
                        fork.name().stem() + ForkNames.COLLAPSED,
                        "has only what the kernel reports, because its JVM did not report what it uses memory for"));
            }
        }
        return true;
    }

    private static Map<Integer, ProfiledRun> runs(
            ContenderForks contender, Profiling profiling, Taker taker, Path folder, List<Unusable> unusable)
            throws IOException {
        Map<Integer, ProfiledRun> runs = new TreeMap<>();
        for (Fork fork : contender.ok()) {
            String file = fork.name().stem() + ForkNames.COLLAPSED;
            Path stacks = folder.resolve(Names.FORKS).resolve(file);
            try {
                runs.put(fork.name().block(), run(fork, stacks, profiling, taker));
            } catch (UnusableFile exception) {
                unusable.add(new Unusable(file, exception.getMessage()));
            }
        }
        return runs;
    }

    private static ProfiledRun run(Fork fork, Path stacks, Profiling profiling, Taker taker)
            throws UnusableFile, IOException {
        if (taker == Taker.RUN || taker == Taker.TRANSACTIONS) {
            return ProfiledRun.of(profiling, taker, Profile.of(Profile.text(stacks)), fork.scores());
        }
        boolean paced = taker == Taker.PACED;
        long messages = fork.turns() == null ? 0 : fork.turns().profiled(paced);
        if (messages == 0) {
            throw new UnusableFile("has stacks of a fork that does not say of how many messages");
        }
        Profile profile = Profile.of(Profile.ofMessages(Profile.text(stacks), paced));
        if (profile.all() == 0) {
            throw new UnusableFile("has no stack%s", taker.behind);
        }
        return ProfiledRun.ofMessages(profile, messages);
    }

    static Explanation of(
            Profiling profiling,
            Taker taker,
            String contender,
            String baseline,
            List<ExplainedBlock<ProfiledRun>> blocks,
            long seed,
            List<String> untold,
            List<Unusable> unusable) {
        List<Profile.Place> asked = places(blocks);
        Difference<Profile.Place> total = ExplainedBlock.compare(blocks, List.of(ALL), ProfiledRun::at, seed)
                .get(0);
        return new Explanation(
                profiling,
                taker,
                contender,
                baseline,
                blocks.size(),
                total,
                ExplainedBlock.compare(blocks, asked, ProfiledRun::at, seed).stream()
                        .sorted(Comparator.comparingDouble(
                                each -> -Math.abs(each.shift().difference())))
                        .toList(),
                Flame.of(blocks),
                ExplainedBlock.compare(blocks, metrics(blocks), (run, metric) -> run.metrics.get(metric), seed),
                found(profiling, total, ExplainedBlock.compareAgain(blocks, asked, ProfiledRun::at, seed))
                        .size(),
                untold,
                unusable);
    }

    /**
     * The places that are asked about. Whether one is, depends on all three runs alike, so that no difference between
     * them chooses it. A frame that calls nothing is one place, not two.
     */
    private static List<Profile.Place> places(List<ExplainedBlock<ProfiledRun>> blocks) {
        Map<Profile.Place, Double> taken = new HashMap<>();
        blocks.stream().flatMap(ExplainedBlock::all).forEach(run -> {
            Set<Profile.Place> places = new HashSet<>(run.profile.counts().keySet());
            places.addAll(List.of(ALL, UNSAMPLED));
            places.forEach(each -> taken.merge(each, run.at(each), Double::sum));
        });
        double all = taken.getOrDefault(ALL, 0.0);
        taken.remove(ALL);
        return taken.keySet().stream()
                .filter(each -> taken.get(each) > LEAST_SHARE * all)
                .filter(each -> !callsNothing(each, taken))
                .sorted(Comparator.comparing(Profile.Place::kind).thenComparing(Profile.Place::name))
                .toList();
    }

    private static boolean callsNothing(Profile.Place place, Map<Profile.Place, Double> taken) {
        Profile.Place itself = new Profile.Place(Profile.Kind.ITSELF, place.name());
        return place.kind() == Profile.Kind.WITH_CALLS
                && taken.get(place) <= taken.getOrDefault(itself, 0.0) * (1 + 1e-9);
    }

    /** The metrics that all runs have. */
    private static List<Metric> metrics(List<ExplainedBlock<ProfiledRun>> blocks) {
        return blocks.stream()
                .limit(1)
                .flatMap(first -> first.contender().metrics.keySet().stream())
                .filter(metric -> blocks.stream()
                        .flatMap(each -> Stream.of(each.contender(), each.baseline()))
                        .allMatch(run -> run.metrics.containsKey(metric)))
                .toList();
    }

    /** What is explained; reads as in "where CPU time differs". */
    public String what() {
        return profiling.what + taker.behind;
    }

    public boolean ofMessages() {
        return taker == Taker.PACED || taker == Taker.UNPACED;
    }

    public String unit() {
        return ofMessages() ? "ns" : profiling.unit;
    }

    /**
     * The places that differ, the most first: those that take something themselves, then frames with their calls, which
     * have what others take.
     */
    public List<Difference<Profile.Place>> found() {
        return found(profiling, total, places).stream()
                .filter(each -> !Profile.WHOLE.contains(each.of().name()))
                .sorted(Comparator.comparing(each -> each.of().kind() == Profile.Kind.WITH_CALLS))
                .toList();
    }

    /**
     * Some rows of memory are the same in every run but for some KB, so that any difference is there: small ones are
     * none.
     */
    private static List<Difference<Profile.Place>> found(
            Profiling profiling, Difference<Profile.Place> total, List<Difference<Profile.Place>> rows) {
        double least = profiling == Profiling.MEMORY ? LEAST_SHARE * total.baseline() : 0;
        return Difference.found(rows).stream()
                .filter(each -> Math.abs(each.shift().difference()) >= least)
                .toList();
    }

    /**
     * The part of the whole difference that the places which differ hold themselves; empty unless the whole difference
     * is there.
     */
    public Optional<Double> explained() {
        return total.shift().found()
                ? Optional.of(found().stream()
                        .filter(each -> each.of().kind() != Profile.Kind.WITH_CALLS)
                        .mapToDouble(each -> each.shift().difference())
                        .sum())
                : Optional.empty();
    }
}
