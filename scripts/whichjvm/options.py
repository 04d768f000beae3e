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
EVENTS = ("cpu", "alloc", "lock", "faults", "cycles", "cache-misses", "branch-misses")

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
    # What the first screen of help has; behind … what only its topic has.
    text: str = ""
    kind: Kind = ANY
    # On the first screen.
    common: bool = False
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
    said = (f"{gate.says}, {gate.usual:g}" if gate.usual else gate.says for gate in GATES.values())
    return ", ".join(f"{name} ({each})" for name, each in zip(GATES, said))


def declared(*topics: Topic) -> dict[str, Option]:
    """The options of topics by their names."""
    every = (option for topic in topics for option in topic.options)
    return {option.name: option for option in every if option.name.startswith("-")}


_CONTENDERS = Topic(
    "contenders",
    "names of JVMs, and what may stand behind them",
    "A short name is a part of a name: 17 is jdk17-temurin, or the JVM of that version if there is one "
    "alone; 21-corretto is jdk21-corretto. `whichjvm list` prints the names, and `whichjvm list flags` "
    "the flag sets.",
    (
        Option(
            "CONTENDER",
            "A JVM by a short name or its whole one: 17, 21-corretto, jdk25-temurin, 25+zgc; all that can be had if "
            "none is named. … A JVM is a service of compose.yaml, or with --runner host one of this machine. Each + "
            "behind it changes one thing: +again and +again2 nothing, +delay30ns delays each message, +huge has the "
            "queue in huge pages, +yield, +onspinwait or +park1000ns is another wait strategy, +rate50k another rate, "
            "+app-new a version of a program, +heap512m the heap, and flag sets, as +zgc+compact-headers.",
            common=True,
        ),
        Option(
            "--baseline C", "What the others are compared with (default: jdk17-temurin, else the first).", common=True
        ),
        Option("--control", "Run the baseline twice in every block: what differs then is no difference.", common=True),
        Option(
            "--flags LIST×LIST",
            "Each contender with each of these flag sets, as 'zgc,- x heap=512m,2g'. … Of each list a contender has "
            "one; a dash is none, and x is as good as ×. The beginning of a name is enough: serial.",
            common=True,
        ),
        Option(
            "--jdk NAME=PATH-or-IMAGE",
            "One more JVM, as mine=/opt/jdk-17 of this host, or an image, old=my/jdk:1. … May be given again. "
            "--runner host takes the folder that has bin/java, --runner docker an image that has a java on its PATH.",
            kind=JDK,
            common=True,
            again=True,
        ),
        Option("--bases registry|packages|auto", "Where JDK images come from (default: the registry, else packages)."),
    ),
)
_TIME = Topic(
    "time",
    "how long it takes, by presets, blocks and turns",
    "",
    (
        Option(
            "--preset quick|full|deep|article",
            "quick: ten minutes at most (default); full, deep: for rarer percentiles. … quick has blocks of 15 turns "
            "of 100 ms, until every contender's p50 is decided or known to ± 3 %; full 20 blocks of 100 turns, also "
            "for p99 and p99.9; deep 15 blocks of 60 turns of 1 s, 18 minutes for each contender; article 1 block of "
            "100 s with the article's settings, by forks. By forks quick has 1 s, full 20 s, deep 120 s. quick of "
            "other workloads, and of a study, has 12 blocks.",
            common=True,
        ),
        Option(
            "--blocks N",
            "Forks of each contender, 1 to 10000; quick then has so many.",
            kind=whole(1, 10_000),
            common=True,
        ),
        Option(
            "--precision P",
            "Stop once every comparison is decided or known to P, such as 2%. … --blocks is then the most there may "
            "be (default: what fits into the time, 8 to 1000).",
            kind=SHARE,
            common=True,
        ),
        Option(
            "--max-time T",
            "With --precision, and of quick: stop after this time (30m; of quick 10m). … The block that runs then is "
            "ended first.",
            kind=WHOLE_SECONDS,
            common=True,
        ),
        Option(
            "--no-race",
            "Keep each contender to the end (default: of a campaign that stops by itself, one leaves that is decided, "
            "and is not the fastest or has a named baseline).",
        ),
        Option(
            "--duration T",
            "How long each fork measures, all its turns together: 500ms, 10s, 2m.",
            kind=TIME,
            workloads=("queue-latency", "gc-steal"),
        ),
        Option(
            "--interleave turns|forks",
            "turns: the contenders of a block are alive together and measure in turn, so that they share what the "
            "host does (default for queue-latency; services and retail have nothing else), or a program runs for 200 "
            "ms while all others are frozen; forks: one after another, each in one piece (default for the preset "
            "article and for other workloads).",
        ),
        Option("--turn T", "Length of a turn: 100ms, of deep 1s; of services and retail 1500ms, 2s, 5s.", kind=TURN),
        Option("--seed N", "Of the random order (default: the time).", kind=SEED),
    ),
)
_DECIDING = Topic(
    "deciding",
    "what is decided, and what excludes a fork",
    "",
    (
        Option("--margin M", "What is called equivalent: a ratio within this of 1 (3%).", kind=SHARE, common=True),
        Option(
            "--decide LIST",
            "Percentiles to decide too, such as p99.99 or service-p99; p50 alone is of the service time, the others "
            "of the response time (always: p50; but for quick p99 and p99.9). Or scores, such as wall,peak-memory "
            "(default: all that can be). The fewer, the surer.",
        ),
        Option(
            "--contrast A/B",
            "Of a workload of scores: two of them to compare within each contender, such as cpu-system/cpu-user; may "
            "be given again.",
            kind=CONTRAST,
            again=True,
        ),
        Option(
            "--gate NAME=LIMIT",
            "Another limit, or off, of what may disturb a fork from outside before it is excluded and its block run "
            f"again; may be given again. There are: {_gates()}.",
            kind=GATE,
            again=True,
        ),
        Option(
            "--retries N",
            "Blocks that may be run again, 0 to 10000 (default: a quarter of the blocks).",
            kind=whole(0, 10_000),
        ),
    ),
)
_RATES = Topic(
    "rates",
    "rates of messages and requests, and options of the workload",
    "Options of the workload itself follow --, as in -- --wait yield --queue-memory huge, and reach all "
    "forks; `whichjvm compare -- --help` lists them. Suffixes such as +yield and +huge give them to one "
    "contender.",
    (
        Option(
            "--rate N",
            "Messages a second, such as 50k; 10k,50k: each contender at each of these rates. … max: the greatest at "
            "which p99 of the response time is within --service-level (default: 100k). Of services and retail: the "
            "rates that percentiles are compared at (default: a ladder).",
            common=True,
            workloads=("queue-latency", "service", "retail"),
        ),
        Option(
            "--service-level T",
            "What p99 may be at the critical rate, such as 50ms (--rate max: 100us).",
            workloads=("queue-rate", "retail", "service"),
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
            "Messages in a queue (default), an application, your program or server. … gc-steal: garbage collection "
            "that steals work; its presets are 12 × 3 s, 20 × 10 s and 15 × 60 s. retail: a supermarket company under "
            "load, its max and critical throughput (+heap2g is its heap; else a share of half of the memory, at most "
            "4g), and service: the server behind --, by --service PORT; 12, 20 and 15 blocks. command: what is "
            "written behind --; 12, 20 and 30 blocks.",
            common=True,
        ),
    ),
)
_PROGRAM = Topic(
    "program",
    "your own program, two versions of it, start-up, harnesses",
    "What follows -- is a program, unless it begins with a dash: whichjvm compare 17 25 -- java -jar "
    "app.jar. It sees the current folder read-only, and runs in a fresh one with links to all that is in "
    "it. --app NAME=DIR, given twice or more, compares versions of it. Flag sets and JAVA_OPTS go where "
    "{flags} is, else behind the first word java, and where there is none into JDK_JAVA_OPTIONS (Java 8: "
    "JAVA_TOOL_OPTIONS). {app} is the folder's path, {jar} this project's own jar. docs/programs.md has "
    "the rest.",
    (
        Option(
            "--mount DIR",
            "The program's folder, read-only (default: the current one). … A folder that is / or holds your home "
            "folder must be named, and each of --workload command.",
            common=True,
            workloads=("command", "service"),
        ),
        Option(
            "--app NAME=DIR",
            "A version of the program, such as old=./v1, and again new=./v2; each JVM runs each. … Contenders are "
            "called +app-old and +app-new, and each is compared with the same JVM and the version of the baseline.",
            kind=form("[^=]*=.*", "NAME=DIR, each name once, such as old=./v1"),
            again=True,
            workloads=("command", "service"),
        ),
        Option(
            "--until REGEX",
            "Measure start-up, the time to the first line of the output that matches; the program is then ended.",
            workloads=("command",),
        ),
        Option(
            "--metric NAME=REGEX",
            "A number from the output, the first group of REGEX. Its unit follows it (ns, us, ms, s, ops/s), or ,more "
            "or ,less behind REGEX says what is better. Of 41,7 and 1,234 a last ,decimal-comma or ,decimal-point "
            "says what the comma is; may be given again.",
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
            "A program that takes longer fails (10m), or a server not ready by then (1m).",
            kind=WHOLE_SECONDS,
            workloads=("command", "service"),
        ),
        Option(
            "--memory SIZE",
            "In containers: the memory limit of each, such as 2g.",
            kind=MEMORY,
            workloads=("command", "service"),
        ),
        Option(
            "--network", "In containers: allow the engine's network (default: none).", workloads=("command", "service")
        ),
        Option(
            "--with FILE:SERVICE[,SERVICE]",
            "In containers: services of your compose file that the program needs, such as compose.yaml:db. … Each "
            "contender has its own beside it, under their names, in a network without a way out.",
            kind=WITH,
            workloads=("command", "service"),
        ),
    ),
)
_SERVICES = Topic(
    "services",
    "your own server under open load",
    "whichjvm compare 17 25 --service 8080 --ready /health -- java -jar app.jar: all contenders of a "
    "block are alive and warm together, and in each round each gets one turn of load, all at the same "
    "rate. {port} in the program's words is the port. See `whichjvm help program` too.",
    (
        Option(
            "--service PORT",
            "The program behind -- is a server on this port, to put under load. … By --runner host each contender has "
            "a port of its own, from this one on.",
            kind=whole(1, 65_535),
            common=True,
            workloads=("service",),
        ),
        Option(
            "--ready WHEN",
            "When the server is ready: /PATH answers with 2xx or 3xx, or a line of its output matches regex:R "
            "(default: its port accepts).",
            kind=form("/.*|regex:.+", "a path, such as /health, or a line of output, such as regex:Started"),
            workloads=("service",),
        ),
        Option(
            "--request REQUEST",
            "Such as 'GET /orders/1' (default: GET /); 3:GET /x is sent 3 times as often. @FILE: requests with "
            "bodies, a file of the mounted folder in vegeta's format.",
            kind=REQUEST,
            again=True,
            workloads=("service",),
        ),
        Option(
            "--protocol http|https|h2c|h2",
            "HTTP/1.1 (default), over TLS, HTTP/2, over TLS; no certificate is checked.",
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
            "Rates of the ladder, 5 to 100 (8; full 11, deep 16; of retail 10, 15, 20).",
            kind=whole(5, 100),
            workloads=("service", "retail"),
        ),
    ),
)
_STUDIES = Topic(
    "studies",
    "questions with all that answers them",
    "`whichjvm list studies` prints them. What is given beside --study wins.",
    (
        Option(
            "--study NAME",
            "A question with all that answers it, such as gc-steal. … It is studies/NAME.study, or a file with a / in "
            "its name.",
            common=True,
        ),
    ),
)
_RACE = Topic(
    "race",
    "the fastest of many JVMs and flag sets, confirmed, and what each of its flags brings",
    "usage: whichjvm race [options] [JVM…] [--flags LIST×LIST] [-- PROGRAM…]. Six tenths of --max-time "
    "(30m) are a search: the slower half of the contenders leaves, again and again, and three are left. "
    "The rest confirms the leader in blocks that the search has not seen, against the baseline and "
    "against itself without each of its flag sets. The answer is a line to copy. compare has the other "
    "options.",
    (
        Option(
            "--within FIGURE",
            "What the winner must keep: at most so much of the baseline's value, as in peak-memory:1.2x, or at most a "
            "value, as in p99<5ms; may be given again.",
            kind=WITHIN,
            again=True,
        ),
        Option(
            "--confirm RACE",
            "Confirm the winner of that race, which has ended, in fresh blocks, as `whichjvm race` does but for one "
            "that was resumed; give its other arguments too.",
            kind=CAMPAIGN,
        ),
    ),
)
_EXPLAIN = Topic(
    "explain",
    "where the difference between two contenders of a campaign comes from",
    "usage: whichjvm explain [options] [CAMPAIGN] [CONTENDER [BASELINE]]. Runs both again, and the "
    "baseline once more as a control, in 12 blocks or --blocks N. Of a program it names the frames, "
    "compilers and collectors whose CPU time differs for sure, by a profiler; of messages by turns the "
    "stages. The campaign is the newest, and the two are those that differ most clearly. A program's "
    "folder is the current one, or that of --mount. docs/explain.md says how far to trust it.",
    (
        Option(
            "--explain",
            "Of compare: explain the clearest difference at the end, by 12 more blocks.",
            workloads=("command", "queue-latency", "retail"),
        ),
        Option(
            "--event EVENT",
            "Of explain: what differs. Of programs and retail: cpu time (default), alloc, lock (waiting for locks), "
            "faults of pages, cycles, cache-misses or branch-misses. Of messages: cpu (default: their stages).",
            kind=one_of(*EVENTS),
            workloads=("command", "queue-latency", "retail"),
        ),
    ),
)
_CALIBRATE = Topic(
    "calibrate",
    "how small a difference this host resolves",
    "usage: whichjvm calibrate [options] [VARIANT] [-- workload options]. Runs one JVM against itself, "
    "half of the contenders with every message delayed by a known time, and says what of it was seen. The "
    "JVM is jdk17-temurin, else the first; blocks are 20. Other options are those of compare. `whichjvm "
    "calibrate report [--out DIR] [--jdk NAME=PATH] [CAMPAIGN]` runs nothing: the forks of a campaign "
    "(default: latest) say it.",
    (
        Option(
            "--effect NS",
            "The delay of each message, 1 to 1000000 ns (default: 5 % of a fork's p50).",
            kind=whole(1, 1_000_000, "ns"),
        ),
        Option(
            "--contenders K",
            "Contenders of each kind in each block, 2 to 50 (4): K as they are, K delayed.",
            kind=whole(2, 50),
        ),
    ),
)
_RUNNING = Topic(
    "running",
    "what starts forks, where results go, resuming",
    "",
    (
        Option(
            "--runner docker|host|auto",
            "An engine, this host's JVMs, or (auto, default) the engine if it answers.",
            common=True,
        ),
        Option(
            "--cpus A,B",
            "CPUs of the producer and the consumer (default: the fittest, as `whichjvm doctor` says), or all that a "
            "program may use.",
        ),
        Option("--out DIR", "Where results go (out).", common=True),
        Option(
            "--resume CAMPAIGN",
            "Run what is missing of a campaign in the results folder. … With --runner host its program is typed again "
            "behind --, and JAVA_OPTS is set as it was.",
            kind=CAMPAIGN,
            common=True,
        ),
        Option(
            "--resume-or-start",
            "Of compare: start the campaign of the results folder, resume it, or if it has ended repeat its exit code.",
        ),
        Option(
            "--trust-campaign",
            "With --runner host: let run what the folder of a campaign says that is resumed or explained.",
        ),
        Option("--dry-run", "Print every command it would run.", common=True),
        Option("--list jvms|flags|studies", "Print the JVMs of the runner, the flag sets, or the studies."),
        Option("-h, --help", "Print this; `whichjvm help` lists the topics.", common=True),
    ),
)
TOPICS = (
    _CONTENDERS,
    _TIME,
    _DECIDING,
    _RATES,
    _WORKLOADS,
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
            "A folder in the results folder (default: latest). Several are shown side by side too, of one host or of "
            "several.",
        ),
        Option(
            "--hosts DIR",
            "Write the joint report of several hosts instead, without CAMPAIGN: DIR has a folder for each host, and in "
            "it the host's campaigns. DIR/hosts.html is the report. Repeatable: campaigns of hosts with one "
            "name are sessions of one another, and the last DIR has the report.",
            again=True,
        ),
        _with_words(_JDK_PATH, "A JVM that may write it where no engine answers, as compare takes it."),
        Option("--details", "Print every table, not the summary alone."),
        Option(
            "--fail-on slower:P",
            "Exit with 1 if a p50 service time is slower by more than P, such as slower:5%: the lower end of its "
            "interval; with 2 if that is undecided. It takes one campaign.",
        ),
        Option("--fail-unless-within P", "The same if it may be slower by more than P: the upper end."),
        Option("--margin P", "What is called equivalent (default: what the campaign declared)."),
        Option(
            "--service-level L=T",
            "Draw a service level into the percentile curves, such as 99.9%=1ms; may be given again.",
            again=True,
        ),
        Option(
            "--export FORMAT[=FILE]",
            "Write the result for other programs: jmh, bmf, openmetrics or csv; may be given again. Without a file it "
            "goes to stdout, and nothing else does. It takes one campaign.",
            again=True,
        ),
        Option("--out DIR", "Where results are (default: out)."),
    ),
    "Exit codes: 0 done; 1 done, and what is to fail was met; 2 wrong usage, or undecided what is to "
    "fail; 3 done, but forks failed, or a host has no whole campaign; 4 nothing here can run it.",
)
DOCTOR = Topic(
    "doctor",
    "whether this host is fit to measure on",
    "usage: whichjvm doctor [options]\n\nOne line for each thing that matters, the weightiest first: "
    "pass, warn or fail, what was found, and what to do about it. Then the CPUs that would be measured "
    "on, and why. In a container the same is docker compose run --rm jdk17-temurin doctor, which sees "
    "less.",
    (
        Option("--json", "One JSON document in place of lines."),
        _with_words(_JDK_PATH, "The JVM to run it on, 8 or newer (default: the first that is found)."),
        Option("--out DIR", "Where results would go (default: out)."),
    ),
    "Exit codes: 0 nothing failed; 2 wrong usage; 4 something did: this host cannot measure.",
)
SESSIONS = Topic(
    "sessions",
    "whether a difference holds over days and boots",
    "usage: whichjvm sessions --out DIR [--count N] [what whichjvm compare takes]\n\nRuns one comparison "
    "as N sessions, each a campaign in DIR with containers, an environment and files of its own in "
    "memory, and says what holds over all of them. On another day, or after a reboot, the same command "
    "adds N more; the intervals are paid for however often that is. Without --count it runs what is "
    "missing of those that were planned, and prints the report; with --out alone it prints the report.",
    (
        Option(
            "--count N",
            "Sessions to add, 1 to 9999; fewer than 6 show large differences alone.",
            kind=form("[1-9][0-9]{0,3}", "a number of sessions, 1 to 9999"),
        ),
        Option("--out DIR", "The folder of these sessions, which holds nothing else."),
    ),
    "whichjvm sessions --out out/tomorrow --count 6 17 21 25\n\nExit codes: as of whichjvm compare.",
)
BISECT = Topic(
    "bisect",
    "which build made a JVM slower",
    "usage: whichjvm bisect --builds FILE --out DIR [--make PROGRAM] [--good NAME] [--bad NAME] [what "
    "whichjvm compare takes]\n\nFinds the build that made a step. FILE has a build a line, from the good "
    "one to the bad one: NAME=IMAGE, NAME=FOLDER of a JDK (in it a /, for --runner host), or the name of "
    "a JVM that whichjvm list has. First the bad one is compared with the good one; then builds between "
    "them are, each time the one that tells most. The same command goes on where it was stopped.",
    (
        Option("--builds FILE", "The builds."),
        Option(
            "--make PROGRAM",
            "Makes a build, of what stands behind NAME= or of NAME, such as a commit: it is called with that, and the "
            "last line that it prints is an image, or a JDK's folder.",
        ),
        Option("--good NAME", "The first of them to look at (default: the first line)."),
        Option("--bad NAME", "The last (default: the last line)."),
        Option("--out DIR", "The folder of this search, which holds nothing else."),
    ),
    "whichjvm bisect --builds nightly.txt --out out/search --runner host\n\nExit codes: as of whichjvm "
    "compare; 2 too where good and bad are not shown to differ.",
)
RELEASE = Topic(
    "release",
    "the images to hand out",
    "usage: scripts/release [options] [TARGET…]",
    (
        Option("TARGET", "A target or group of docker-bake.hcl (default: default, every variant)."),
        Option(
            "--push PREFIX",
            "Push PREFIX/NAME:TAG, such as registry.example/whichjvm, and print it with its digest, by which it is to "
            "be signed; without it each image becomes an OCI archive, NAME.tar.",
        ),
        Option("--out DIR", "Where archives go, and release.json, which has the digests (default: out/release)."),
        Option("--tag TAG", "The tag (default: what git describes, such as v1.2)."),
        Option(
            "--platforms P",
            "What they are for (default: linux/amd64,linux/arm64).",
            kind=form("linux/(amd64|arm64)(,linux/(amd64|arm64))?", "linux/amd64, linux/arm64, or both with a comma"),
        ),
        Option(
            "--sbom IMAGE",
            "The image of an SBOM generator for BuildKit, or none (default: docker/buildkit-syft-scanner:stable-1, or, "
            "where its registry is not reached, docker/sbom, which finds less).",
        ),
        Option("--no-cache", "Build all layers again."),
    ),
)

