package org.whichjvm.workload.host;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * What a host tells in /proc and /sys. Whatever is missing, unreadable or odd is null: a kernel, a
 * container or a hypervisor may leave out any of it.
 */
public class HostFiles {
  /** Such as 0-3,8; of a mask that was never set the kernel says "(null)", which is none. */
  private static final String LIST = "|\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*";

  private final String root;

  /**
   * @param root folder before /proc and /sys; empty for this host's own
   */
  public HostFiles(final String root) {
    this.root = root;
  }

  /** The text of a file, without blanks around it. */
  public String read(final String path) {
    return ProcFs.read(root + path);
  }

  /** The value of the first line {@code key : value}. */
  public String field(final String path, final String key) {
    return ProcFs.field(root + path, key);
  }

  /** The bracketed word of a choice file such as {@code always [madvise] never}. */
  public String chosen(final String path) {
    return ProcFs.chosen(root + path);
  }

  /** A file that is one whole number. */
  public Long number(final String path) {
    return toNumber(read(path));
  }

  /** The whole number that a text is; null if it is none. */
  public static Long toNumber(final String text) {
    try {
      return text == null ? null : Long.valueOf(text.trim());
    } catch (final NumberFormatException e) {
      return null;
    }
  }

  /** A file in the kernel's list form; empty if there is nothing in it. */
  public List<Integer> cpuList(final String path) {
    return toCpuList(read(path));
  }

  static List<Integer> toCpuList(final String text) {
    if (text == null || !text.matches(LIST)) {
      return null;
    }
    return text.isEmpty() ? new ArrayList<>() : Cpus.parseList(text);
  }

  /** The lines of a file, none if it is missing. */
  public List<String> lines(final String path) {
    final String text = read(path);
    return text == null ? Collections.emptyList() : Arrays.asList(text.split("\n"));
  }

  /** The names in a folder, in their natural order; none if it is missing. */
  public List<String> names(final String path) {
    final String[] names = new File(root + path).list();
    if (names == null) {
      return Collections.emptyList();
    }
    final List<String> sorted = new ArrayList<>(Arrays.asList(names));
    sorted.sort(
        (a, b) ->
            a.length() == b.length() ? a.compareTo(b) : Integer.compare(a.length(), b.length()));
    return sorted;
  }

  /** Size of the file system that a folder is on, in bytes; 0 if there is no such folder. */
  public long totalBytes(final String path) {
    return new File(root + path).getTotalSpace();
  }

  /** What this user may still write there, in bytes. */
  public long freeBytes(final String path) {
    return new File(root + path).getUsableSpace();
  }
}
