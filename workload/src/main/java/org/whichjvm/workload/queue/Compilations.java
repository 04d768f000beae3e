package org.whichjvm.workload.queue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.whichjvm.common.ForkNames;
import org.whichjvm.workload.fork.ForkOptions;
import org.whichjvm.workload.jvmlog.CompilationLog;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Run when a fork's JVM has ended, as only then its log of compilations is whole. */
@Command(
    name = "compilations",
    hidden = true,
    description = "Keeps beside a fork what the log of its JVM says about compilations.")
public final class Compilations implements Callable<Integer> {
  @Parameters(paramLabel = "LOG", description = "Of -XX:+LogCompilation.")
  private Path log;

  @Mixin private ForkOptions options;

  @Override
  public Integer call() throws IOException {
    final CompilationLog decisions = new CompilationLog();
    decisions.read(log);
    options
        .files(options.fork(Instant.now(), options.contender()))
        .write(ForkNames.COMPILED, decisions.lines().getBytes(StandardCharsets.UTF_8));
    return 0;
  }
}
