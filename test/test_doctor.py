"""scripts/doctor on the real host, whatever it is. What it makes of hosts is DoctorTest's."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from support import ROOT, SHM, WARM_UP_SOON, Ran, Word, need_command, need_cpus, need_root, output, read, run

pytestmark = pytest.mark.beside


def doctor(out: Path, *words: Word) -> Ran:
    return run(ROOT / "scripts" / "doctor", "--out", out, *words)


@pytest.fixture(scope="module")
def said(shared: Path) -> Any:
    """By --json."""
    return json.loads(doctor(shared, "--json").ended(0, 4).out)


def fork(out: Path, *words: Word) -> tuple[Any, str]:
    """A short one, and what it says. Its file tells the CPUs even where the host is too busy to keep the pace."""
    jar = ROOT / "workload" / "target" / "whichjvm-workload.jar"
    assert jar.is_file(), "build it: ./mvnw package"
    ran = run(
        *("flock", "--wait", "120", SHM, ROOT / "workload" / "launch", "--out", out, "--rate", "2000"),
        *("--duration", "300ms", "--warmup", "300ms", *words),
        env={**WARM_UP_SOON, "WHICHJVM_LOCK_HELD": "1", "WHICHJVM_JAR": str(jar)},
    )
    files = [*out.rglob("*.json")]
    assert len(files) == 1, ran.err
    return read(files[0]), ran.err


def test_a_line_for_each_thing_then_the_cpus_and_why_then_the_sums_and_the_exit_code_of_the_sums(scratch: Path) -> None:
    ran = doctor(scratch)
    lines = ran.out.splitlines()
    count = {status: sum(line.startswith(f"{status} ") for line in lines) for status in ("pass", "warn", "fail")}
    assert lines[-1] == f"{count['pass']} pass, {count['warn']} warn, {count['fail']} fail"
    assert re.match(r"CPU [0-9]+.*: .", lines[-2])
    ran.ended(4 if count["fail"] else 0)
    assert not [*scratch.iterdir()]
    for name in ("cpus", "shm", "virtual", "governor", "shmem-thp", "clock-source", "engine", "out"):
        assert re.search(f"^(pass|warn|fail)  {name}  ", ran.out, re.M)
    # What is not to be done is not advised, and what is wrong is.
    assert not re.search("^pass .* – ", ran.out, re.M)
    assert all(" – " in line for line in lines if re.match("(warn|fail) ", line))


def test_json_is_one_document_with_the_same_in_it(said: Any) -> None:
    assert len(said["checks"]) > 15
    for check in said["checks"]:
        assert set(check) == {"name", "status", "value", "advice"}
        assert (check["status"] == "pass") == (check["advice"] is None)
    assert said["cpus"]["chosen"]
    assert said["cpus"]["reason"].startswith("CPU ")


def test_the_setting_of_tune_that_an_advice_names_is_one_that_tune_knows() -> None:
    known = {line.split()[0] for line in output(ROOT / "scripts" / "tune", "show").splitlines()}
    # Of every advice there is, not only of this host's.
    sources = "".join(each.read_text() for each in (ROOT / "workload" / "src" / "main" / "java").rglob("*.java"))
    named = set(re.findall(r'whichjvm tune (?:--cpus " \+ .* \+ " )?apply ([a-z0-9-]+)', sources))
    assert len(named) >= 5
    assert named <= known


def test_one_cpu_cannot_measure(scratch: Path) -> None:
    need_command("taskset", "util-linux")
    first = str(min(os.sched_getaffinity(0)))
    ran = run("taskset", "-c", first, ROOT / "scripts" / "doctor", "--out", scratch).ended(4)
    assert f"fail  cpus             1 (CPU {first})" in ran.out


def test_a_fork_and_the_doctor_choose_the_same_cpus_and_the_fork_keeps_why(said: Any, scratch: Path) -> None:
    need_cpus(2)
    told, errors = fork(scratch)
    assert said["cpus"]["reason"] in errors
    assert told["pinning"]["reason"] == said["cpus"]["reason"]
    assert told["pinning"]["asked"] == said["cpus"]["chosen"]


def test_cpus_that_were_asked_for_have_no_reason(scratch: Path) -> None:
    if not {0, 1} <= os.sched_getaffinity(0):
        pytest.skip("needs CPU 0 and 1")
    pinning = fork(scratch, "--cpus", "1,0")[0]["pinning"]
    assert (pinning["asked"], pinning["verified"], pinning.get("reason")) == ([1, 0], True, None)


@pytest.mark.parametrize("words", ["--frobnicate", "frobnicate", "--jdk", "--jdk x={scratch}/none"])
def test_wrong_usage_is_an_error_and_what_to_try(words: str, scratch: Path) -> None:
    ran = doctor(scratch, *words.format(scratch=scratch).split()).ended(2)
    assert [each.partition(": ")[0] for each in ran.err.splitlines()] == ["error", "try"]


def test_where_no_jvm_of_this_host_can_run_it_the_image_of_a_variant_does(scratch: Path) -> None:
    need_root("hide the JVMs of this host")
    (scratch / "docker").write_text("""#!/bin/sh
case $* in
  "compose version --short") echo 9.9 ;;
  *"config jdk17-temurin") echo "      jdk: docker-image://docker.io/library/x:1" ;;
  "image inspect --format {{.Os}}"*) echo this/one ;;
  *" run --rm "*) echo "it answers: $*" ;;
esac
""")
    (scratch / "docker").chmod(0o755)
    hidden = 'mount -t tmpfs none /usr/lib/jvm && exec "$@"'
    ran = run(
        *("unshare", "--mount", "--propagation", "private", "sh", "-c", hidden, "sh"),
        *(ROOT / "scripts" / "doctor", "--out", scratch, "--json"),
        env={
            "JAVA_HOME": None,
            "HOME": str(scratch),
            "PATH": f"{scratch}:/usr/bin:/bin",
            "DOCKER_DEFAULT_PLATFORM": "this/one",
        },
    ).ended()
    assert "it answers: " in ran.out
    assert "run --rm --no-TTY jdk17-temurin doctor --json" in ran.out
