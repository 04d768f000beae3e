"""Every option of every verb, declared once: parsing, refusal, help and completion follow from here. The verbs tune,
test and install-docker are not in Python, and have their own texts."""

from __future__ import annotations

import dataclasses
from typing import Any

from .values import (
    ANY,
    CAMPAIGN,
    CONTRAST,
    GATE,
    GATES,
    MEMORY,
    SEED,
    SHARE,
    TAINT,
    TIME,
    TURN,
    WHOLE_SECONDS,
    WITH,
    WITHIN,
    Kind,
    form,
    one_of,
    whole,
)
from .workloads import TYPED

# What an explanation can look at.
EVENTS = ("cpu", "alloc", "lock", "faults", "cycles", "cache-misses", "branch-misses", "memory")

# The headings of compare's help, in their order.
GROUPS = ("What to compare", "What to run", "How long and how sure", "Running")
_COMPARED, _RUN, _SURE, _RUNNING_IT = GROUPS

JDK = form(
    "[a-z0-9][a-z0-9._-]*=.+",
    "NAME=PATH or NAME=IMAGE, the name in lower case and without a +, such as mine=/opt/jdk-17 or old=my/jdk:1",
)
REQUEST = form(
    r"([1-9][0-9]{0,3}:)?(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) /\S*|@.*",
    "a method and a path, such as 'GET /orders/1', or with a weight '3:GET /orders/1'",
)


@dataclasses.dataclass(frozen=True)
class Option:
    """An option, or what a verb takes without one."""

    # Its names, and the word that stands for its value in help, or the choices with | between.
    spec: str
    # The first screen of help has the sentence before …, its topic has all.
    text: str = ""
    kind: Kind = ANY
    # Its heading on the first screen; empty if only its topic has it.
    group: str = ""
    again: bool = False
    # Those that take it; all if there is none.
    workloads: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.spec.rpartition(", ")[2].partition(" ")[0]

    @property
    def value(self) -> str:
        """Empty if it takes none."""
        return self.spec.rpartition(", ")[2].partition(" ")[2]

    @property
    def choices(self) -> list[str]:
        return self.value.split("|") if "|" in self.value else []

    def read(self, text: str) -> Any:
        """The value that a text means; a Stop refuses it."""
        kind = one_of(*self.choices) if self.choices and self.kind is ANY else self.kind
        return kind.value(self.name, text)


@dataclasses.dataclass(frozen=True)
class Topic:
    """A screen of help: paragraphs, options, and paragraphs again."""

    name: str
    about: str
    intro: str
    options: tuple[Option, ...]
    closing: str = ""


def _gates() -> str:
    return ", ".join(f"{name}={gate.usual or 'on'}" for name, gate in GATES.items())


def declared(*topics: Topic) -> dict[str, Option]:
    """The options of topics by their names."""
    every = (option for topic in topics for option in topic.options)
    return {option.name: option for option in every if option.name.startswith("-")}


