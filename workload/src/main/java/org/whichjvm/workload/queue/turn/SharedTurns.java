package org.whichjvm.workload.queue.turn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.HostLock;
import org.whichjvm.workload.queue.control.ControlFile;

/**
 * The contenders of a block, each a JVM (or a pair, of which the consumer's JVM speaks), meet by
 * words of a {@link ControlFile} in a folder that all share.
 *
 * <p>All of them start at once. When all are here, or are known not to come, they warm up in the
 * order of their numbers; then whoever is the last to be warm writes when the first round starts.
 * Each holds a file locked while it lives, so that one that dies is noticed by those that wait for
 * it, and only its own fork is lost.
 */
public final class SharedTurns implements TurnMeeting {
  /** The most contenders that take turns together. */
  public static final int MOST_MEMBERS = 64;

  /** How long a contender may take to come, and beyond its warm-up's own time to be warm. */
  public static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

  // Words. PLACE: 0 while contenders come; then 1 + the number of the one that may warm up.
  private static final int PLACE = 0;
  private static final int SINCE = 1;
  private static final int START = 2;
  private static final int STATE = 8;
  static final int CLOCK = STATE + MOST_MEMBERS;

  // States of a member; 0 is not here yet.
  private static final long HERE = 1;
  private static final long WARM = 2;
  private static final long OUT = 3;

  /** From the moment all are warm to the first round: all have seen it by then. */
  private static final long HEAD_START_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final long STEP_MILLIS = 10;

  /** One look in so many asks the kernel whether the others live. */
  private static final int LOOKS = 20;

  /** What the difference of the two clocks may differ by: Java 8 tells the time of day in ms. */
  private static final long CLOCK_SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final Path folder;
  private final int members;
  private final int own;
  private final long limitNanos;
  private final BooleanSupplier stopped;
  private final ControlFile control;
  private final HostLock lock;
  private final AtomicBoolean left = new AtomicBoolean();
  private int looks;

  /**
   * Comes into the folder.
   *
   * @param own the number of this contender, from 0
   * @param warmUpNanos what its options say that a warm-up takes
   * @param stopped whether this JVM is to stop
   * @throws CannotRun if this contender is here already
   */
  public SharedTurns(
      final Path folder,
      final int members,
      final int own,
      final long warmUpNanos,
      final BooleanSupplier stopped)
      throws IOException {
    this.folder = folder;
    this.members = members;
    this.own = own;
    this.limitNanos = LIMIT_NANOS + 2 * warmUpNanos;
    this.stopped = stopped;
    final Path file = file(own);
    if (!Files.exists(file)) {
      Files.createFile(file);
    }
    lock = HostLock.tryLock(file);
    control = ControlFile.map(folder.resolve("turns"));
    if (lock == null || control.read(STATE + own) == HERE || control.read(STATE + own) == WARM) {
      throw new CannotRun(
          String.format(
              "the block has a contender number %d already (%s); give each WHICHJVM_MEMBER of its"
                  + " own",
              own, folder));
    }
  }

  private SharedTurns(
      final Path folder, final int members, final int own, final BooleanSupplier stopped)
      throws IOException {
    this.folder = folder;
    this.members = members;
    this.own = own;
    this.limitNanos = LIMIT_NANOS;
    this.stopped = stopped;
    lock = null;
    control = ControlFile.map(folder.resolve("turns"));
  }

  /**
   * The producer's JVM of a pair, whose other JVM speaks for both: it waits for the start alone.
   */
  public static TurnMeeting follower(
      final Path folder, final int members, final int own, final BooleanSupplier stopped)
      throws IOException {
    final SharedTurns follower = new SharedTurns(folder, members, own, stopped);
    return new TurnMeeting() {
      @Override
      public void awaitPlace() {
        // The other JVM waits for it, and this one for the other.
      }

      @Override
      public long ready(final long warmAt) throws InterruptedException {
        return follower.awaitStart();
      }

      @Override
      public void close() {
        // It holds nothing.
      }
    };
  }

  @Override
  public void awaitPlace() throws InterruptedException {
    control.write(CLOCK + own, clockOffset());
    control.compareAndSet(SINCE, 0, System.nanoTime());
    if (!control.compareAndSet(STATE + own, 0, HERE)) {
      throw tooLate("to come");
    }
    while (control.read(PLACE) == 0) {
      pause();
      startWarmUps();
    }
    checkClock();
    while (control.read(PLACE) != own + 1) {
      if (control.read(STATE + own) == OUT) {
        throw tooLate("to come");
      }
      pause();
      passOver();
    }
    control.write(SINCE, System.nanoTime());
  }

