package org.whichjvm.collector.model.fork;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.collector.io.Folders;
import org.whichjvm.common.ForkNames;

/** Which fork it is, as its file name says, by its block from 1 and its contender. */
public record ForkName(int block, String contender) implements Comparable<ForkName> {
    private static final Pattern FILE = Pattern.compile("([0-9]{3,5})-(" + ForkNames.CONTENDER + ")");

    // By number, because 1000-… would otherwise come before 999-….
    private static final Comparator<ForkName> ORDER =
            Comparator.comparingInt(ForkName::block).thenComparing(ForkName::contender);

    /** The fork a file belongs to; empty if the name is not exactly the one a fork would have. */
    public static Optional<ForkName> parse(String fileName, String extension) {
        int length = Math.max(0, fileName.length() - extension.length());
        return Optional.of(FILE.matcher(fileName.substring(0, length)))
                .filter(Matcher::matches)
                .map(found -> new ForkName(Integer.parseInt(found.group(1)), found.group(2)))
                .filter(name -> name.block > 0 && fileName.equals(name.stem() + extension));
    }

    /** Every fork of a folder that has a JSON file, in order; none if the folder is not there. */
    public static List<ForkName> list(Path forks) throws IOException {
        return Folders.names(forks).stream()
                .flatMap(file -> parse(file, ForkNames.JSON).stream())
                .sorted()
                .toList();
    }

    public String json() {
        return stem() + ForkNames.JSON;
    }

    public String hlog() {
        return stem() + ForkNames.HLOG;
    }

    /** The name of its files, without what tells them apart. */
    public String stem() {
        return ForkNames.stem(block, contender);
    }

    @Override
    public int compareTo(ForkName other) {
        return ORDER.compare(this, other);
    }
}