_CONTENDERS = Topic(
    "contenders",
    "names of JVMs, and suffixes that change one thing",
    "A short name has some words of a JVM's name: 17 is jdk17-temurin, and 21-corretto is jdk21-corretto. If several "
    "JVMs fit, Temurin is preferred. `whichjvm list` prints the names, and `whichjvm list flags` the flag sets.",
    (
        Option(
            "CONTENDER",
            "A JVM by its short or whole name: 17, 21-corretto, 25+zgc (default: all). … A JVM is a service of "
            "compose.yaml, or with --runner host a JVM of this machine. Each + changes one thing: +again and +again2 "
            "nothing, +heap512m the heap, +zgc or another flag set the flags, +app-new the version of a program. For "
            "messages there are also +rate50k, +huge (huge pages), +delay30ns (delays each message), and the wait "
            "strategies +yield, +onspinwait and +park1000ns.",
            group=_COMPARED,
        ),
        Option(
            "--baseline C",
            "The others are compared with it (default: jdk17-temurin, else the first).",
            group=_COMPARED,
        ),
        Option(
            "--control",
            "Run the baseline twice: a difference between its copies is a false positive.",
            group=_COMPARED,
        ),
        Option(
            "--flags LIST×LIST",
            "Each contender with each combination of flag sets: 'zgc,- x heap=512m,2g'. … A contender gets one flag "
            "set of each list. A dash means none, and x or × separates lists. The beginning of a name is enough: "
            "serial. A list may have sizes of containers: 'memory=256m,1g x cpus=1,2'.",
            group=_COMPARED,
        ),
        Option(
            "--jdk NAME=PLACE",
            "One more JVM: a folder, mine=/opt/jdk-17, or an image, old=my/jdk:1. … Repeatable. With --runner host it "
            "is a folder with bin/java, with --runner docker an image with java on its PATH.",
            kind=JDK,
            group=_COMPARED,
            again=True,
        ),
        Option(
            "--bases registry|packages|auto",
            "Where JDK images come from (default: the image registry, else package registries).",
        ),
    ),
)
_TIME = Topic(
    "time",
    "how long it takes: presets, blocks and turns",
    "",
    (
        Option(
            "--preset quick|full|deep|article",
            "quick (default): at most ten minutes; full, deep: for rarer percentiles. … For messages, quick has "
            "blocks of 8 turns of 100 ms, until it decides each p50 or knows it to ± 3 %. If you name another "
            "percentile or a rate, a block has 15 turns and a longer warm-up. Programs and services also run until their "
            "metrics are decided. For other workloads and studies quick has 12 blocks. Preset full has 20 blocks of 100 "
            "turns, also for p99 and p99.9. Preset deep has 15 blocks of 60 turns of 1 s, which take 18 minutes for each "
            "contender. Preset article has the article's settings: "
            "1 block of 100 s, by forks. With --interleave forks a fork measures 1 s in quick, 20 s in full and 120 s "
            "in deep.",
            group=_SURE,
        ),
        Option(
            "--blocks N",
            "Blocks to run, 1 to 10000; a block starts every contender once. … Then quick does not stop early.",
            kind=whole(1, 10_000),
            group=_SURE,
        ),
        Option(
            "--precision P",
            "Stop when every comparison is decided or known to P, such as 2%. … Then --blocks is the greatest number "
            "of blocks (default: what fits into the time, 8 to 1000).",
            kind=SHARE,
            group=_SURE,
        ),
        Option(
            "--max-time T",
            "Stop after this time (default: quick 10m, with --precision 30m). … The running block ends first. Presets "
            "other than quick need --precision too.",
            kind=WHOLE_SECONDS,
            group=_SURE,
        ),
        Option(
            "--no-race",
            "Keep each contender to the end. By default a decided contender leaves a campaign that stops by itself, if "
            "it cannot be the fastest or the baseline was named.",
        ),
        Option(
            "--duration T",
            "How long each fork measures, all its turns together: 500ms, 10s, 2m.",
            kind=TIME,
            workloads=("queue-latency", "gc-steal"),
        ),
        Option(
            "--interleave turns|forks",
            "turns: the contenders of a block run side by side and alternate, so they see the same host noise. "
            "Programs run for 200 ms while all others are frozen. With forks they run one after another. Default: turns "
            "for messages, retail and services; forks for gc-steal and the preset article. Programs take turns if their "
            "first run shows that this changes none of them.",
        ),
        Option(
            "--turn T",
            "Length of a turn (default: 100ms, with deep 1s). For services and retail it is 1500ms in quick, 2s in "
            "full, 5s in deep.",
            kind=TURN,
        ),
        Option("--seed N", "Seed of the random order (default: the time).", kind=SEED),
    ),
)
_DECIDING = Topic(
    "deciding",
    "what is decided, and what excludes a fork",
    "",
    (
        Option(
            "--margin M",
            "JVMs are equivalent if their ratio is within this of 1 (default: 3%).",
            kind=SHARE,
            group=_SURE,
        ),
        Option(
            "--decide LIST",
            "Percentiles to decide too, such as p99.99 or service-p99, or scores, such as wall,peak-memory. Percentile "
            "p50 is service time, others are response time. The default is p50, except in quick also p99 and p99.9, or "
            "all scores that can be decided. Fewer metrics give more statistical power.",
        ),
        Option(
            "--contrast A/B",
            "Two scores to compare within each contender, such as cpu-system/cpu-user. Repeatable.",
            kind=CONTRAST,
            again=True,
        ),
        Option(
            "--gate NAME=LIMIT",
            "Another limit, or off, for an exclusion rule. A rule excludes a fork that the host disturbed, and its "
            f"block runs again. Repeatable. The defaults: {_gates()}.",
            kind=GATE,
            again=True,
        ),
        Option(
            "--retries N",
            "Blocks that may run again, 0 to 10000 (default: a quarter of the blocks).",
            kind=whole(0, 10_000),
        ),
    ),
)
_WORKLOADS = Topic(
    "workloads",
    "what can be run, an application under load",
    "",
    (
        Option(
            f"--workload {'|'.join(TYPED)}",
            "A queue (default), garbage collection, an application, your server or program. … Workload gc-steal is "
            "garbage collection that steals work. Its presets are 12 × 3 s, 20 × 10 s and 15 × 60 s. Workload "
            "retail is a supermarket company under load: its max and critical throughput. Its heap is a share of half "
            "of the memory, at most 4g, or +heap2g. Workload service is the server after --, given by --service PORT. "
            "Both have 12, 20 and 15 blocks. Workload command is the program after --; it has 12, 20 and 30 blocks.",
            group=_RUN,
        ),
    ),
)
_RATES = Topic(
    "rates",
    "rates of messages and requests, and options of the workload",
    "Options of the workload follow --, such as -- --wait yield --queue-memory huge, and apply to all contenders. "
    "`whichjvm compare -- --help` lists them. Suffixes such as +yield and +huge apply to one contender.",
    (
        Option(
            "--rate N",
            "Messages per second, such as 50k; with 10k,50k each contender at each rate. … Default: 100k. With max: "
            "the greatest rate at which p99 of the response time meets --service-level. For services and retail: the "
            "rates to compare percentiles at (default: a ladder).",
            group=_RUN,
            workloads=("queue-latency", "service", "retail"),
        ),
        Option(
            "--service-level T",
            "What p99 must meet at the critical rate, such as 50ms (with --rate max: 100us).",
            workloads=("queue-rate", "retail", "service"),
        ),
    ),
)
_PROGRAM = Topic(
    "program",
    "your own program, two versions of it, start-up, harnesses",
    "What follows -- is a program, unless it begins with a dash: whichjvm compare 17 25 -- java -jar app.jar. Each fork "
    "runs it in a fresh copy of the current folder, and then removes the copy. With --runner host a copy has at most 2 GB. "
    "In a container the largest entries become read-only links if the copy would take too much memory.\n\n"
    "Flag sets and JAVA_OPTS go where {flags} is, else after the first word java, else into JDK_JAVA_OPTIONS (Java 8: "
    "JAVA_TOOL_OPTIONS). {app} becomes the copy's path, and {jar} this project's own jar. docs/programs.md has the rest.",
    (
        Option(
            "--mount DIR",
            "The program's folder, copied for each fork (default: the current one). … Name it if it is / or holds your "
            "home folder, and with --workload command.",
            group=_RUN,
            workloads=("command", "service"),
        ),
        Option(
            "--app NAME=DIR",
            "A version of the program, such as old=./v1, and again new=./v2. Each JVM runs each, as +app-old and "
            "+app-new. Versions are compared on the same JVM, and the baseline's version also with the baseline's JVM.",
            kind=form("[^=]*=.*", "NAME=DIR, each name once, such as old=./v1"),
            again=True,
            workloads=("command", "service"),
        ),
        Option(
            "--until REGEX",
            "Measure start-up, the time to the first output line that matches; then the program is ended.",
            workloads=("command",),
        ),
        Option(
            "--metric NAME=REGEX",
            "A number in the output, the first group of REGEX. Its unit follows it (ns, us, ms, s, ops/s). For other "
            "units append ,more or ,less to REGEX: what is better. Append ,decimal-comma for 41,7, or ,decimal-point "
            "if 1,234 is 1234. Repeatable.",
            again=True,
            workloads=("command",),
        ),
        Option(
            "--adapter jmh|renaissance|dacapo|specjbb2015",
            "The scores of a harness. A fork of specjbb2015 takes two hours and 8 GB.",
            workloads=("command",),
        ),
        Option(
            "--timeout T",
            "A program that takes longer fails (10m; specjbb2015 6h), or a server that is not ready by then (1m).",
            kind=WHOLE_SECONDS,
            workloads=("command", "service"),
        ),
        Option(
            "--memory SIZE",
            "Memory limit of each container, such as 2g.",
            kind=MEMORY,
            workloads=("command", "service"),
        ),
        Option("--network", "Give containers the engine's network (default: none).", workloads=("command", "service")),
        Option(
            "--with FILE:SERVICE[,SERVICE]",
            "Services of your compose file that a program in a container needs, such as compose.yaml:db. Each contender "
            "has its own, under their names, in a network without a way out.",
            kind=WITH,
            workloads=("command", "service"),
        ),
    ),
)
_SERVICES = Topic(
    "services",
    "your own server under open load",
    "whichjvm compare 17 25 --service 8080 --ready /health -- java -jar app.jar\n\n"
    "All contenders of a block are alive and warm together. In each round each gets one turn of load, all at the same "
    "rate. {port} in the program becomes the port. `whichjvm help program` has more options.",
    (
        Option(
            "--service PORT",
            "The program after -- is a server on this port, to put under load. … With --runner host each contender has "
            "its own port, from this one on.",
            kind=whole(1, 65_535),
            group=_RUN,
            workloads=("service",),
        ),
        Option(
            "--ready WHEN",
            "When the server is ready: /PATH answers with 2xx or 3xx, or an output line matches regex:R (default: its "
            "port accepts connections).",
            kind=form("/.*|regex:.+", "a path, such as /health, or a line of output, such as regex:Started"),
            workloads=("service",),
        ),
        Option(
            "--request REQUEST",
            "Such as 'GET /orders/1' (default: GET /). Repeatable; 3:GET /x is sent 3 times as often. @FILE: requests "
            "with bodies, a file of the program's folder in vegeta's format.",
            kind=REQUEST,
            again=True,
            workloads=("service",),
        ),
        Option(
            "--protocol http|https|h2c|h2",
            "HTTP/1.1 (default), HTTP/1.1 over TLS, HTTP/2, or HTTP/2 over TLS. No certificate is checked.",
            workloads=("service",),
        ),
        Option(
            "--warmup T",
            "About how long each is busy before anything counts (10s; full 20s, deep 30s).",
            kind=TIME,
            workloads=("service", "retail"),
        ),
        Option(
            "--points N",
            "Rates of the ladder, 5 to 100 (8; full 11, deep 16; for retail 10, 15, 20).",
            kind=whole(5, 100),
            workloads=("service", "retail"),
        ),
    ),
)
_STUDIES = Topic(
    "studies",
    "questions with all options that answer them",
    "`whichjvm list studies` prints them. Your own options replace the study's.",
    (
        Option(
            "--study NAME",
            "A question with all options that answer it, such as gc-steal. … It is studies/NAME.study, or a file with "
            "a / in its name.",
            group=_RUN,
        ),
    ),
)
_RACE = Topic(
    "race",
    "the fastest of many JVMs and flag sets, confirmed, and what each of its flags brings",
    "usage: whichjvm race [options] [JVM…] [--flags LIST×LIST] [-- PROGRAM…]\n\n"
    "Searches for six tenths of --max-time (30m): the slower half of the contenders leaves, again and again, until three "
    "are left. Then it confirms the leader in fresh blocks, against the baseline and against itself without each of its "
    "flag sets. The answer is a line to copy. `whichjvm compare --help` has the other options.",
    (
        Option(
            "--within FIGURE",
            "What the winner must keep: a multiple of the baseline's value, as in peak-memory:1.2x, or a greatest "
            "value, as in p99<5ms. Repeatable.",
            kind=WITHIN,
            again=True,
        ),
        Option(
            "--least-heap",
            "Find the least heap with which the program ends well on each JVM, then its time and CPU time with 1 to 6 times "
            "that. Campaigns go to --out DIR (default: out/least-heap), and the same command goes on after Ctrl-C.",
        ),
        Option(
            "--confirm RACE",
            "Confirm the winner of a race that has ended, in fresh blocks; give its other arguments too. `whichjvm race` "
            "does this itself, unless the race was resumed.",
            kind=CAMPAIGN,
        ),
    ),
)
_EXPLAIN = Topic(
    "explain",
    "where the difference between two contenders of a campaign comes from",
    "usage: whichjvm explain [options] [CAMPAIGN] [CONTENDER [BASELINE]]\n\n"
    "Runs both contenders again, and the baseline once more as a control, in 12 blocks or --blocks N. For a program it "
    "names the frames, JIT compilers and garbage collectors whose CPU time differs, by a profiler. For messages by turns "
    "it names the stages. Default: the newest campaign, and the two contenders that differ most clearly. Start it in the "
    "program's folder, or give --mount. docs/explain.md says how far to trust it.",
    (
        Option(
            "--explain",
            "For compare: explain the clearest difference at the end, in 12 more blocks.",
            workloads=("command", "queue-latency", "retail"),
        ),
        Option(
            "--event EVENT",
            "For explain: what to look at. For programs and retail: cpu (CPU time, default), alloc, lock (waiting for "
            "locks), faults (page faults), cycles, cache-misses or branch-misses. For messages: cpu (default: their stages). "
            "For programs, services and messages: memory.",
            kind=one_of(*EVENTS),
            workloads=("command", "queue-latency", "retail"),
        ),
    ),
)
_CALIBRATE = Topic(
    "calibrate",
    "how small a difference this host resolves",
    "usage: whichjvm calibrate [options] [JVM] [-- options of the workload]\n\n"
    "Runs one JVM against itself in 20 blocks, and delays every message of half of the contenders by a known time. The "
    "result says which of these differences were found. The JVM is jdk17-temurin, else the first. `whichjvm compare "
    "--help` has the other options.\n\n"
    "whichjvm calibrate report [--out DIR] [--jdk NAME=PATH] [CAMPAIGN]\n\n"
    "Runs nothing: it computes the same from the forks of a campaign (default: latest).",
    (
        Option(
            "--effect NS",
            "The delay of each message, 1 to 1000000 ns (default: 5 % of a fork's p50).",
            kind=whole(1, 1_000_000, "ns"),
        ),
        Option(
            "--contenders K",
            "Contenders of each kind in each block, 2 to 50 (4): K without the delay, K with it.",
            kind=whole(2, 50),
        ),
    ),
)
_RUNNING = Topic(
    "running",
    "what starts forks, where results go, how to resume",
    "",
    (
        Option(
            "--runner docker|host|auto",
            "Containers, host JVMs, or (auto, default) containers if an engine answers.",
            group=_RUNNING_IT,
        ),
        Option(
            "--cpus A,B",
            "CPUs of the producer and the consumer (default: the best ones, as `whichjvm doctor` says), or all that a "
            "program may use.",
        ),
        Option("--out DIR", "The results folder (default: out).", group=_RUNNING_IT),
        Option(
            "--resume CAMPAIGN",
            "Run what is missing of a campaign in the results folder. … With --runner host, type its program again "
            "after --, and set JAVA_OPTS as it was.",
            kind=CAMPAIGN,
            group=_RUNNING_IT,
        ),
        Option(
            "--resume-or-start",
            "For compare: start the campaign of the results folder, or resume it. If it has ended, exit with its exit "
            "code.",
        ),
        Option(
            "--trust-campaign",
            "With --runner host: let a campaign's folder say what runs when it is resumed or explained.",
        ),
        Option("--dry-run", "Print every command instead of running it.", group=_RUNNING_IT),
        Option("--list jvms|flags|studies", "Print the JVMs of the runner, the flag sets, or the studies."),
        Option("-h, --help", "Print this; `whichjvm help` lists the topics.", group=_RUNNING_IT),
    ),
)
TOPICS = (
    _CONTENDERS,
    _TIME,
    _DECIDING,
    _WORKLOADS,
    _RATES,
    _PROGRAM,
    _SERVICES,
    _STUDIES,
    _RACE,
    _EXPLAIN,
    _CALIBRATE,
    _RUNNING,
)

