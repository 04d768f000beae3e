"""Measures this project's own programs, by programs of its tests: `benchmark collector [FORKS…]` times the reports of
campaigns with these numbers of forks (a thousand forks take 250 MB of the temporary folder); `benchmark overhead [OPTION…]`
compares the harness with a bare loop and with JLBH."""

from __future__ import annotations

import os
import re

from . import maven, on_loop, runners
from .console import OUT, ROOT, cannot, wrong
from .lock import HostLock
from .runner import environment


def main(arguments: list[str]) -> int:
    what, *words = arguments
    for forks in words if what == "collector" else []:
        if not re.fullmatch("[1-9][0-9]{0,4}", forks):
            raise wrong(f"'{forks}' is not a number of forks", "scripts/benchmark-collector 1000 2000")
    HostLock().take()
    if what == "collector":
        command = ["-Xmx512m", "org.whichjvm.collector.cli.ReadBenchmark", str(ROOT / "collector/collect")]
        command += [str(maven.COLLECTOR_JAR), *(words or ["1000", "2000"])]
        return on_loop.run(_run("collector", command))
    command = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "org.whichjvm.workload.queue.Overhead"]
    command += ["--launcher", str(ROOT / "workload/launch"), "--jar", str(maven.WORKLOAD_JAR)]
    return on_loop.run(_run("workload", [*command, "--collector", str(maven.COLLECTOR_JAR), *words]))


async def _run(module: str, command: list[str]) -> int:
    """Runs a class of a module's tests, once all is built."""
    with runners.settings(OUT, []) as settings:
        await maven.build_jars(settings)
        target = ROOT / module / "target"
        path = target / "tests.classpath"
        goals = ["package", "dependency:build-classpath", "-Dmdep.includeScope=test", f"-Dmdep.outputFile={path}"]
        built = await maven.run_maven(settings, "--projects", module, "--also-make", "-DskipTests", *goals)
        if not built.ok:
            raise cannot(f"the tests could not be built: {built.said}", "correct that, then run this again")
        home = await maven.build_java_home(settings)
        classes = f"{target}/test-classes:{target}/classes:{path.read_text(encoding='utf-8')}"
        # The forks that it starts take the java that the PATH has.
        env = environment({"PATH": f"{home}/bin:{os.environ['PATH']}"})
        java = [f"{home}/bin/java", "-cp", classes, *command]
        return (await settings.commands.run(java, env=env, keep_out=False, keep_err=False)).code