  @Override
  public long ready(final long warmAt) throws InterruptedException {
    if (!control.compareAndSet(STATE + own, HERE, WARM)) {
      throw tooLate("to warm up");
    }
    control.compareAndSet(PLACE, own + 1, own + 2);
    return awaitStart();
  }

  private long awaitStart() throws InterruptedException {
    while (control.read(START) == 0) {
      if (control.read(PLACE) == members + 1) {
        control.compareAndSet(START, 0, System.nanoTime() + HEAD_START_NANOS);
      } else {
        pause();
        passOver();
      }
    }
    return control.read(START);
  }

  /** The first warm-up starts once all are here or known not to come. */
  private void startWarmUps() {
    final boolean look = looks++ % LOOKS == 0;
    final boolean overdue = System.nanoTime() - control.read(SINCE) > LIMIT_NANOS;
    for (int member = 0; member < members; member++) {
      if (control.read(STATE + member) == 0 && (overdue || look && hasGone(member))) {
        control.compareAndSet(STATE + member, 0, OUT);
      }
      if (control.read(STATE + member) == 0) {
        return;
      }
    }
    if (control.compareAndSet(PLACE, 0, 1)) {
      control.write(SINCE, System.nanoTime());
    }
  }

  /** Lets the next one warm up if the one whose place it is has died or takes too long. */
  private void passOver() {
    final long place = control.read(PLACE);
    if (place == 0 || place > members) {
      return;
    }
    final int member = (int) place - 1;
    final boolean late = System.nanoTime() - control.read(SINCE) > limitNanos;
    if (late || looks++ % LOOKS == 0 && isDead(member)) {
      control.compareAndSet(STATE + member, HERE, OUT);
    }
    if (control.read(STATE + member) == OUT && control.compareAndSet(PLACE, place, place + 1)) {
      control.write(SINCE, System.nanoTime());
    }
  }

  /** Whether a contender that is not here ended before it came: its launcher says so. */
  private boolean hasGone(final int member) {
    return Files.exists(folder.resolve("gone-" + member));
  }

  private boolean isDead(final int member) {
    final HostLock free = member == own ? null : HostLock.tryLock(file(member));
    if (free == null) {
      return false;
    }
    free.close();
    return true;
  }

  private Path file(final int member) {
    return folder.resolve("member-" + member);
  }

  private void pause() throws InterruptedException {
    if (stopped.getAsBoolean()) {
      throw new InterruptedException("stopped while waiting for the other contenders");
    }
    TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
  }

  private ForkFailure tooLate(final String what) {
    return new ForkFailure(
        String.format(
            "the block went on without this JVM, which took more than %d s %s",
            TimeUnit.NANOSECONDS.toSeconds(what.equals("to come") ? LIMIT_NANOS : limitNanos),
            what));
  }

  /**
   * All must read one clock: {@link System#nanoTime()} is CLOCK_MONOTONIC in each, unless one of
   * them is in a time namespace of its own. The time of day has no namespaces, so that the two
   * clocks are as far apart in one JVM as in another.
   */
  private void checkClock() {
    for (int member = 0; member < own; member++) {
      if (control.read(STATE + member) == HERE || control.read(STATE + member) == WARM) {
        final long off = control.read(CLOCK + own) - control.read(CLOCK + member);
        if (Math.abs(off) > CLOCK_SLACK_NANOS) {
          throw new CannotRun(
              String.format(
                  "this JVM's monotonic clock is %,d ms off that of another contender of its block,"
                      + " so they cannot take turns by it; start all of them in one time namespace",
                  TimeUnit.NANOSECONDS.toMillis(off)));
        }
        return;
      }
    }
  }

  /** The monotonic clock less the time of day, in ns. */
  private static long clockOffset() {
    return System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
  }

  @Override
  public void close() {
    if (lock != null && left.compareAndSet(false, true)) {
      control.compareAndSet(STATE + own, HERE, OUT);
      control.compareAndSet(STATE + own, 0, OUT);
      lock.close();
    }
  }
}