COMPARE = declared(*TOPICS)

_JDK_PATH = Option("--jdk NAME=PATH", kind=JDK, again=True)


def _with_words(option: Option, text: str) -> Option:
    return dataclasses.replace(option, text=text)


REPORT = Topic(
    "report",
    "the report of campaigns",
    "usage: whichjvm report [options] [CAMPAIGN…]",
    (
        Option(
            "CAMPAIGN",
            "A campaign in the results folder (default: latest). Several, of one host or of several, are shown side by "
            "side.",
        ),
        Option(
            "--hosts DIR",
            "Write the joint report of several hosts, DIR/hosts.html, without CAMPAIGN. DIR has a folder for each host "
            "with its campaigns. Repeatable: campaigns of hosts with the same name are sessions of one host, and the "
            "last DIR gets the report.",
            again=True,
        ),
        _with_words(_JDK_PATH, "The JVM that writes it if no engine answers, as for compare."),
        Option("--details", "Print every table, not only the summary."),
        Option(
            "--fail-on slower:P",
            "Exit with 1 if a p50 service time is slower by more than P, such as slower:5% (the lower end of its "
            "interval). Exit with 2 if that is undecided. It takes one campaign.",
        ),
        Option("--fail-unless-within P", "The same if it may be slower by more than P (the upper end)."),
        Option("--margin P", "JVMs are equivalent within this (default: what the campaign declared)."),
        Option(
            "--service-level L=T",
            "Draw a service level into the percentile curves, such as 99.9%=1ms. Repeatable.",
            again=True,
        ),
        Option(
            "--export FORMAT[=FILE]",
            "Write the result for other programs: jmh, bmf, openmetrics or csv. Repeatable. Without a file it goes to "
            "stdout, and nothing else does. It takes one campaign.",
            again=True,
        ),
        Option("--out DIR", "The results folder (default: out)."),
    ),
    "Exit codes: 0 done; 1 the condition to fail is met; 2 wrong usage, or the condition is undecided; 3 done, but "
    "forks failed, or a host has no complete campaign; 4 no JVM or engine here can run it.",
)
DOCTOR = Topic(
    "doctor",
    "whether this host is fit to measure on",
    "usage: whichjvm doctor [options]\n\nPrints one line for each thing that matters, the most important first: pass, "
    "warn or fail, what it found, and what to do. Then it names the CPUs that campaigns would use, and why. In a "
    "container use docker compose run --rm jdk17-temurin doctor, which sees less.",
    (
        Option("--json", "Print one JSON document instead of lines."),
        _with_words(_JDK_PATH, "The JVM to run it on, 8 or newer (default: the first that is found)."),
        Option("--out DIR", "Where results would go (default: out)."),
    ),
    "Exit codes: 0 nothing failed; 2 wrong usage; 4 something failed: this host cannot measure.",
)
SESSIONS = Topic(
    "sessions",
    "whether a difference holds over days and boots",
    "usage: whichjvm sessions --out DIR [--count N] [arguments of whichjvm compare]\n\nRuns one comparison as N sessions, "
    "and says what holds over all of them. A session is a campaign in DIR with its own containers, environment and "
    "memory. To add N sessions on another day, or after a reboot, run the same command again: the intervals account for "
    "each addition. Without --count it runs the missing sessions and prints the report. With only --out it prints the "
    "report.",
    (
        Option(
            "--count N",
            "Sessions to add, 1 to 9999; fewer than 6 show only large differences.",
            kind=form("[1-9][0-9]{0,3}", "a number of sessions, 1 to 9999"),
        ),
        Option("--out DIR", "The folder of these sessions, which holds nothing else."),
    ),
    "whichjvm sessions --out out/tomorrow --count 6 17 21 25\n\nExit codes: as for whichjvm compare.",
)
BISECT = Topic(
    "bisect",
    "which build made a JVM slower",
    "usage: whichjvm bisect --builds FILE --out DIR [--make PROGRAM] [--good NAME] [--bad NAME] [arguments of whichjvm "
    "compare]\n\nFinds the build that made a JVM slower or faster. FILE has one build per line, from the good one to the "
    "bad one: NAME=IMAGE, NAME=FOLDER of a JDK (with a /, for --runner host), or a NAME that whichjvm list prints. It "
    "compares the bad build with the good one, then builds between them, each time the one that tells most. To go on "
    "after an interruption, run the same command again.",
    (
        Option("--builds FILE", "The builds, one per line."),
        Option(
            "--make PROGRAM",
            "Call PROGRAM to make a build, with the text after NAME= or with NAME, such as a commit. The last line that "
            "it prints is an image or a JDK's folder.",
        ),
        Option("--good NAME", "The first build to look at (default: the first line)."),
        Option("--bad NAME", "The last build to look at (default: the last line)."),
        Option("--out DIR", "The folder of this search, which holds nothing else."),
    ),
    "whichjvm bisect --builds nightly.txt --out out/search --runner host\n\nExit codes: as for whichjvm compare; also 2 "
    "if good and bad are not shown to differ.",
)
RELEASE = Topic(
    "release",
    "the images to hand out",
    "usage: scripts/release [options] [TARGET…]",
    (
        Option("TARGET", "A target or group of docker-bake.hcl (default: default, every variant)."),
        Option(
            "--push PREFIX",
            "Push each image as PREFIX/NAME:TAG, such as registry.example/whichjvm, and print its digest, for signing. "
            "Without it each image becomes an OCI archive, NAME.tar.",
        ),
        Option("--out DIR", "Where archives and their digests, release.json, go (default: out/release)."),
        Option("--tag TAG", "The tag (default: what git describes, such as v1.2)."),
        Option(
            "--platforms P",
            "The platforms of the images (default: linux/amd64,linux/arm64).",
            kind=form("linux/(amd64|arm64)(,linux/(amd64|arm64))?", "linux/amd64, linux/arm64, or both with a comma"),
        ),
        Option(
            "--sbom IMAGE",
            "The image of an SBOM generator for BuildKit, or none (default: docker/buildkit-syft-scanner:stable-1). If "
            "its registry cannot be reached, docker/sbom is used, which finds less.",
        ),
        Option("--no-cache", "Build all layers again."),
    ),
)

