"""The workloads, as far as names and options need them; how long their presets take, the collector knows."""

from __future__ import annotations

# queue-rate is what --rate max makes of queue-latency.
WORKLOADS = ("queue-latency", "gc-steal", "retail", "service", "queue-rate", "command")
TYPED = tuple(each for each in WORKLOADS if each != "queue-rate")

# They run a program that is not this project's.
OF_PROGRAM = ("command", "service")
# All contenders of a block get open load by turns, at the same rates.
UNDER_LOAD = ("service", "retail", "queue-rate")
# They exchange messages between two CPUs.
OF_MESSAGES = ("queue-latency", "queue-rate")


def typed(workload: str) -> str:
    """As a person asks for it."""
    return "queue-latency with --rate max" if workload == "queue-rate" else workload


def has_scores(workload: str) -> bool:
    return workload != "queue-latency"


def takes_turns(workload: str, preset: str) -> bool:
    """Whether its contenders take turns unless something else is asked for."""
    return workload in UNDER_LOAD or (workload == "queue-latency" and preset != "article")
