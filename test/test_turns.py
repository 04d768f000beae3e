"""scripts/compare by turns: which JVMs are started together, what each is told, and what becomes of the others of a block.
The JVMs are made up, so that nothing is measured."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from support import (
    COMPARE,
    SHM,
    SHORT,
    UNGATED,
    WARM_UP_SOON,
    Ran,
    Starter,
    eventually,
    java_home,
    need_cpus,
    read,
    run,
    wait_for_host,
)

pytestmark = pytest.mark.beside

# What each fork was told is in the folder $seen, by block and member.
MADE_UP = r"""#!/usr/bin/env bash
[[ " $* " != *" -version "* ]] || { echo 'openjdk version "17.0.1"' >&2; exit; }
[[ " $* " != *" --check "* ]] || { echo '{"schema":"whichjvm.check/1","java":17,"arch":"amd64"}'; exit; }
fork=" $* " fork=${fork##* --fork } fork=${fork%% *} file=$WHICHJVM_OUT/${fork%/*}/forks/${fork##*/}.json
block=${file##*/} block=${block%%-*}
printf '%s %s %s' "$WHICHJVM_STEP" "$WHICHJVM_MEMBERS" "${file##*/}" >"$seen/$block.$WHICHJVM_MEMBER"
await_others() {
  local tries
  for ((tries = 0; tries < 200; tries++)); do
    [[ ! -e $seen/$block.0 || ! -e $seen/$block.1 ]] || return 0
    sleep 0.05
  done
}
whole() {
  local id=${fork##*/}
  await_others && mkdir -p "${file%/*}" &&
    printf '{"schema":"whichjvm.fork/3","status":"failed","reason":"made up %s","campaign":"%s","block":%d,"contender":"%s"}' \
      "$WHICHJVM_STEP" "${fork%/*}" "$((10#$block))" "${id#*-}" >"$file"
}
lasts() { await_others && sleep 1 && whole; }
tells() { env >"$seen/alone"; }
dies() {
  echo 'whichjvm: no more' >&2
  exit 4
}
"""

# What a JVM does that is to hurt the others of its block, wherever they may meet.
HOSTILE = r"""
  cd "${WHICHJVM_TURNS:-/}/own" && for ((i = 0; i < 1000; i++)); do : >name-$i; done && mkfifo warm
  until [[ -e $seen/goes-on ]]; do
    truncate --size 0 /dev/shm/whichjvm-"$WHICHJVM_STEP"/turns 2>/dev/null
    sleep 0.1
  done
"""


@dataclasses.dataclass(frozen=True)
class Bench:
    """Where campaigns of made-up JVMs are, and what their forks were told."""

    folder: Path

    def __post_init__(self) -> None:
        for each in (self.out, self.seen):
            each.mkdir(exist_ok=True)

    @property
    def out(self) -> Path:
        return self.folder / "out"

    @property
    def seen(self) -> Path:
        return self.folder / "seen"

    @property
    def forks(self) -> Path:
        return self.out / "latest" / "forks"

    def jvm(self, name: str, fork: str) -> str:
        """A JVM whose forks do that, as --jdk takes it."""
        java = self.folder / name / "bin" / "java"
        java.parent.mkdir(parents=True)
        java.write_text(MADE_UP + fork)
        java.chmod(0o755)
        return f"--jdk={name}={self.folder / name}"

    def run(self, *words: str, env: Mapping[str, str] | None = None) -> Ran:
        return run(COMPARE, "--out", self.out, *words, env={"seen": str(self.seen), **(env or {})})

    def compare(self, *words: str, env: Mapping[str, str] | None = None) -> Ran:
        return self.run("--runner", "host", "--retries", "0", *words, "--", *SHORT, env=env)

    def told(self, block: str, member: int) -> list[str]:
        """The step, the number of members, and the fork."""
        return (self.seen / f"{block}.{member}").read_text().split(" ")


@pytest.fixture(scope="module", autouse=True)
def host() -> None:
    need_cpus(2)
    wait_for_host()


@pytest.fixture
def bench(scratch: Path) -> Bench:
    return Bench(scratch)


@pytest.fixture(scope="module")
def two_blocks(shared: Path) -> Bench:
    """A campaign whose forks are all there."""
    bench = Bench(shared)
    left = SHM / "whichjvm-4711"
    left.mkdir()
    try:
        bench.compare(bench.jvm("one", "whole"), bench.jvm("two", "whole"), "--blocks", "2", "one", "two").ended(3)
        # The forks leave it to the campaign to sweep what a killed one left.
        assert not left.exists()
    finally:
        shutil.rmtree(left, ignore_errors=True)
    return bench


def test_the_contenders_of_a_block_are_started_together_and_each_knows_which_of_how_many_it_is(
    two_blocks: Bench,
) -> None:
    assert len(list(two_blocks.seen.glob("00[12].[01]"))) == 4
    steps = []
    for block in ("001", "002"):
        first, second = two_blocks.told(block, 0), two_blocks.told(block, 1)
        assert first[1] == second[1] == "2"
        assert first[0].isdecimal()
        assert first[0] == second[0]
        # Each has a number of its own.
        assert first[2] != second[2]
        steps.append(first[0])
    assert steps[0] != steps[1]


def test_by_forks_each_is_alone(bench: Bench) -> None:
    bench.compare(bench.jvm("one", "tells"), "--blocks", "1", "--interleave", "forks", "one")
    names = dict(line.partition("=")[::2] for line in (bench.seen / "alone").read_text().splitlines())
    assert names["WHICHJVM_STEP"].isdecimal()
    assert not [each for each in names if "WHICHJVM_MEMBER" in each]


def test_a_contender_that_dies_ends_its_own_fork_alone(bench: Bench) -> None:
    bench.compare(bench.jvm("one", "lasts"), bench.jvm("two", "dies"), "--blocks", "1", "one", "two").ended(3)
    assert "made up" in read(bench.forks / "001-one.json")["reason"]
    died = read(bench.forks / "001-two.json")
    assert (died["status"], died["reason"]) == ("failed", "no more (exit code 4)")


def test_a_block_that_lacks_a_fork_is_run_again_as_a_whole_and_the_others_are_kept(
    two_blocks: Bench, bench: Bench
) -> None:
    shutil.copytree(two_blocks.out, bench.out, symlinks=True, dirs_exist_ok=True)
    (bench.forks / "002-two.json").unlink()
    (bench.forks / "002-one.hlog").touch()
    kept, lonely = ((bench.forks / f"00{block}-one.json").read_bytes() for block in (1, 2))
    bench.run("--resume", "latest")
    assert len(list(bench.seen.iterdir())) == 2
    assert (bench.forks / "001-one.json").read_bytes() == kept
    assert (bench.forks / "002-one.json").read_bytes() != lonely
    assert "made up" in read(bench.forks / "002-two.json")["reason"]
    assert not (bench.forks / "002-one.hlog").exists()


def test_memory_for_one_contender_is_a_sentence_and_nothing_is_measured(bench: Bench) -> None:
    jvms = [bench.jvm(each, "whole") for each in ("one", "two")]
    ran = bench.compare(*jvms, "--dry-run", "one", "two", env={"JAVA_OPTS": "-Xmx900g"})
    ran.refused(4, "by turns one and two are alive together and need 1800.")
    assert not list(bench.seen.iterdir())


def test_a_jvm_that_would_hurt_the_others_of_its_block_costs_its_own_fork_alone(
    bench: Bench, background: Starter
) -> None:
    own = bench.folder / "tmp"
    own.mkdir()
    started = background(
        *(COMPARE, "--runner", "host", "--out", bench.out, *UNGATED, bench.jvm("hostile", HOSTILE)),
        *(f"--jdk=one={java_home()}", "--blocks", "1", "hostile", "one", "one+again", "--", *SHORT),
        env={**WARM_UP_SOON, "seen": str(bench.seen), "TMPDIR": str(own)},
    )
    names = ("one", "one+again")
    # Both of the others have their results, each in a folder of its own, while the hostile one goes on.
    eventually(
        lambda: not started.running() or all(list(own.rglob(f"001-{each}.json")) for each in names), "they have results"
    )
    (bench.seen / "goes-on").touch()
    started.end().ended(3)
    assert len({read(bench.forks / f"001-{each}.json")["turns"]["startedNanos"] for each in names}) == 1
    assert read(bench.forks / "001-hostile.json")["status"] == "failed"
