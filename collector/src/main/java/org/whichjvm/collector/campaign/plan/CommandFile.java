package org.whichjvm.collector.campaign.plan;

import java.util.List;
import java.util.Map;

/**
 * A command as a file: environment and arguments, each ended by NUL, with an empty entry between
 * them, so that a value may have any character but NUL. Whoever starts it adds what belongs to the
 * one fork: {@code --fork CAMPAIGN/BLOCK-CONTENDER}, WHICHJVM_STEP, and where contenders take turns
 * WHICHJVM_MEMBERS, WHICHJVM_MEMBER and WHICHJVM_TURNS.
 *
 * @param environment of the command; {@code WHICHJVM_JVM} names the JVM that is to run it
 * @param arguments of the workload's launcher
 */
record CommandFile(Map<String, String> environment, List<String> arguments) {
  /** In the environment: the variant, a service of compose.yaml or a JVM of this host. */
  static final String JVM = "WHICHJVM_JVM";

  /** In the environment: the queue lies in huge pages, which the runner has to mount. */
  static final String HUGE = "WHICHJVM_QUEUE_IS_HUGE";

  String text() {
    final StringBuilder text = new StringBuilder();
    environment.forEach((name, value) -> text.append(name).append('=').append(value).append('\0'));
    text.append('\0');
    arguments.forEach(each -> text.append(each).append('\0'));
    return text.toString();
  }
}
