"""The lines of docs/ci.md that feed Apache Otava, on the exports of campaigns written by code."""

from __future__ import annotations

import filecmp
import shutil
import sys
from pathlib import Path

import pytest
from support import ROOT, output, run

pytestmark = pytest.mark.beside

# A newer night per turn: $night counts them, and of the last one alone Otava's answer is of interest.
NIGHTS = """
set -eE
otava=$1 out=$2
whichjvm() {
  [[ $* == "report --export bmf=night.json" ]] || exit 9
  cp "$out/n$night.json" night.json
}
date() { command date -u -d "-$((31 - night)) days" "${@:2}"; }
otava() { ((night < 30)) || "$otava" "$@"; }
for night in {1..30}; do
  . ./nightly
done
"""

# A campaign that has not the ratio.
WITHOUT = """
whichjvm() { echo '{}' >night.json; }
otava() { true; }
. ./nightly
"""


@pytest.fixture(scope="module")
def otava() -> Path:
    """The program, installed as test/otava.txt says."""
    wanted, folder = ROOT / "test" / "otava.txt", ROOT / ".cache" / "otava"
    installed = folder / "otava.txt"
    if not installed.exists() or not filecmp.cmp(wanted, installed, shallow=False):
        shutil.rmtree(folder, ignore_errors=True)
        output(sys.executable, "-m", "venv", folder)
        output(
            *(folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"),
            *("--requirement", wanted),
        )
        shutil.copy(wanted, folder)
    return folder / "bin" / "otava"


@pytest.fixture(scope="module")
def classes(shared: Path) -> Path:
    """What writes the campaigns. Compiled here, for the stage does not build the unit tests."""
    tests = ROOT / "collector" / "src" / "test" / "java"
    folder = shared / "classes"
    folder.mkdir()
    output(
        *("javac", "--release", "17", "-cp", ROOT / "collector" / "target" / "whichjvm-collector.jar"),
        *("-sourcepath", tests, "-d", folder),
        tests / "org" / "whichjvm" / "collector" / "model" / "NightsFixture.java",
    )
    return folder


def of_page(mark: str) -> str:
    """The lines of docs/ci.md in the fence after this mark."""
    after = (ROOT / "docs" / "ci.md").read_text().partition(f"\n<!-- {mark} -->\n")[2]
    assert after, f"docs/ci.md has no {mark}"
    return after.split("\n```")[0].partition("```")[2].partition("\n")[2] + "\n"


def site(folder: Path) -> Path:
    """A folder with the page's lines, where they run."""
    made = folder / "site"
    made.mkdir()
    for name in ("otava.yaml", "nightly"):
        (made / name).write_text(of_page(name))
    assert "otava" in (made / "nightly").read_text()
    return made


def nights(folder: Path, classes: Path, otava: Path, share: float) -> str:
    """What Otava says after thirty campaigns of one seed, of which the last ten are slower by that share; each goes
    through the page's lines."""
    out = folder / "out"
    out.mkdir()
    jar = ROOT / "collector" / "target" / "whichjvm-collector.jar"
    output(
        # As collect starts the collector.
        *("java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", f"{classes}:{jar}"),
        "org.whichjvm.collector.model.NightsFixture",
        *(out, "7", "30", "21", str(share)),
    )
    return run("bash", "-c", NIGHTS, "nights", otava, out, cwd=site(folder)).ended().out


def test_otava_finds_the_night_from_which_a_build_is_5_percent_slower(
    scratch: Path, classes: Path, otava: Path
) -> None:
    said = nights(scratch, classes, otava, 0.05).splitlines()
    ratios = (scratch / "site" / "ratios.csv").read_text().splitlines()
    assert len(ratios) == 31
    # Two dotted lines frame the change, above the first night that has it.
    dotted = [number for number, line in enumerate(said) if "··" in line]
    assert len(dotted) >= 2, said
    assert said[dotted[1] + 1].split()[0] == ratios[21][:10]


def test_otava_finds_nothing_where_nothing_changed(scratch: Path, classes: Path, otava: Path) -> None:
    assert "··" not in nights(scratch, classes, otava, 0)
    assert len((scratch / "site" / "ratios.csv").read_text().splitlines()) == 31


def test_a_campaign_without_the_ratio_adds_no_line(scratch: Path) -> None:
    folder = site(scratch)
    (folder / "ratios.csv").write_text("time,ratio\n")
    run("bash", "-c", WITHOUT, cwd=folder)
    assert (folder / "night.json").exists()
    assert (folder / "ratios.csv").read_text() == "time,ratio\n"
