package org.whichjvm.workload.service;

import java.util.regex.Pattern;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.OptionTypes;

/** By which sign a server is ready, once its port accepts connections. */
final class Readiness {
    private static final String REGEX = "regex:";

    /** The path whose answer says it; null if none does. */
    final String path;

    /** The line of output that says it; null if none does. */
    final Pattern line;

    /** Reads it; null is for the port alone; {@link WrongUsage} if it has another form. */
    Readiness(String text) {
        boolean isRegex = text != null && text.startsWith(REGEX);
        if (text != null && !isRegex && !text.matches("/\\S*")) {
            throw new WrongUsage("--ready is '%s'", text)
                    .orTry(
                            "a path that is answered by 2xx or 3xx, such as /health, or regex: and what matches a line of the output, such as 'regex:Started .* seconds'");
        }
        path = isRegex ? null : text;
        line = isRegex ? OptionTypes.regex("--ready", text.substring(REGEX.length())) : null;
    }
}
