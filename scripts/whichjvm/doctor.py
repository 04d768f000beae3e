"""Says how fit this host is to measure on, and what to do: scripts/doctor [--json]. Changes nothing.

It runs the workload's subcommand `doctor` by a JVM of this host, or if there is none in a variant's image.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .console import Stop, cannot, say
from .given import parse
from .options import of_verb

if TYPE_CHECKING:
    from .runner import Settings

# Its image is used if no JVM of this host can run the doctor.
_IMAGE_VARIANT = "jdk17-temurin"

# The workload runs on Java 8.
_OLDEST_JAVA = 8


def main(arguments: list[str]) -> int:
    given = parse(of_verb("doctor"), arguments, "doctor")
    given.no_operands()
    from . import on_loop, runners

    out = runners.results_folder(given.text("--out", runners.DEFAULT_OUT))
    options = given.words_of(given.without("--out", "--jdk"))
    return on_loop.run(_doctor(out, given.texts("--jdk"), options))


async def _doctor(out: Path, jdks: Sequence[str], options: Sequence[str]) -> int:
    from . import maven, runners

    with runners.settings(out, jdks) as settings:
        home = await _java_home(settings)
        if not home or not await _has_jars(settings):
            return await _in_image(settings, options)
        command = [f"{home}/bin/java", "-jar", str(maven.WORKLOAD_JAR), "doctor", "--out", str(out), *options]
        return (await settings.commands.run(command, keep_out=False, keep_err=False)).code


async def _java_home(settings: Settings) -> str:
    """The JVM that runs it: the last one that --jdk names, else the first one found; empty if there is none."""
    from . import maven
    from .host import HostRunner
    from .runners import place_of

    host = HostRunner(settings)
    await host.find()
    named = [place_of(jdk) for jdk in settings.jdks[-1:]]
    homes = [*named, maven.home_of("java"), *(host.home(jvm) for jvm in await host.known())]
    return await maven.java_home_with(settings, "java", _OLDEST_JAVA, homes)


async def _has_jars(settings: Settings) -> bool:
    from . import maven

    try:
        await maven.build_jars(settings)
    except Stop as stop:
        for line in stop.lines:
            say(line)
        return False
    return True


async def _in_image(settings: Settings, options: Sequence[str]) -> int:
    """Runs it in a container, if there is no JVM here or nothing to build the jar with."""
    from .compose import Compose, engine_says
    from .images import Images, Registries, Target

    why_not = await engine_says(settings.commands)
    if why_not:
        raise cannot(
            f"there is no JVM here that can run it, and no engine either ({why_not})",
            "apt-get install openjdk-17-jdk-headless maven (Debian), or another JDK 17 or newer and Maven",
        )
    say(f"no JVM of this host can run it; in a container of {_IMAGE_VARIANT}:")
    compose = Compose(settings)
    target = Target(os.environ.get("DOCKER_DEFAULT_PLATFORM", ""))
    images = Images(compose, Registries(compose), target, {}, settings.bases)
    reason = await images.choose_base(_IMAGE_VARIANT, _IMAGE_VARIANT)
    if reason:
        raise cannot(
            f"there is no image of {_IMAGE_VARIANT}: {reason}", "whichjvm doctor after a JDK 17 and Maven are installed"
        )
    await images.build_packages()
    reason = await images.build(_IMAGE_VARIANT)
    if reason:
        raise cannot(
            f"the image of {_IMAGE_VARIANT} could not be built: {reason}",
            f"docker compose build {_IMAGE_VARIANT} shows all that the build says",
        )
    compose.use_prebuilt([_IMAGE_VARIANT])
    command = [*compose.prebuilt, "run", "--rm", "--no-TTY", _IMAGE_VARIANT, "doctor", *options]
    env = compose.environment(target.env)
    return (await settings.commands.run(command, env=env, keep_out=False, keep_err=False)).code
