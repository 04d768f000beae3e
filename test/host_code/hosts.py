"""The host that tests ask for campaigns on, and how they ask."""

from __future__ import annotations

import os
from typing import Any

from whichjvm import request
from whichjvm.asked import Asked
from whichjvm.console import Stop
from whichjvm.jvms import Host
from whichjvm.options import COMPARE as COMPARE


def host(asked: Asked, known: dict[str, str] | None = None) -> Host:
    runner = "docker" if asked.runner == "docker" else "host"
    homes = {"jdk17-temurin": "/opt/jdk-17", "jdk21-temurin": "/opt/jdk-21", "jdk25-temurin": "/opt/jdk-25"}
    jvms = known or {name: "" if runner == "docker" else home for name, home in homes.items()}
    return Host(runner, "amd64", jvms, list(jvms), 16_000_000_000, 8_000_000_000, dict(asked.granted.mounts))


def requested(
    verb: str, words: list[str], known: dict[str, str] | None = None, java_options: str = ""
) -> dict[str, Any]:
    """The request that a command line makes, typed in /usr by somebody whose home is elsewhere."""
    os.environ["HOME"] = "/var/empty"
    os.chdir("/usr")
    asked = Asked.of(verb, words)
    if verb == "explain":
        operands = asked.own.operands
        return request.explaining(operands[0], operands[1:], asked.own, host(asked, known), java_options)
    return request.build(asked, host(asked, known), java_options)


def refusal(verb: str, words: list[str], known: dict[str, str] | None = None) -> tuple[int, str]:
    """The exit code and the lines that refuse it, with a blank between."""
    try:
        made = requested(verb, words, known)
    except Stop as stop:
        return stop.code, " ".join(stop.lines)
    raise AssertionError(f"{verb} {words} is not refused: {made}")