FLEET = Topic(
    "fleet",
    "a campaign on each of many nodes of a Kubernetes cluster",
    "usage: whichjvm fleet render --hosts SELECTOR --image IMAGE [CONTENDER…] [-- options of compare]\n\n"
    "whichjvm fleet wait|collect|delete [FLEET], whichjvm fleet report [FLEET…]\n\nrender picks nodes and prints "
    "manifests for them; wait waits until their campaigns have ended; collect brings the results into "
    "out/FLEET/hosts; report writes the joint report; delete removes the fleet and its volumes from the "
    "cluster. Without a FLEET it is the newest one.",
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
            "A tmpfs of huge pages that the nodes have, for contenders +huge.",
            kind=form("/.+", "an absolute path of the nodes, such as /mnt/huge"),
        ),
        Option("--tolerate TAINT", "A taint KEY[=VALUE][:EFFECT] to tolerate; repeatable.", kind=TAINT, again=True),
        Option("--apply", "Apply the manifests instead of printing them."),
        Option("--context NAME", "Context of kubectl (default: the current one)."),
        Option("--namespace NAME", "Namespace (default: the context's)."),
        Option("--force", "Delete results too that were not collected."),
        Option("--out DIR", "Where fleets are kept (default: out)."),
    ),
    "whichjvm fleet render --hosts 'pool=bench' --image my.registry/all@sha256:… --apply 17 21 -- --preset full"
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
