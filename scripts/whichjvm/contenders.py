"""The contenders of a campaign, from what a person, a study, lists of flag sets and rates name."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from . import flag_sets, jvms
from .console import cannot, nearest, say_skipped, wrong, wrong_value
from .flag_sets import FlagSet
from .given import Given
from .jvms import Host
from .studies import Study
from .suffixes import OF_CONTAINER, check_name, flags_of, is_plain, jvm_of, kind_of, of_kind
from .workloads import OF_PROGRAM, has_scores, typed

USUAL_JVM = "jdk17-temurin"

# Of a container.
LEAST_MIB = 64

MESSAGES = "messages a second, or several, as 10k,50k,100k"
_OF_SCORES = ("again", "flags", "app")
_RATE = re.compile("[1-9][0-9]{0,5}k?|[1-9][0-9]{6,8}")


@dataclasses.dataclass(frozen=True)
class Names:
    """The names that a command line may give its contenders."""

    flag_sets: Mapping[str, FlagSet]
    apps: Collection[str]
    workload: str
    runner: str

    def check(self, name: str) -> None:
        """Refuses a name whose suffixes are unknown, too many, contrary, or not for the workload."""
        check_name(name)
        seen: dict[tuple[str, str], str] = {}
        for word in name.split("+")[1:]:
            kind = kind_of(word)
            if not kind or (kind == "flags" and word not in self.flag_sets):
                raise self._unknown(name, word)
            # A name has one of a kind, but several flag sets.
            one = (kind, word if kind == "flags" else "")
            if one in seen:
                raise wrong(f"the contender '{name}' has both +{seen[one]} and +{word}", "leave one of them out")
            seen[one] = word
            self._check_taken(name, kind, word)
        flag_sets.check_together(name, flags_of(name), self.flag_sets)

    def _check_taken(self, name: str, kind: str, word: str) -> None:
        app = word.partition("-")[2]
        if kind == "app" and app not in self.apps:
            raise wrong(
                f"the contender '{name}' has +{word}, and there is no --app {app}", f"--app {app}=DIR with its folder"
            )
        if kind in OF_CONTAINER:
            self._check_container(name, kind, word)
        elif has_scores(self.workload) and kind not in _OF_SCORES:
            raise wrong(
                f"the contender '{name}' has +{word}, which --workload {typed(self.workload)} does not take",
                "+again, or flag sets (whichjvm list flags)",
            )

    def _check_container(self, name: str, kind: str, word: str) -> None:
        if self.workload not in OF_PROGRAM:
            raise wrong(
                f"the contender '{name}' has +{word}, the size of a program's container, and --workload"
                f" {typed(self.workload)} runs no program",
                f"leave out +{word}, or write a program after --",
            )
        if self.runner != "docker":
            raise wrong(
                f"the contender '{name}' has +{word}, the size of a container, and --runner {self.runner} has none",
                f"--runner docker, or leave out +{word}",
            )
        if kind == "container-memory" and word.endswith("m") and int(word[len("memory") : -1]) < LEAST_MIB:
            raise wrong(
                f"the contender '{name}' has +{word}, of which the JVM that watches the program takes about 40 MB",
                f"+memory{LEAST_MIB}m or more",
            )

    def _unknown(self, name: str, word: str) -> Exception:
        return wrong(
            f"the contender '{name}' has the unknown suffix '+{word}'{nearest(word, self.flag_sets, '+')}",
            "+again, +again2 to +again99, +delay30ns, +delay30ns-2 to +delay30ns-99 (1 to 1000000 ns), +huge, a wait"
            " strategy (+yield, +park1000ns), a rate (+rate50k), a heap (+heap512m), the size of a program's container"
            " (+memory512m, +cpus2), or a flag set:"
            f" {' '.join(f'+{each}' for each in self.flag_sets)}",
        )


def of_apps(names: Iterable[str], apps: Collection[str]) -> list[str]:
    """Each contender with each version of a program, unless it names one."""
    found = []
    for name in names:
        has_one = not apps or of_kind(name, "app")
        found += [name] if has_one else [f"{name}+app-{app}" for app in apps]
    return found


def rates_of(text: str, takes: str) -> list[str]:
    """The values of --rate as they were typed."""
    rates = text.split(",")
    if "" in rates or len(set(rates)) < len(rates) or not all(is_rate(each) for each in rates):
        raise wrong_value("--rate", text, takes)
    return rates


def is_rate(text: str) -> bool:
    return bool(_RATE.fullmatch(text))


def rate_number(text: str) -> int:
    """Of a number that may end with k."""
    return int(text[:-1]) * 1000 if text.endswith("k") else int(text)


@dataclasses.dataclass(frozen=True)
class Contenders:
    """By their whole names, each once, in the order of the report; `usual`: nobody named one."""

    names: list[str]
    usual: bool
    # The one that was named; empty if none was.
    baseline: str
    # All that there are, with heaps that contenders name.
    flag_sets: dict[str, FlagSet]

    def used(self) -> dict[str, FlagSet]:
        """The flag sets that the contenders have."""
        used = {word for name in self.names for word in flags_of(name)}
        return {name: each for name, each in self.flag_sets.items() if name in used}


def resolve(asked: Given, own: Given, study: Study | None, verb: str, workload: str, host: Host) -> Contenders:
    """The contenders that a command line asks for; `asked` has the study's options too, which those of the person's own
    win over."""
    sets = flag_sets.read_all()
    typed = [whole_name(each, sets, host) for each in own.operands]
    named = _known(typed or study.contenders, study, host) if study else typed
    usual = not typed and not (study and study.contenders)
    names = named or _usual(host, verb)
    baseline = _baseline(asked, own, typed, sets, host)
    if workload == "queue-latency" and asked.has("--rate"):
        names = _of_rates(names, rates_of(asked.text("--rate"), MESSAGES))
    if verb == "race" and asked.has("--flags") and not baseline:
        # The JVM as people run it, which a grid need not have.
        baseline = _usual_of(names)
    suffixes = flag_sets.grid(asked.text("--flags")) if asked.has("--flags") else [""]
    apps = apps_of(asked)
    names = of_apps([name + suffix for name in names for suffix in suffixes], apps)
    every = [flag_sets.whole_names(each, sets) for each in names]
    if baseline:
        # Without a version of its own it has the first.
        baseline = of_apps([baseline], apps)[0]
        every.append(baseline)
    every = list(dict.fromkeys(every))
    sets.update(flag_sets.heaps(every))
    checks = Names(sets, apps, workload, host.runner)
    for name in every:
        checks.check(name)
    if asked.has("--control") and baseline:
        check_control(baseline)
    return Contenders(every, usual, baseline, sets)


def whole_name(typed: str, sets: Collection[str], host: Host) -> str:
    """A contender by the whole names of its JVM and of its flag sets."""
    check_name(typed)
    jvm, plus, suffixes = typed.partition("+")
    return flag_sets.whole_names(jvms.whole_name(jvm, host.known, host.runner) + plus + suffixes, sets)


def apps_of(asked: Given) -> list[str]:
    """The names of a program's versions."""
    names: list[str] = []
    for text in asked.texts("--app"):
        name = text.partition("=")[0]
        if name in names or kind_of(f"app-{name}") != "app":
            raise wrong_value("--app", text, asked.declared["--app"].kind.takes)
        names.append(name)
    return names


