"""Chooses the runner of the forks, or of only the collector, and how reports are shown."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import shlex
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from .about import here, user
from .compose import engine_says
from .console import OUT, Stop, cannot, say, wrong
from .processes import Commands, Watcher
from .runner import Runner, Settings

DEFAULT_OUT = str(OUT)


def check_out(settings: Settings, has_campaigns: bool) -> None:
    settings.out = settings.campaigns = results_folder(str(settings.out), has_campaigns)


def results_folder(folder: str, has_campaigns: bool = False) -> Path:
    """Its whole path; it is made if it is missing and need not have campaigns. This user must be able to write to it."""
    if has_campaigns and not os.path.isdir(folder):
        raise wrong(f"there is no results folder '{folder}'", "--out with the folder in which campaigns are")
    if os.environ.get("WHICHJVM_IN_IMAGE") and _is_of_container(folder):
        raise wrong(
            f"the results folder '{folder}' is missing, and one in this container would be removed with it",
            f'docker run -v "$PWD/out":{shlex.quote(folder)} and the rest',
        )
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise wrong(
            f"the results folder '{folder}' cannot be made by {user()}: {error.strerror}",
            "--out with another folder",
        ) from None
    if not os.access(folder, os.W_OK):
        raise wrong(
            f"the results folder '{folder}' cannot be written by {user()}",
            f"sudo chown {user()} {shlex.quote(folder)}, or another folder",
        )
    return Path(os.path.normpath(os.path.join(here(), folder)))


def _is_of_container(folder: str) -> bool:
    """Whether a folder is missing, and would be made on the root of this container, not on what is mounted."""
    parent = Path(folder).absolute()
    is_missing = not parent.is_dir()
    while not parent.is_dir():
        parent = parent.parent
    return is_missing and parent.stat().st_dev == os.stat("/").st_dev


@contextlib.contextmanager
def settings(out: Path, jdks: Sequence[str]) -> Iterator[Settings]:
    """The settings of a verb that starts no forks itself."""
    watcher = Watcher()
    with tempfile.TemporaryDirectory() as scratch:
        yield Settings(watcher, Commands(watcher), Path(scratch), out, out, list(jdks))


def is_folder(jdk: str) -> bool:
    """Whether --jdk names a folder of this host, or something that looks like one; otherwise it is an image."""
    return jdk[:1] in ("/", ".", "~") or os.access(f"{jdk}/bin/java", os.X_OK)


def place_of(jdk: str) -> str:
    """PATH of NAME=PATH, or IMAGE of NAME=IMAGE."""
    return jdk.split("=", 1)[-1]


async def choose(settings: Settings, named_runner: str) -> Runner:
    """The runner of a campaign; the name is auto, docker or host."""
    name = named_runner
    for jdk in settings.jdks:
        looks_like = "host" if is_folder(place_of(jdk)) else "docker"
        if name == "auto":
            name = looks_like
            say(f"runner: {name}, because --jdk names {place_of(jdk)}")
        if looks_like != name:
            raise _other_jdk(jdk, name)
    if name == "auto":
        why_not = await engine_says(settings.commands)
        name = "host" if why_not else "docker"
        why = f"{why_not}; JVMs found on this machine run the same jar" if why_not else "the engine answers"
        say(f"runner: {name}, because {why}")
    return await runner_of(name, settings)


async def check_engine(settings: Settings) -> None:
    """Of a runner that was named. Names of JVMs are known without it."""
    why_not = await engine_says(settings.commands)
    if why_not:
        raise cannot(why_not, "start the engine, install it with scripts/install-docker, or use --runner host")


def _other_jdk(jdk: str, runner: str) -> Stop:
    """Refuses a --jdk that looks like one for the other runner."""
    name = jdk.split("=", 1)[0]
    if runner == "host":
        return wrong(
            f"--jdk is '{jdk}', which is no folder with a bin/java, and --runner host takes NAME=PATH",
            f"--jdk {name}=/opt/jdk-17, or --runner docker if it is an image",
        )
    return wrong(
        f"--jdk is '{jdk}', which is a path, and --runner docker takes NAME=IMAGE",
        f"--jdk {name}=my/jdk:17, or --runner host",
    )


async def runner_of(name: str, settings: Settings) -> Runner:
    if name == "docker":
        from .engine import Docker

        return Docker(settings)
    from .host import HostRunner

    host = HostRunner(settings)
    await host.find()
    return host


async def for_collector(settings: Settings) -> Runner:
    """The runner of the collector for existing campaigns, with the collector built: the engine if one answers, else
    this host."""
    if await engine_says(settings.commands):
        runner = await runner_of("host", settings)
    else:
        # --jdk names JVMs of this host, and the image of the collector has its own.
        runner = await runner_of("docker", dataclasses.replace(settings, jdks=[]))
    await runner.prepare_collector()
    return runner


async def collect(runner: Runner, arguments: Sequence[str]) -> int:
    """Runs the collector, which prints its answer itself. Returns its exit code."""
    return await run_collector(runner, runner.collector(arguments))


async def run_collector(runner: Runner, collector: tuple[Sequence[str], Mapping[str, str]]) -> int:
    """The same, for a command and environment."""
    command, env = collector
    return (await runner.settings.commands.run(command, env=env, keep_out=False, keep_err=False)).code


def shown_as() -> list[str]:
    """Options of a report: a log has room for whole names; a terminal is as wide as it is, and shows colours unless a
    person wants none (https://no-color.org)."""
    ascii_only = ["--ascii"] * (not shows_unicode())
    if not sys.stdout.isatty():
        return ["--columns", "1000", *ascii_only]
    columns = os.get_terminal_size(sys.stdout.fileno()).columns
    return ["--columns", str(columns), *ascii_only, *([] if os.environ.get("NO_COLOR") else ["--colour"])]


def shows_unicode() -> bool:
    """Whether what is printed may have characters beyond ASCII. Python takes the locale C for UTF-8, also where a person has
    set it."""
    named = os.environ.get("LC_ALL") or os.environ.get("LANG")
    return named not in ("C", "POSIX") and (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def shown_out(out: Path) -> str:
    """The results folder, relative to the current folder if it is inside it."""
    path, folder = str(out), f"{here()}/"
    return path[len(folder) :] if path.startswith(folder) else path


def local_platform() -> str:
    """The platform of this machine, in the words of the engine."""
    platforms = {"x86_64": "linux/amd64", "aarch64": "linux/arm64", "arm64": "linux/arm64"}
    machine = os.uname().machine
    if machine not in platforms:
        raise cannot(
            f"this machine is a '{machine}', and there are images for x86_64 and aarch64 only",
            "run this on one of those",
        )
    return platforms[machine]
