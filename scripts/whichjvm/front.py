"""The front door: hands each verb on to the script of its name, from any folder and through a link on the PATH."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from . import start
from .console import ROOT, nearest, typed, wrong

_SCRIPTS = (
    "compare",
    "report",
    "doctor",
    "tune",
    "race",
    "explain",
    "sessions",
    "bisect",
    "calibrate",
    "fleet",
    "completion",
)
VERBS = (*_SCRIPTS, "list", "version", "help")

_HELP = """\
usage: whichjvm VERB [ARGUMENT…]

  compare     compares JVMs by messages through a queue, another workload, or your own program
  report      writes and prints the report of campaigns again
  list        lists the JVMs; list flags and list studies list flag sets and studies
  doctor      says whether this host is fit to measure on, and what to do about it
  tune        quiets this host, and restores what it changed
  explain     says where the difference between two contenders comes from
  race        finds the fastest of many JVMs and flag sets, and confirms it
  sessions    says whether a difference holds over days and boots
  bisect      finds the build that made a JVM slower
  calibrate   shows how small a difference this host resolves
  fleet       runs a campaign on each of many hosts of a cluster
  completion  prints what bash, zsh or fish completes it by: . <(whichjvm completion bash)
  version     prints the version
  help TOPIC  explains a verb, or what compare takes:
{topics}

  whichjvm compare 17 21 25+zgc
  whichjvm compare 17 25 -- java -jar app.jar
  whichjvm race 17 21 25 --flags 'g1,zgc,serial x compact,-' -- java -jar app.jar
"""


def main(arguments: list[str]) -> int:
    # As the person types it, for the sentences that say what to type next.
    if sys.argv[0] == _on_path("whichjvm"):
        sys.argv[0] = "whichjvm"
    verb, rest = "".join(arguments[:1]) or "help", arguments[1:]
    if verb in _SCRIPTS:
        return _hand_on(verb, rest)
    if verb == "list":
        what = [] if rest[:1] in (["jvms"], ["flags"], ["studies"]) else ["jvms"]
        return _hand_on("compare", ["--list", *what, *rest])
    if verb == "version":
        return _hand_on("compare", ["--version"])
    if verb in ("help", "-h", "--help"):
        return _help(rest[0] if rest else "")
    raise wrong(f"'{verb}' is no verb{nearest(verb, VERBS)}", f"{typed()} help, which lists them")


def _on_path(name: str) -> str:
    for folder in os.environ.get("PATH", "").split(":"):
        path = f"{folder or '.'}/{name}"
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return ""


def _help(topic: str) -> int:
    from . import screens

    if not topic or topic.startswith("-"):
        topics = "\n".join(f"    {name:<14}{about}" for name, about in screens.topics())
        print(_HELP.format(topics=topics), end="")
        return 0
    if topic == "tune":
        return _hand_on(topic, ["--help"])
    text = screens.screen(topic)
    if not text:
        raise wrong(f"'{topic}' is no topic of help", f"{typed()} help, which lists them")
    print(text, end="")
    return 0


def _hand_on(verb: str, arguments: list[str]) -> int:
    if verb not in start.VERBS:
        _become(verb, arguments)
    sys.argv[0] += f" {verb}"
    return start.run(verb, arguments)


def _become(script: str, arguments: list[str]) -> NoReturn:
    """Replaces this process by a script."""
    path = str(ROOT / "scripts" / script)
    os.execve(path, [path, *arguments], {**os.environ, "WHICHJVM_TYPED": f"{typed()} {script}"})
