"""What a command line cannot mean, whatever the host is: options that exclude one another, that need another, or that are
another workload's."""

from __future__ import annotations

import os
import re

from . import contenders
from .console import wrong, wrong_value
from .given import Given
from .studies import Study
from .values import is_percentile, is_score
from .workloads import OF_MESSAGES, OF_PROGRAM, UNDER_LOAD, has_scores, takes_turns, typed

# What forks have that explain messages.
_OF_EXPLAINED = ("--stages", "--profile")

# What an explanation takes beside its own options: its size, where JVMs are, what is granted.
_OF_EXPLANATIONS = ("--blocks", "--gate", "--retries", "--jdk", "--bases", "--mount", "--app", "--with", "--network")
_ALSO = ("--explain", "--event", "--runner", "--out", "--resume", "--trust-campaign", "--dry-run", "--list")

_REQUESTS = "requests a second, or several that ascend, as 500,1000"


def workload_of(given: Given) -> str:
    """A program behind -- needs no option, and the greatest rate of messages has a workload of its own."""
    named = given.text("--workload")
    if not named and not given.has("--study"):
        named = "service" if given.has("--service") else "command" if given.has_program() else ""
    named = named or "queue-latency"
    return "queue-rate" if named == "queue-latency" and given.text("--rate") == "max" else named


def preset_of(given: Given) -> str:
    return given.text("--preset", "quick")


def _by_turns(given: Given) -> bool:
    usual = takes_turns(workload_of(given), preset_of(given))
    return given.text("--interleave", "turns" if usual else "forks") == "turns"


def check(verb: str, given: Given, own: Given, study: Study | None) -> None:
    """Refuses what cannot be meant; `own` is what the person gives alone."""
    if verb == "explain":
        _check_explained(given)
        return
    workload = workload_of(given)
    _check_interleave(given, workload)
    _check_workload(given, workload)
    if workload in OF_PROGRAM:
        _check_program(given, workload)
    if workload == "service":
        _check_service(given)
    if workload in UNDER_LOAD or workload == "queue-latency":
        rates_of(given, workload)
    contenders.apps_of(given)
    _check_times(given, workload)
    _check_limits(verb, given, own, study)
    _check_purpose(verb, given, workload)
    _check_decided(given, workload)


def check_resume_or_start(verb: str, own: Given) -> None:
    """Refuses what runs no campaign, or another one too."""
    if not own.has("--resume-or-start"):
        return
    if verb != "compare":
        raise wrong("--resume-or-start is only for whichjvm compare", "leave it out")
    for option in ("--resume", "--dry-run", "--list", "--explain"):
        if own.has(option):
            raise wrong(f"--resume-or-start and {option} exclude each other", "leave one of them out")


def _check_explained(given: Given) -> None:
    for name, _ in given.options:
        if name not in _OF_EXPLANATIONS and name not in _ALSO:
            raise wrong(
                f"{name} cannot be other than in the campaign that is explained",
                "leave it out, or run whichjvm compare with it and explain that campaign",
            )


def _check_interleave(given: Given, workload: str) -> None:
    interleave, article = given.text("--interleave"), preset_of(given) == "article"
    if has_scores(workload) and article:
        raise wrong(
            f"--preset article is about messages, and --workload {workload} has none",
            "--preset quick, full or deep",
        )
    if interleave == "turns" and article:
        raise wrong(
            "--interleave turns is not for --preset article, which measures each JVM in one piece as the article did",
            "--preset quick, full or deep, or leave out --interleave",
        )
    if interleave == "turns" and workload == "gc-steal":
        raise wrong(
            "--interleave turns is not for --workload gc-steal, of which a fork is one batch that cannot be cut into turns",
            "leave out --interleave",
        )
    if interleave == "forks" and workload in UNDER_LOAD:
        raise wrong(
            f"--interleave forks is not for --workload {workload}, whose contenders are alive together and get their"
            " load by turns",
            "leave out --interleave",
        )


def _check_workload(given: Given, workload: str) -> None:
    """Refuses options of other workloads."""
    for name, option in given.declared.items():
        takers = option.workloads
        is_max = name == "--rate" and workload == "queue-rate" and given.text(name) == "max"
        if takers and workload not in takers and not is_max and given.has(name):
            raise wrong(
                f"{name} is for --workload {', '.join(dict.fromkeys(map(typed, takers)))}, and this is {workload}",
                f"leave out {name}, or give its workload",
            )
    if workload not in (*OF_MESSAGES, *OF_PROGRAM) and given.has("--cpus"):
        raise wrong(
            f"--cpus names the two CPUs of --workload queue-latency, and {workload} uses all CPUs that it may",
            "taskset --cpu-list 0,1 whichjvm compare …, or WHICHJVM_CPUSET=0,1 for containers",
        )
    for word in given.program() if workload not in OF_PROGRAM else []:
        if word in _OF_EXPLAINED:
            raise wrong(
                f"{word} is what whichjvm explain gives to forks that explain",
                f"leave out {word}, and then run whichjvm explain",
            )


def _check_program(given: Given, workload: str) -> None:
    if not given.program():
        raise wrong(f"--workload {workload} needs a program", "write it after --, such as -- java -jar app.jar")
    if given.has("--adapter") and given.has("--until"):
        raise wrong(
            f"--until ends the program before the scores of --adapter {given.text('--adapter')} are there",
            "leave out --until or --adapter",
        )
    if given.has("--app") and given.has("--mount"):
        raise wrong("--app names the program's folders, and --mount another", "leave out --app or --mount")
    if given.has("--with") and given.has("--network"):
        raise wrong("--with gives the program a network of its own, and --network another", "leave out --network")


