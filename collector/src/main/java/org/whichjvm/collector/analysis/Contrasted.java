package org.whichjvm.collector.analysis;

import org.whichjvm.collector.campaign.fork.Figure;

/**
 * The result of a contrast for one contender and number of threads: {@code exp(median over forks of
 * log(score/against))} of what the two scores cost, over the forks that count.
 *
 * @param score the one
 * @param against the other, of the same unit
 * @param ratio above 1 if the first is the slower; NaN without a fork
 * @param low lower end of the ratio's interval, which holds together with all others of the
 *     campaign; NaN if there are too few forks for one
 * @param high its upper end; NaN if the lower end is
 * @param p of the sign test, corrected for repeated interim looks; NaN without a fork
 * @param adjustedP the same, corrected for all that the campaign decides; NaN without a fork
 * @param forks that have both
 * @param verdict on the first of the two against the second
 * @param mde the smallest difference that so many forks find four times in five, 0.04 being 4 %;
 *     NaN if there is none they could find
 * @param reason why there is no better verdict; null if nothing is to be said
 */
public record Contrasted(
    String contender,
    Figure score,
    Figure against,
    double ratio,
    double low,
    double high,
    double p,
    double adjustedP,
    int forks,
    Verdict verdict,
    double mde,
    String reason) {}
