package org.whichjvm.collector;

import java.util.regex.Pattern;

/** The names of a campaign's files, and the rules for names that people choose. */
final class Names {
  static final String LATEST = "latest";
  static final String CAMPAIGN_JSON = "campaign.json";
  static final String PLAN_TSV = "plan.tsv";
  static final String STOPPED_JSON = "stopped.json";
  static final String CALIBRATION_MD = "calibration.md";
  static final String FORKS = "forks";
  static final String RESULT_JSON = "result.json";
  static final String RESULT_CSV = "result.csv";
  static final String REPORT_MD = "report.md";
  static final String ACROSS_JSON = "across.json";
  static final String ACROSS_MD = "across.md";
  static final String ACROSS_HTML = "across.html";
  static final String REPORT_HTML = "report.html";
  static final String CHARTS = "charts";
  static final String JSON = ".json";
  static final String HLOG = ".hlog";

  // Names become file names: no separator, no leading dot or dash, and short enough for any disk.
  static final String VARIANT_PATTERN = "[a-z0-9][a-z0-9.+_-]{0,99}";
  private static final Pattern VARIANT = Pattern.compile(VARIANT_PATTERN);
  // Longer: a single run is named by its time and its variant.
  private static final Pattern CAMPAIGN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.+_-]{0,199}");

  private Names() {}

  static boolean isVariant(final String name) {
    return VARIANT.matcher(name).matches();
  }

  static void checkVariant(final String name) {
    if (!isVariant(name)) {
      throw new UserError(
          "'"
              + name
              + "' is not a variant's name; use a-z, 0-9 and . + _ -, a letter or digit first");
    }
  }

  static void checkCampaign(final String name) {
    if (!CAMPAIGN.matcher(name).matches()) {
      throw new UserError(
          "'" + name + "' is not a campaign's name; use letters, digits and . + _ -, no path");
    }
    if (name.equals(LATEST)) {
      throw new UserError("'latest' always points to the newest campaign; choose another name");
    }
  }
}
