package org.whichjvm.workload;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Which fork of which campaign this process is: the name of its files. */
final class ForkId implements ITypeConverter<ForkId> {
  private static final Pattern FORM =
      Pattern.compile("([A-Za-z0-9][A-Za-z0-9._+-]*)/(\\d{1,6})-(\\d{1,4})");
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  final String campaign;
  final int block;
  final int position;

  /** For picocli, as a converter. */
  ForkId() {
    this("none", 0, 0);
  }

  private ForkId(final String campaign, final int block, final int position) {
    this.campaign = campaign;
    this.block = block;
    this.position = position;
  }

  /** A fork that was started by itself is a campaign of its own, named by time and variant. */
  static ForkId alone(final Instant started, final String variant) {
    return new ForkId(NAME.format(started) + "-" + variant, 1, 1);
  }

  String fileName(final String variant) {
    return String.format(Locale.ROOT, "%03d-%d-%s", block, position, variant);
  }

  @Override
  public ForkId convert(final String text) {
    final Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not of the form CAMPAIGN/BLOCK-POSITION");
    }
    return new ForkId(
        matcher.group(1), Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(3)));
  }
}
