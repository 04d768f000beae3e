package org.whichjvm.workload.queue.pair;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.fork.JvmInfo;
import org.whichjvm.workload.fork.JvmPart;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.CpuChoice;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.Floor;
import org.whichjvm.workload.host.HostLock;
import org.whichjvm.workload.host.JsonArrays;

/**
 * The other JVM of a pair, by files in the folder that both share.
 *
 * <p>Each side has a file that it holds locked while it lives, and a word in the {@link
 * ControlFile} that says how far it is. A thread of the other side waits in the kernel for that
 * lock: it costs nothing while both live, and a JVM that is killed is noticed at once.
 */
public final class Pair implements AutoCloseable {
  /** How long the other JVM may take to come: images are there by then, JVMs may be emulated. */
  public static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(60);

  // How far a side is.
  private static final long HERE = 1;
  private static final long DONE = 2;
  private static final long FAILED = 3;
  private static final long INTERRUPTED = 4;

  // Words of the control file. Those of a side are by its number, which is that of its role.
  private static final int STATE = 0;
  private static final int ASKED = 2;
  private static final int ANSWERED = 3;
  private static final int ANSWER = 4;
  private static final int MEETING = 5;
  private static final int FLOOR = MEETING + Meeting.OfJvms.WORDS;

  // Names of files; a role follows the first two.
  private static final String SAYS = "says-";
  private static final String REASON = "reason-";
  private static final String PART = "part";

  private static final int CLOCK_ROUNDS = 100;

  /** The clocks of two CPUs may differ by this. */
  private static final long CLOCK_SLACK_NANOS = 1_000;

  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Path folder;
  private final Role own;
  private final Role other;
  private final BooleanSupplier interrupted;
  private final ControlFile control;
  private final HostLock lock;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicBoolean left = new AtomicBoolean();
  private volatile RuntimeException reason;
  private volatile Consumer<RuntimeException> onEnd = e -> {};
  private JsonObject says;

  /** Comes into the shared folder and says nothing yet; {@link CannotRun} if it has such a side. */
  public Pair(final Path folder, final Role own, final BooleanSupplier interrupted)
      throws IOException {
    this.folder = folder;
    this.own = own;
    this.other = own == Role.PRODUCER ? Role.CONSUMER : Role.PRODUCER;
    this.interrupted = interrupted;
    final Path file = folder.resolve(own.toString());
    if (!Files.exists(file)) {
      Files.createFile(file);
    }
    lock = HostLock.tryLock(file).orElse(null);
    control = ControlFile.map(folder.resolve("control"));
    if (lock == null || control.read(STATE + own.ordinal()) != 0) {
      left.set(true);
      throw new CannotRun(
          "this pair has a %s already (%s); give both JVMs another --pair", own, folder);
    }
  }

  /**
   * Waits for the other JVM, to which this one gives its {@link #description}; {@link CannotRun} if
   * it does not come, {@link WrongUsage} if parameters differ.
   */
  public void greet(final JsonObject mine, final long timeoutNanos) throws InterruptedException {
    tell(SAYS, mine.toString());
    control.write(STATE + own.ordinal(), HERE);
    final long deadline = System.nanoTime() + timeoutNanos;
    while (control.read(STATE + other.ordinal()) == 0) {
      if (interrupted.getAsBoolean()) {
        throw new InterruptedException();
      }
      if (System.nanoTime() > deadline) {
        throw new CannotRun(
            "no %s came within %d s; start one on this host with the same options, --pair and"
                + " --role %s (containers: both with ipc: host)",
            other, TimeUnit.NANOSECONDS.toSeconds(timeoutNanos), other);
      }
      TimeUnit.NANOSECONDS.sleep(STEP_NANOS);
    }
    final Thread watcher = new Thread(this::watch, "other-jvm");
    watcher.setDaemon(true);
    watcher.start();
    final String text = told(SAYS);
    if (text.isEmpty()) {
      // It failed before it could say anything else.
      ended.await();
      throw reason;
    }
    says = JsonParser.parseString(text).getAsJsonObject();
    compare(mine.getAsJsonObject("parameters"), says.getAsJsonObject("parameters"));
    if (own == Role.CONSUMER) {
      askClock();
    } else {
      answerClock();
    }
  }

  /** Describes this JVM: parameters, which must be the same in both, and CPUs it would choose. */
  public static JsonObject description(
      final JsonObject parameters, final String contender, final CpuChoice own) {
    final JsonObject json = new JsonObject();
    json.add("parameters", parameters);
    json.addProperty("contender", contender);
    json.add("cpus", JsonArrays.of(own.cpus));
    json.add("jvm", JvmInfo.json());
    return json;
  }

  /** The CPUs that the other JVM chose for both; {@link CannotRun} if this one may not use them. */
  public CpuChoice cpus(final List<Integer> effective) {
    final List<Integer> chosen = new ArrayList<>();
    says.getAsJsonArray("cpus").forEach(cpu -> chosen.add(cpu.getAsInt()));
    if (!effective.containsAll(chosen)) {
      throw new CannotRun(
          "the %s's JVM chose CPU %s for both, and this one may use CPU %s only; give both the"
              + " same CPU set",
          other, Cpus.join(chosen), Cpus.join(effective));
    }
    return CpuChoice.asked(chosen);
  }

  /** The name of the pair, whose producer is the other JVM, by this JVM's name or the pair's. */
  public String pairWith(final String contender) {
    return contender.contains(ForkNames.TO)
        ? contender
        : says.get("contender").getAsString() + ForkNames.TO + contender;
  }