FLEET = Topic(
    "fleet",
    "a campaign on each of many nodes of a Kubernetes cluster",
    "usage: whichjvm fleet render --hosts SELECTOR --image IMAGE [CONTENDER…] [-- options of compare]\n\n"
    "whichjvm fleet wait|collect|delete [FLEET], whichjvm fleet report [FLEET…]\n\nrender picks nodes and prints "
    "manifests for them; wait waits until their campaigns have ended; collect brings the results into out/FLEET/hosts. "
    "Then report writes the joint report, and delete removes the fleet and its volumes from the cluster. The default "
    "FLEET is the newest one.",
    (
        Option("--hosts SELECTOR", "Label selector of the nodes, as kubectl takes it."),
        Option(
            "--per-host-label LABEL",
            "One node for each value of this label (default: node.kubernetes.io/instance-type).",
        ),
        Option("--every-node", "Every node that the selector finds."),
        Option("--image IMAGE", "whichjvm/all, by the name and digest that scripts/release --push printed."),
        Option(
            "--cpus N",
            "CPUs of each campaign, at least 2 (default: 4), or shared: without a limit, for idle nodes.",
            kind=form("[2-9]|[1-9][0-9]{1,3}|shared", "a whole number from 2 on, or shared"),
        ),
        Option(
            "--memory SIZE",
            "Memory of each campaign, half of it for /dev/shm (default: 8Gi).",
            kind=form("[1-9][0-9]{0,6}[MG]i", "a size such as 8Gi or 6000Mi"),
        ),
        Option(
            "--results claim|shared|PATH",
            "Where results are: a claim for each node (default), the claim whichjvm-shared, or a folder of each node.",
            kind=form("claim|shared|/.+", "claim, shared, or an absolute path of the nodes"),
        ),
        Option("--storage CLASS", "Storage class of the claims (default: the cluster's)."),
        Option(
            "--huge PATH",
            "A tmpfs of huge pages that the nodes have, for contenders with +huge.",
            kind=form("/.+", "an absolute path of the nodes, such as /mnt/huge"),
        ),
        Option("--tolerate TAINT", "A taint KEY[=VALUE][:EFFECT] to tolerate. Repeatable.", kind=TAINT, again=True),
        Option("--apply", "Apply the manifests instead of printing them."),
        Option("--context NAME", "Context of kubectl (default: the current one)."),
        Option("--namespace NAME", "Namespace (default: the context's)."),
        Option("--force", "Delete also results that were not collected."),
        Option("--out DIR", "Where fleets are kept (default: out)."),
    ),
    "whichjvm fleet render --hosts pool=bench --image my.registry/all@sha256:… --apply 17 21"
    "\n\nExit codes: 0 done; 2 wrong usage; 3 done, but a node failed; 4 kubectl is missing, or the cluster refused.",
)

# The verbs that have an own screen of help.
OWN = {topic.name: topic for topic in (REPORT, DOCTOR, SESSIONS, BISECT, RELEASE, FLEET)}


def of_verb(verb: str) -> dict[str, Option]:
    """The options of a verb in Python; none of another."""
    if verb in ("report", "doctor", "release", "fleet"):
        return declared(OWN[verb])
    if verb in ("sessions", "bisect"):
        return {**COMPARE, **declared(OWN[verb])}
    return COMPARE if verb in ("compare", "race", "explain", "calibrate") else {}
