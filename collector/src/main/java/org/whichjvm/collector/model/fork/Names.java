package org.whichjvm.collector.model.fork;

import java.util.regex.Pattern;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.WrongUsage;

/** The names of a campaign's files, and the rules for names that people choose. */
public final class Names {
    public static final String LATEST = "latest";
    public static final String CAMPAIGN_JSON = "campaign.json";
    public static final String STOPPED_JSON = "stopped.json";
    public static final String CALIBRATION_MD = "calibration.md";
    public static final String FORKS = "forks";
    public static final String CHECKED = "000-";
    public static final String SECONDS_TSV = "seconds.tsv";
    public static final String RESULT_JSON = "result.json";
    public static final String RESULT_CSV = "result.csv";
    public static final String RACE_JSON = "race.json";
    public static final String RACE_MD = "race.md";
    public static final String EXPLAIN_MD = "explain.md";
    public static final String EXPLAIN_HTML = "explain.html";
    public static final String REPORT_MD = "report.md";
    public static final String REPORT_HTML = "report.html";
    public static final String SESSIONS_TSV = "sessions.tsv";
    public static final String SESSIONS_MD = "sessions.md";
    public static final String BISECT_MD = "bisect.md";
    public static final String CHARTS = "charts";

    private static final Pattern CONTENDER = Pattern.compile(ForkNames.CONTENDER);
    private static final Pattern CAMPAIGN = Pattern.compile(ForkNames.CAMPAIGN);

    public static boolean isContender(String name) {
        return CONTENDER.matcher(name).matches();
    }

    public static void checkContender(String name) {
        if (!isContender(name)) {
            throw new WrongUsage("'%s' is not a contender's name", name)
                    .orTry("use a-z, 0-9 and . + _ -, a letter or digit first");
        }
    }

    public static void checkCampaign(String name) {
        if (!CAMPAIGN.matcher(name).matches()) {
            throw new WrongUsage("'%s' is not a campaign's name", name).orTry("letters, digits and . + _ -, no path");
        }
        if (name.equals(LATEST)) {
            throw new WrongUsage("'latest' always points to the newest campaign").orTry("choose another name");
        }
    }
}