def _check_service(given: Given) -> None:
    if not given.has("--service"):
        raise wrong(
            "--workload service needs the port that the server listens on", "--service PORT, such as --service 8080"
        )
    requests = given.texts("--request")
    for file in (each for each in requests if each.startswith("@")):
        if len(requests) > 1:
            raise wrong(
                f"--request {file} is all requests, and there are others",
                f"leave out the others, or put them into {file}",
            )
        path = file[1:]
        if os.path.isabs(path) or os.path.normpath(path) != path or path.startswith(".."):
            raise wrong_value("--request", file, "@ and the path of a file in the mounted folder, as @load/targets")


def rates_of(given: Given, workload: str) -> list[int]:
    """A second, of all forks: several of messages are several contenders instead."""
    text = given.text("--rate")
    if not given.has("--rate") or workload == "queue-rate":
        return []
    if workload == "queue-latency":
        rates = contenders.rates_of(text, contenders.MESSAGES)
        return [contenders.rate_number(rates[0])] if len(rates) == 1 else []
    numbers = [contenders.rate_number(each) for each in contenders.rates_of(text, _REQUESTS)]
    if numbers != sorted(numbers):
        raise wrong_value("--rate", text, _REQUESTS)
    if given.has("--points"):
        raise wrong(
            f"--points is for a ladder of rates, and --rate {text} names the rates", "leave out --points or --rate"
        )
    return numbers


def _check_times(given: Given, workload: str) -> None:
    if not _by_turns(given):
        has_turn = given.has("--turn") or any(word.partition("=")[0] == "--turn" for word in given.program())
        if workload not in OF_PROGRAM and has_turn:
            raise wrong(
                "--turn is the length of a turn, and with --interleave forks there are none",
                "leave out --turn or --interleave",
            )
    elif workload == "command":
        if given.has("--turn"):
            raise wrong("--turn is for messages, and programs get turns of 0.2 s", "leave out --turn")
        for option in ("--metric", "--adapter"):
            if given.has(option):
                raise wrong(
                    "with --interleave turns a program is frozen while others run, and its clocks run on, so its own"
                    " scores are wrong",
                    f"leave out {option}, or --interleave turns",
                )


def _check_limits(verb: str, given: Given, own: Given, study: Study | None) -> None:
    """Whether a campaign stops by itself, which options need or exclude."""
    is_race = verb == "race" or own.has("--confirm")
    is_quick = workload_of(given) in ("queue-latency", *OF_PROGRAM) and preset_of(given) == "quick" and not study
    is_open = is_quick and verb != "calibrate" and not given.has("--blocks") and not given.has("--retries")
    if given.has("--max-time") and not (is_race or is_open or given.has("--precision")):
        raise wrong(
            "--max-time ends a campaign that runs until --precision is reached, and --precision is missing",
            "add --precision 2%",
        )
    retries = given.value("--retries")
    if retries and (is_race or given.has("--precision")):
        raise wrong(
            f"--retries is {retries}, and cannot be together with --precision, whose interim analyses are at planned"
            " blocks",
            "leave out --retries",
        )


def _check_purpose(verb: str, given: Given, workload: str) -> None:
    if verb != "calibrate" and (given.has("--effect") or given.has("--contenders")):
        raise wrong("--effect and --contenders are for a calibration", "whichjvm calibrate")
    if verb == "calibrate" and has_scores(workload):
        raise wrong(
            f"a calibration delays the messages of one JVM, and --workload {workload} has none",
            "--workload queue-latency, or leave out --workload",
        )
    if verb != "race" and not given.has("--confirm") and given.has("--within"):
        raise wrong("--within says what the winner of a race must keep, and this is no race", "whichjvm race")
    for text in given.texts("--within"):
        metric = re.split("[:<]", text)[0]
        if not has_scores(workload) and not is_percentile(metric):
            raise wrong(
                f"--within has {text}, and --workload {workload} has no {metric}",
                "p50, p90, p99, p99.9 or p99.99, also as service-p99",
            )
    if given.has("--event") and not given.has("--explain"):
        raise wrong(
            "--event says what an explanation looks at, and nothing is explained",
            "add --explain, or use whichjvm explain",
        )


def _check_decided(given: Given, workload: str) -> None:
    contrasts = given.texts("--contrast")
    if contrasts and not has_scores(workload):
        raise wrong("--contrast compares two scores, and --workload queue-latency has none", "another --workload")
    for text in contrasts:
        if contrasts.count(text) > 1:
            raise wrong(f"--contrast {text} is there twice", "give each contrast once")
    for word in given.text("--decide").split(",") if given.has("--decide") else []:
        if not has_scores(workload) and not is_percentile(word):
            raise wrong(
                f"--decide has '{word}'",
                "p50, p90, p99, p99.9 and p99.99, also as service-p99 or response-p50, with commas",
            )
        is_latency = is_percentile(word) and word.startswith("p") and "_" not in word
        if has_scores(workload) and (not is_score(word) or (is_latency and workload != "service")):
            raise wrong(
                f"--decide has '{word}', and this workload has scores, not percentiles",
                "names of scores, with commas, such as adjacent or adjacent@2",
            )
