"""Runs the Maven that this machine has, with a JDK that can build the project."""

from __future__ import annotations

import glob
import os
import re
import shutil
from collections.abc import Iterator, Sequence

from . import on_loop
from .about import at_least, natural
from .console import OUT, ROOT, cannot, say
from .processes import Finished
from .runner import Settings, environment

# Debian 12's is 3.8.7; plugins in pom.xml refuse anything older than 3.6.3.
MAVEN_WANTED = "3.6.3"
JDK_WANTED = 17

WORKLOAD_JAR = ROOT / "workload/target/whichjvm-workload.jar"
COLLECTOR_JAR = ROOT / "collector/target/whichjvm-collector.jar"

_JAVA_VERSION = re.compile(r'^(?:javac |.* version ")(?:1\.)?([0-9]+)', re.MULTILINE)


def main(arguments: list[str]) -> int:
    """For tests: `jars` builds both, `tools` prints the JDK that builds and the Maven, and other words are Maven's."""
    return on_loop.run(_main(arguments))


async def _main(arguments: list[str]) -> int:
    from . import runners

    with runners.settings(OUT, []) as settings:
        if arguments == ["tools"]:
            home = await build_java_home(settings)
            print(home, await _maven_command(settings, environment({"JAVA_HOME": home})), sep="\n")
        elif arguments == ["jars"]:
            await build_jars(settings)
        else:
            return int(not (await run_maven(settings, *arguments)).ok)
    return 0


async def run_maven(settings: Settings, *arguments: str) -> Finished:
    """Runs Maven on the whole project and prints nothing on stdout."""
    env = environment({"JAVA_HOME": await build_java_home(settings)})
    options = ["-Dstyle.color=never", "--batch-mode", "--quiet", "--no-transfer-progress"]
    # mvn itself looks for .mvn by the two words, which must not be one.
    command = [await _maven_command(settings, env), *options, "--file", str(ROOT / "pom.xml"), *arguments]
    return await settings.commands.run(command, env=env, show_out=True, show_err=True)


async def build_jars(settings: Settings) -> None:
    """Builds both jars, unless they are newer than all their sources. A Stop says why it cannot."""
    if os.environ.get("WHICHJVM_IN_IMAGE") or not any(_is_stale(str(jar)) for jar in (WORKLOAD_JAR, COLLECTOR_JAR)):
        return
    say("preparing: the jars are built, which takes about a minute, once")
    built = await run_maven(settings, "-T", "2", "-Dmaven.test.skip=true", "package")
    if not built.ok:
        raise cannot(f"the jars could not be built: {_why(built)}", "correct that, then run this again")


def _why(failed: Finished) -> str:
    """Maven ends with advice: the goal that failed, or else its first error, is before that."""
    errors = re.findall(r"^\[ERROR\] (.*\S)", failed.out, re.MULTILINE)
    return next((each for each in errors if "Failed to execute goal" in each), "".join(errors[:1])) or failed.said


def _is_stale(jar: str) -> bool:
    try:
        built = os.stat(jar).st_mtime_ns
    except FileNotFoundError:
        return True
    return any(os.lstat(source).st_mtime_ns > built for source in _sources())


def _sources() -> Iterator[str]:
    """All sources of the jars, and their folders: a folder changes when a file in it is removed."""
    yield f"{ROOT}/pom.xml"
    for module in ("common", "workload", "collector"):
        yield f"{ROOT}/{module}/pom.xml"
        for folder, _, files in os.walk(f"{ROOT}/{module}/src/main"):
            yield folder
            yield from (f"{folder}/{file}" for file in files)


async def _maven_command(settings: Settings, env: dict[str, str]) -> str:
    """mvn from PATH, else the wrapper, which fetches its own Maven."""
    found = await _maven_version(settings, env)
    if found and at_least(found, MAVEN_WANTED):
        return "mvn"
    # The wrapper knows the zip's checksum, and without unzip would fetch another file and call it compromised.
    if not shutil.which("unzip"):
        raise cannot(
            f"Maven is {found or 'missing'} ({MAVEN_WANTED} or newer is needed), and unzip, with which ./mvnw would"
            " install it, is missing",
            "apt-get install maven (Debian), or install unzip",
        )
    return str(ROOT / "mvnw")


async def _maven_version(settings: Settings, env: dict[str, str]) -> str:
    said = await settings.commands.run(["mvn", "--version"], env=env)
    # Only its version, without the colours that some installations force on.
    found = re.search(r"Apache Maven ([0-9.]*)", said.out)
    return found.group(1) if found else ""


async def build_java_home(settings: Settings) -> str:
    """JAVA_HOME, else the PATH's javac, else the newest under /usr/lib/jvm."""
    own = os.environ.get("JAVA_HOME", "")
    others = sorted(glob.glob("/usr/lib/jvm/*"), key=natural, reverse=True)
    home = await java_home_with(settings, "javac", JDK_WANTED, [own, home_of("javac"), *others])
    if not home:
        raise cannot(
            f"building needs a JDK {JDK_WANTED} or newer, and there is none in JAVA_HOME ('{own}'), PATH or"
            " /usr/lib/jvm",
            "apt-get install openjdk-17-jdk-headless (Debian), or set JAVA_HOME to a JDK's folder",
        )
    return home


def home_of(program: str) -> str:
    """The JAVA_HOME of the java or javac that PATH has, if it has one."""
    found = shutil.which(program)
    if not found:
        return ""
    path, end = os.path.realpath(found), f"/bin/{program}"
    return path[: -len(end)] if path.endswith(end) else path


async def java_home_with(settings: Settings, program: str, oldest: int, homes: Sequence[str]) -> str:
    """The first home whose program is of this Java version or newer; empty if there is none."""
    for home in homes:
        if not home or not os.access(f"{home}/bin/{program}", os.X_OK):
            continue
        said = await settings.commands.run([f"{home}/bin/{program}", "-version"])
        # "javac 17.0.15", 'openjdk version "1.8.0_504"', which print it on stderr.
        major = _JAVA_VERSION.search(f"{said.err}\n{said.out}")
        if major and int(major.group(1)) >= oldest:
            return home
    return ""
