package org.whichjvm.collector.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.whichjvm.common.RefereeFiles;

/** Lets a {@link Referee} look every 10 ms until all is decided; then its thread ends. */
public final class RefereeThread implements AutoCloseable {
    private static final long STEP_MILLIS = 10;

    private final Referee referee;
    private final FutureTask<Void> task = new FutureTask<>(this::run);
    private final CountDownLatch closing = new CountDownLatch(1);

    private RefereeThread(Referee referee) {
        this.referee = referee;
    }

    /** Starts the thread, which keeps no program alive. */
    public static RefereeThread start(Referee referee) {
        RefereeThread started = new RefereeThread(referee);
        Thread thread = new Thread(started.task, "referee");
        thread.setDaemon(true);
        thread.start();
        return started;
    }

    /**
     * The folders that members write: {@code N/own} for member N, made if it is missing. Next to it is a link to the
     * referee's folder, unless that folder is mounted there.
     */
    public static List<Path> folders(Path turns, int members) throws IOException {
        List<Path> own = new ArrayList<>();
        for (int member = 0; member < members; member++) {
            Path place = turns.resolve(Integer.toString(member));
            Path link = place.resolve(RefereeFiles.REFEREE);
            own.add(Files.createDirectories(place.resolve(RefereeFiles.OWN)));
            if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS) && Files.isWritable(place)) {
                Files.createSymbolicLink(link, Path.of("..", RefereeFiles.REFEREE));
            }
        }
        return own;
    }

    public void ended(int member) {
        referee.ended(member);
    }

    private Void run() throws IOException, InterruptedException {
        while (!referee.step() && !closing.await(STEP_MILLIS, TimeUnit.MILLISECONDS)) {
            // The time has passed.
        }
        return null;
    }

    /** Waits until all is decided; an IOException says why the referee failed. */
    public void await() throws InterruptedException, IOException {
        try {
            task.get();
        } catch (ExecutionException e) {
            Throwable failure = e.getCause();
            throw new IOException("the referee of turns failed: " + failure, failure);
        }
    }

    /** Ends the thread, decided or not; an IOException says why the referee failed. */
    @Override
    public void close() throws IOException {
        closing.countDown();
        try {
            await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