def _usual(host: Host, verb: str) -> list[str]:
    """All that the runner has; of a calibration one of them."""
    return [_usual_of(host.usual)] if verb == "calibrate" else list(host.usual)


def _usual_of(names: Sequence[str]) -> str:
    return USUAL_JVM if USUAL_JVM in names else names[0]


def _baseline(asked: Given, own: Given, typed: Sequence[str], sets: Collection[str], host: Host) -> str:
    """The person's, else the study's, unless the person has left it out."""
    named = asked.text("--baseline")
    is_left_out = not own.has("--baseline") and typed and named not in typed
    return "" if not named or is_left_out else whole_name(named, sets, host)


def _of_rates(names: Sequence[str], rates: Sequence[str]) -> list[str]:
    """Each contender at each of several rates; a single one is an option of all forks."""
    return list(names) if len(rates) < 2 else [f"{name}+rate{rate}" for name in names for rate in rates]


def _known(names: Sequence[str], study: Study, host: Host) -> list[str]:
    """A study's contenders that this runner does not know are left out, and the person is told."""
    kept = [name for name in names if jvm_of(name) in host.known]
    why = f"--runner {host.runner} has no such JVM; give one with --jdk NAME=PATH, or use the runner docker"
    say_skipped({name: why for name in names if name not in kept})
    if names and not kept:
        raise cannot(
            f"--runner {host.runner} has none of the JVMs of the study {study.name}: {' '.join(names)}",
            "--jdk NAME=PATH for one of them, or --runner docker",
        )
    return kept


def check_control(baseline: str) -> None:
    """Refuses a baseline that --control cannot run once more."""
    if not is_plain(baseline):
        raise wrong(
            f"--control runs the baseline once more, and the baseline {baseline} is such a contender itself",
            f"--baseline {jvm_of(baseline)}, or leave out --control",
        )
