package org.whichjvm.collector.campaign.plan;

import java.util.List;
import org.whichjvm.collector.campaign.Contrast;
import org.whichjvm.collector.campaign.Design;
import org.whichjvm.collector.campaign.Gates;

/**
 * What is measured.
 *
 * @param asked what was asked for, all of which is kept
 * @param contenders at least one, each once, in the order of the report
 * @param groups of contenders that are alive together, which blocks take in turn; one with all, or
 *     several where memory is short
 * @param blocks 1 to 10000, those of all groups
 * @param baseline one of the contenders
 * @param design how it decides
 * @param gates that exclude forks, and how many blocks may be run again for it
 * @param contrasts two scores of a fork each, that are compared too
 * @param deadlineSeconds after which a fork is ended
 * @param calibration null unless it is one; its effect is known
 */
public record CampaignSpec(
    Asked asked,
    List<String> contenders,
    List<List<String>> groups,
    int blocks,
    String baseline,
    Design design,
    Gates gates,
    List<Contrast> contrasts,
    long deadlineSeconds,
    Asked.Calibrate calibration) {}