  /** Adds to the fork's file which JVM the producer's was. */
  public void describe(final JsonObject json) {
    json.add("producerJvm", says.get("jvm"));
  }

  /** Writes a file for the other JVM, before the word by which it knows that it is there. */
  private void tell(final String name, final String text) {
    try {
      // Whatever has that name already may point out of this folder.
      Files.write(
          folder.resolve(name + own),
          text.getBytes(StandardCharsets.UTF_8),
          StandardOpenOption.CREATE_NEW);
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads such a file of the other JVM; empty if it has written none. */
  private String told(final String name) {
    try {
      return new String(Files.readAllBytes(folder.resolve(name + other)), StandardCharsets.UTF_8);
    } catch (final NoSuchFileException e) {
      return "";
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void compare(final JsonObject mine, final JsonObject theirs) {
    for (final Map.Entry<String, JsonElement> entry : mine.entrySet()) {
      final JsonElement value = theirs.get(entry.getKey());
      if (!entry.getValue().equals(value)) {
        throw new WrongUsage(
            "%s is %s for the %s and %s for the %s; give both JVMs of a pair the same options",
            entry.getKey(), entry.getValue(), own, value, other);
      }
    }
  }

  /**
   * Both JVMs must read one clock: {@link System#nanoTime()} is CLOCK_MONOTONIC in each, unless one
   * of them is in a time namespace of its own. What one reads between two readings of the other
   * must lie between them.
   */
  private void askClock() throws InterruptedException {
    for (long round = 1; round <= CLOCK_ROUNDS; round++) {
      final long before = System.nanoTime();
      control.write(ASKED, round);
      awaitWord(ANSWERED, round);
      final long after = System.nanoTime();
      final long between = control.read(ANSWER);
      checkClock(before, between, after);
    }
  }

  /** Refuses clocks, as {@link CannotRun}, if one reading is not between the others, in ns. */
  static void checkClock(final long before, final long between, final long after) {
    final long off = between < before ? between - before : Math.max(0, between - after);
    if (Math.abs(off) > CLOCK_SLACK_NANOS) {
      throw new CannotRun(
          "the producer's clock is %,d µs off the consumer's, so no latency between them can be"
              + " told; start both JVMs in one time namespace",
          TimeUnit.NANOSECONDS.toMicros(off));
    }
  }

  private void answerClock() throws InterruptedException {
    for (long round = 1; round <= CLOCK_ROUNDS; round++) {
      awaitWord(ASKED, round);
      control.write(ANSWER, System.nanoTime());
      control.write(ANSWERED, round);
    }
  }

  private void awaitWord(final int word, final long value) throws InterruptedException {
    while (control.read(word) < value) {
      if (interrupted.getAsBoolean()) {
        throw new InterruptedException();
      }
      if (reason != null) {
        throw reason;
      }
      Thread.yield();
    }
  }

  private void watch() {
    HostLock.await(folder.resolve(other.toString()));
    final long state = control.read(STATE + other.ordinal());
    if (state == INTERRUPTED) {
      reason = new Stopped("the " + other + "'s JVM was interrupted");
    } else if (state == FAILED) {
      reason = new ForkFailure("the %s's JVM stopped: %s", other, told(REASON));
    } else if (state == DONE && own == Role.PRODUCER) {
      // It ended too early, or nobody asks any more.
      reason = new ForkFailure("the consumer's JVM ended before this one was done");
    } else if (state != DONE) {
      reason = new ForkFailure("the %s's JVM died: killed or crashed", other);
    }
    ended.countDown();
    if (reason != null) {
      onEnd.accept(reason);
    }
  }

  /** Calls the action once, with the reason, if the other JVM ends before its time. */
  public void onEnd(final Consumer<RuntimeException> action) {
    onEnd = action;
    if (reason != null) {
      action.accept(reason);
    }
  }

  public Meeting meeting(final int threads, final AtomicBoolean stop) {
    return new Meeting.OfJvms(control, MEETING, threads, stop);
  }

  public Floor floor(final AtomicBoolean stop) {
    return control.floor(FLOOR, stop);
  }

  /** Gives the other JVM what this one has recorded; the last thing this one does. */
  public void deliver(final JvmPart part) throws IOException {
    part.write(folder.resolve(PART));
    leave(DONE, null);
  }

  /** Waits for the record of the other JVM; {@link ForkFailure} if it ends without. */
  public JvmPart receive() throws InterruptedException, IOException {
    if (!ended.await(WAIT_NANOS, TimeUnit.NANOSECONDS)) {
      throw new ForkFailure(
          "the %s's JVM has not told within %d s what it recorded",
          other, TimeUnit.NANOSECONDS.toSeconds(WAIT_NANOS));
    }
    if (reason != null) {
      throw reason;
    }
    return JvmPart.read(folder.resolve(PART));
  }

  /** Tells the other JVM that this one ends before its time, and why: a sentence. */
  public void fail(final String why) {
    leave(FAILED, String.valueOf(why));
  }

  /** Tells it that somebody stopped this one, or that it is done. */
  @Override
  public void close() {
    leave(interrupted.getAsBoolean() ? INTERRUPTED : DONE, null);
  }

  private void leave(final long state, final String why) {
    if (!left.compareAndSet(false, true)) {
      return;
    }
    // The launcher of one that has ended may have removed the folder.
    if (why != null && ended.getCount() > 0) {
      tell(REASON, why);
    }
    control.write(STATE + own.ordinal(), state);
    lock.close();
  }

  /** The other JVM was interrupted, and so is this one: that is no failure of either. */
  public static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stopped(final String message) {
      super(message);
    }
  }
}
