"""whichjvm, the front door, as a person starts it: its verbs and help, completion, and dry runs of short names and of
programs. Nothing is measured. What needs no process of its own is host_code/test_front.py."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from support import ROOT, Ran, Word, java_home, output, run

pytestmark = pytest.mark.beside


class Door:
    """Types whichjvm, by a link on the PATH, in the folder of a program."""

    def __init__(self, folder: Path) -> None:
        for each in ("bin", "out", "app", "home"):
            (folder / each).mkdir()
        (folder / "bin" / "whichjvm").symlink_to(ROOT / "whichjvm")
        self.app = folder / "app"
        self.env = {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "HOME": str(folder / "home")}
        self.dry = ["--runner", "host", "--dry-run", "--out", str(folder / "out"), "--jdk", f"jdk99-mine={java_home()}"]

    def types(self, *words: Word) -> Ran:
        return run("whichjvm", *words, env=self.env, cwd=self.app)

    def plans(self, *words: Word) -> Ran:
        """Of compare, without running anything."""
        return self.types("compare", *self.dry, *words).ended()


@pytest.fixture
def door(scratch: Path) -> Door:
    return Door(scratch)


@pytest.fixture
def few(scratch: Path) -> Path:
    """A PATH with neither Java nor Maven nor an engine nor Python."""
    folder = scratch / "few"
    folder.mkdir()
    (folder / "readlink").symlink_to(str(shutil.which("readlink")))
    return folder


def count(pattern: str, text: str) -> int:
    return sum(re.search(pattern, line) is not None for line in text.splitlines())


# --- verbs and help ---


def test_help_needs_python_alone(few: Path) -> None:
    (few / "python3").symlink_to(sys.executable)
    said = run(ROOT / "whichjvm", "--help", env={"PATH": str(few)}).ended().out
    for verb in (
        *("compare", "race", "explain", "report", "list", "doctor", "tune", "sessions", "bisect", "calibrate", "fleet"),
        *("completion", "version", "help"),
    ):
        assert f"\n  {verb} " in said
    assert re.search("^    program  *your own program", said, re.M)
    assert said == run(ROOT / "whichjvm").ended().out


def test_help_is_there_at_once_for_it_loads_nothing_of_a_campaign() -> None:
    main = ROOT / "scripts" / "whichjvm" / "__main__.py"
    loaded = run(sys.executable, "-I", "-S", "-X", "importtime", main, "front", "whichjvm", "--help").ended().err
    assert "whichjvm.screens" in loaded
    for slow in ("asyncio", "subprocess", "json", "tempfile", "whichjvm.compare", "whichjvm.runners"):
        assert not re.search(rf"\| *{re.escape(slow)}$", loaded, re.M)


@pytest.mark.parametrize("verb", ["compare", "race", "explain", "calibrate", "sessions", "bisect", "report", "doctor"])
def test_no_python_is_a_sentence_before_anything_is_started(verb: str, few: Path) -> None:
    said = run(ROOT / "whichjvm", verb, env={"PATH": str(few)}).refused(
        4, "error: there is no python3 on the PATH, and whichjvm needs 3.9 or newer", "try: "
    )
    assert said.out == ""


def test_a_python_that_is_too_old_is_a_sentence() -> None:
    old = "import runpy, sys; sys.version_info = (3, 8, 1); runpy.run_path(sys.argv[1], run_name='__main__')"
    run(sys.executable, "-I", "-c", old, ROOT / "scripts" / "whichjvm" / "__main__.py").refused(
        4, "error: this python3 is 3.8, and whichjvm needs 3.9 or newer", "try: "
    )


@pytest.mark.parametrize(
    "verb", ["race", "explain", "report", "doctor", "tune", "sessions", "bisect", "calibrate", "fleet"]
)
def test_each_verb_is_the_scripts_by_a_link_and_from_any_folder(verb: str, door: Door) -> None:
    assert "usage: " in door.types(verb, "--help").ended().out


def test_the_version_is_that_of_the_checkout_by_a_link_and_from_any_folder(door: Door) -> None:
    assert re.fullmatch(r"whichjvm .* \(.*\)\n", door.types("version").ended().out)


def test_the_error_of_wrong_words_says_them_as_they_were_typed(door: Door) -> None:
    said = door.types("compare", "--presett", "full").ended(2)
    assert (
        said.err == "error: '--presett' is no option (did you mean --preset?)\n"
        "try: whichjvm compare --help, which lists them\n"
    )
    said = door.types("compere").ended(2)
    assert said.err == "error: 'compere' is no verb (did you mean compare?)\ntry: whichjvm help, which lists them\n"


def test_the_jvms_of_a_person_are_listed(door: Door) -> None:
    listed = ["list", "--runner", "host", "--jdk"]
    assert "jdk99-mine" in door.types(*listed, f"jdk99-mine={java_home()}").ended().out
    # The same one twice is one.
    assert "one" in door.types(*listed, f"one={java_home()}", "--jdk", f"one={java_home()}").ended().out


@pytest.mark.parametrize("twice", ["two={java_home}", "one={another}"])
def test_a_jdk_with_two_names_or_a_name_with_two_jdks_is_refused(twice: str, door: Door, scratch: Path) -> None:
    another = scratch / "another"
    (another / "bin").mkdir(parents=True)
    (another / "bin" / "java").symlink_to(java_home() / "bin" / "java")
    twice = twice.format(java_home=java_home(), another=another)
    said = door.types("list", "--runner", "host", "--jdk", f"one={java_home()}", "--jdk", twice).ended(2)
    assert (
        said.err == f"error: --jdk is '{twice}', and another --jdk has this name or is this JDK\n"
        f"try: one name for each JDK, and the contender {twice[:3]}+again to run one twice\n"
    )


# --- completion ---


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_a_shell_is_to_read_is_there_and_has_its_syntax(shell: str, door: Door) -> None:
    text = door.types("completion", shell).ended().out
    assert "completion words" in text
    if shutil.which(shell):
        run(shell, "-n", stdin=text).ended()


def test_bash_asks_for_what_completes_a_word(door: Door) -> None:
    asks = """
    . <(whichjvm completion bash)
    COMP_WORDS=(whichjvm compare --preset q) COMP_CWORD=3
    _whichjvm "$(command -v whichjvm)"
    printf '%s\\n' "${COMPREPLY[@]}"
    """
    assert output("bash", "-c", asks, env=door.env, cwd=door.app) == "quick"


# --- dry runs ---


def test_short_names_are_the_jvms(door: Door) -> None:
    said = door.plans("99", "99+serialgc").out
    assert "000-jdk99-mine " in said
    assert "001-jdk99-mine+serialgc" in said


@pytest.mark.parametrize(
    "name, sentence",
    [
        ("jdk99-mien", "there is no JVM 'jdk99-mien' (did you mean jdk99-mine?) for --runner host"),
        ("99+serailgc", "(did you mean +serialgc?)"),
    ],
)
def test_a_wrong_name_has_candidates(name: str, sentence: str, door: Door) -> None:
    door.types("compare", *door.dry, name).refused(2, sentence)


def test_a_server_sees_the_current_folder_alone_and_shares_a_block_with_the_others(door: Door) -> None:
    program = ["java", "{flags}", "-jar", "app.jar", "{port}"]
    asked = ["--service", "8080", "--ready", "/health", "--seed", "7", "--blocks", "1", "99", "99+serialgc"]
    plan = door.plans(*asked, "--", *program)
    assert f" --app {door.app} " in plan.out
    assert " service --fork " in plan.out
    load = "--warmup 10s --turn 1500ms --points 8 --passes 1 --turn-seed 7"
    assert f" --port 8080 --ready /health --request 'GET /' {load}" in plan.out
    assert " --port 8081 -- java '{flags}' -jar app.jar '{port}'" in plan.out
    # Each is checked, and then both start in one step.
    assert count(" service --fork .* --check ", plan.out) == 2
    assert count("WHICHJVM_MEMBERS=2", plan.out) == 2
    assert "the commands of forks have no --rates yet" in plan.err


def test_servers_need_their_ports(door: Door) -> None:
    asked = ["--service", "8080", "99", "99+serialgc", "--", "java", "-jar", "app.jar"]
    door.types("compare", *door.dry, *asked).refused(2, "write {port} where the program takes its port")


@pytest.mark.parametrize("runner", ["host", "docker"])
def test_nothing_is_built_or_planned_for_a_body_that_is_gone(runner: str, door: Door) -> None:
    (door.app / "requests").write_text("POST /b\n@gone\n")
    asked = ["--service", "8080", "--request", "@requests", "17", "--", "java", "-jar", "app.jar"]
    said = door.types("compare", "--runner", runner, "--dry-run", *asked).ended(2)
    assert said.out == ""
    # To build or to plan would print more.
    assert len(said.err.splitlines()) == 2
    assert f"{door.app}/requests names the body 'gone', and {door.app} has no such file" in said.err


def test_a_program_needs_no_option_and_sees_the_current_folder_alone(door: Door) -> None:
    said = door.plans("99", "--", "java", "-jar", "app.jar").out
    assert f" --app {door.app} " in said
    assert " command --fork " in said
    assert f" --app {door.app} -- java -jar app.jar" in said


def test_what_begins_with_a_dash_is_the_workloads(door: Door) -> None:
    said = door.plans("99", "--", "--rate", "50000").out
    assert " queue-latency --fork " in said
    assert " --app " not in said


def test_who_names_the_workload_says_all_of_it(door: Door) -> None:
    assert " --app " not in door.plans("--workload", "command", "99", "--", "java", "-version").out


def test_two_versions_of_a_program_are_contenders_each_with_its_own_folder_alone(door: Door, scratch: Path) -> None:
    (scratch / "v1").mkdir()
    (scratch / "v2").mkdir()
    versions = ["--app", f"old={scratch}/v1", "--app", "new=../v2"]
    said = door.plans(*versions, "99", "--", "java", "-jar", "app.jar").out
    assert count(f"001-jdk99-mine\\+app-old --app {scratch}/v1 -- java", said) == 1
    assert count(f"001-jdk99-mine\\+app-new --app {scratch}/v2 -- java", said) == 1


def test_a_folder_that_is_named_is_mounted_wherever_the_person_is(door: Door, scratch: Path) -> None:
    app, door.app = door.app, scratch
    assert f" --app {app} " in door.plans("--mount", app, "99", "--", "java", "-version").out
