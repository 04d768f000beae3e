"""The request for a campaign, which the collector plans (request.json): what a command line asks for, with every name
whole, and every value checked that can be without the collector's tables of presets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from . import contenders, flag_sets
from .asked import Asked
from .conflicts import preset_of, rates_of, workload_of
from .console import cannot, wrong
from .given import Given
from .jvms import Host
from .studies import Study
from .suffixes import jvm_of
from .workloads import OF_PROGRAM

SCHEMA = "whichjvm.request/1"

# Where a server's own port is to be in the words of its program.
_PORT = "{port}"
_MOST_PORT = 65_535


def build(asked: Asked, host: Host, java_options: str) -> dict[str, Any]:
    """The request of a campaign that explains none."""
    verb, given, own, study = asked.verb, asked.all, asked.own, asked.study
    workload = workload_of(given)
    if study:
        _check_machine(study, host)
    if workload in OF_PROGRAM:
        _check_confined(given, host)
    named = contenders.resolve(given, own, study, verb, workload, host)
    if verb == "calibrate":
        _check_calibrated(named.names)
    if workload == "service":
        _check_ports(given, host, len(named.names) + given.has("--control"))
    confirms = own.value("--confirm")
    return {
        **_common(verb, given, host, java_options),
        "contenders": [] if confirms else named.names,
        "usual": named.usual and not confirms,
        **_given(baseline="" if confirms else named.baseline, confirm=confirms),
        # The winner's names and flag sets are the collector's to find.
        "flagSets": {} if confirms else {name: each.json() for name, each in named.used().items()},
        "apps": {name: host.mounted[name] for name in contenders.apps_of(given)},
        **_given(study=_study(study), calibration=_calibration(verb, given)),
    }


def explaining(campaign: str, names: Sequence[str], given: Given, host: Host, java_options: str) -> dict[str, Any]:
    """The request of a campaign that explains two contenders of another, or the two that differ most clearly."""
    if len(names) > 2:
        raise wrong(
            f"'{' '.join(names)}' are {len(names)} contenders, and two are explained",
            f"whichjvm explain {campaign} {names[0]} {names[1]}",
        )
    sets = flag_sets.read_all()
    whole = [contenders.whole_name(each, sets, host) for each in names]
    return {
        **_common("explain", given, host, java_options),
        **{"contenders": whole, "usual": False, "flagSets": {}, "apps": {}},
        "explains": {"campaign": campaign, "contenders": whole},
    }


def _common(verb: str, given: Given, host: Host, java_options: str) -> dict[str, Any]:
    workload = workload_of(given)
    level = re.sub("^p99 *<=? *", "", given.text("--service-level"))
    return {
        "schema": SCHEMA,
        "verb": verb,
        "host": {
            **{"runner": host.runner, "machine": host.machine, "known": host.known, "usual": host.usual},
            **_given(memoryBytes=host.memory, shmBytes=host.shm),
            "mounted": host.mounted,
        },
        "control": given.has("--control"),
        "explain": given.has("--explain"),
        "preset": preset_of(given),
        "workload": workload,
        "drops": not given.has("--no-race"),
        "contrasts": given.texts("--contrast"),
        "gates": dict(given.declared["--gate"].read(each) for each in given.texts("--gate")),
        "within": given.texts("--within"),
        "load": _given(
            **{name: given.text(f"--{name}") for name in ("duration", "turn", "warmup")}, points=given.value("--points")
        ),
        "program": _program(given),
        "words": given.program(),
        "javaOptions": java_options,
        **_given(
            **{name: given.text(f"--{name}") for name in ("event", "interleave", "cpus")},
            **{name: given.value(f"--{name}") for name in ("blocks", "retries", "precision", "seed", "margin")},
            maxSeconds=given.value("--max-time"),
            decide=given.text("--decide").split(",") if given.has("--decide") else None,
            rates=rates_of(given, workload) or None,
            serviceLevel=level,
            service=_service(given, workload),
        ),
    }


def _given(**values: Any) -> dict[str, Any]:
    """Without those that were not given."""
    return {name: value for name, value in values.items() if value not in (None, "")}


def _program(given: Given) -> dict[str, Any]:
    return {
        **_given(**{name: given.text(f"--{name}") for name in ("timeout", "until", "adapter")}),
        "metrics": given.texts("--metric"),
        "network": given.has("--network"),
        # Whatever starts the containers has the file.
        **_given(memoryBytes=given.value("--memory"), **{"with": given.text("--with").rpartition(":")[2]}),
    }


def _service(given: Given, workload: str) -> dict[str, Any] | None:
    if workload != "service":
        return None
    requests = given.texts("--request") or ["GET /"]
    targets = requests[0][1:] if requests[0].startswith("@") else ""
    return {
        "port": given.value("--service"),
        **_given(ready=given.text("--ready"), protocol=given.text("--protocol"), targets=targets),
        "requests": [] if targets else requests,
    }


def _study(study: Study | None) -> dict[str, str] | None:
    return _given(name=study.name, asks=study.asks, machine=study.machine) if study else None


def _calibration(verb: str, given: Given) -> dict[str, int] | None:
    if verb != "calibrate":
        return None
    return _given(effect=given.value("--effect"), contenders=given.value("--contenders") or 4)


def _check_machine(study: Study, host: Host) -> None:
    if study.machine and study.machine != host.machine:
        raise cannot(
            f"the study {study.name} needs an {study.machine} machine, and this is {host.machine}: {study.asks}",
            "docs/workloads-and-studies.md says how to run it there, and why an emulator cannot answer it",
        )


def _check_confined(given: Given, host: Host) -> None:
    for option in ("--memory", "--network", "--with") if host.runner == "host" else ():
        if given.has(option):
            raise wrong(f"{option} is for containers, and this is --runner host", "--runner docker, or leave it out")
    for text in given.texts("--request"):
        if text.startswith("@") and not host.mounted:
            raise wrong(
                f"--request is '{text}', a file of the program's folder, and none is mounted",
                "--mount DIR with that folder",
            )


def _check_calibrated(names: Sequence[str]) -> None:
    if len(names) > 1:
        raise wrong(
            f"a calibration runs one JVM against itself, and {' '.join(names)} are several",
            f"whichjvm calibrate {jvm_of(names[0])}",
        )
    for name in names:
        if "+" in name:
            raise wrong(
                f"'{name}' has a suffix, and a calibration makes its contenders itself",
                f"whichjvm calibrate {jvm_of(name)}",
            )


def _check_ports(given: Given, host: Host, number: int) -> None:
    """Refuses contenders that are alive together on one host and would listen on one port."""
    if host.runner != "host" or number < 2:
        return
    port = given.value("--service")
    if not any(_PORT in word for word in given.program()):
        raise wrong(
            f"with --runner host {number} servers are alive together, and each needs a port of its own",
            f"write {_PORT} where the program takes its port, such as --server.port={_PORT}, or use --runner docker",
        )
    if port + number - 1 > _MOST_PORT:
        raise wrong(
            f"--service is {port}, and the ports of {number} contenders would go beyond {_MOST_PORT}",
            f"--service {_MOST_PORT - number + 1}, or a smaller one",
        )
