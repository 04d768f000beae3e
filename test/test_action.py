"""What the GitHub Action leaves for a workflow and a pull request. scripts/compare, scripts/report and gh are made up:
they print what they were given, and end as the test says."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pytest
from support import ROOT, Ran, read, run

pytestmark = pytest.mark.beside

COMPARE = r"""
printf '%s\n' "$@" >"$SCRATCH/compared"
echo "whichjvm: \`said\` <b>by</b> compare" >&2
[[ ${REPORT:-yes} == no ]] || {
  mkdir -p "$RUNNER_TEMP/whichjvm/one"
  ln -sfn one "$RUNNER_TEMP/whichjvm/latest"
  printf 'head is slower\n<details>folded\n' >"$RUNNER_TEMP/whichjvm/one/report.md"
}
exit "${COMPARE:-0}"
"""

REPORT = r"""
printf '%s\n' "$@" >"$SCRATCH/reported"
echo "whichjvm: it was asked" >&2
exit "${REPORTED:-0}"
"""

GH = r"""
printf '%s\n' "$*" >>"$SCRATCH/gh"
[[ ! ${GH_FAILS:-} ]] || { echo "gh: Resource not accessible by integration (HTTP 403)" >&2; exit 1; }
case $* in
  *graphql*) cat "$SCRATCH/comments.json" ;;
  *) cat >"$SCRATCH/posted" ;;
esac
"""

MARK = "<!-- whichjvm bench/jvms -->"


class Job:
    """Of a workflow, in a checkout of made-up scripts."""

    def __init__(self, folder: Path) -> None:
        for each in ("bin", "tmp"):
            (folder / each).mkdir()
        shutil.copytree(ROOT / "scripts", folder / "scripts")
        for name, text in (("scripts/compare", COMPARE), ("scripts/report", REPORT), ("bin/gh", GH)):
            (folder / name).write_text(f"#!/usr/bin/env bash{text}")
            (folder / name).chmod(0o755)
        self.compared, self.reported, self.posted = folder / "compared", folder / "reported", folder / "posted"
        self.out = folder / "tmp" / "whichjvm"
        self._folder, self._output, self._summary = folder, folder / "output", folder / "summary"
        self._env = {
            **{"SCRATCH": str(folder), "RUNNER_TEMP": str(folder / "tmp")},
            **{"GITHUB_OUTPUT": str(self._output), "GITHUB_STEP_SUMMARY": str(self._summary)},
            **{"GITHUB_REPOSITORY": "me/jdk", "NUMBER": "7", "GITHUB_WORKFLOW": "bench", "GITHUB_JOB": "jvms"},
            **{"JVMS": "base=my/jdk:main\nhead=my/jdk:pr\n", "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"},
        }

    def measure(self, **env: str) -> Ran:
        """A step that must succeed, whatever has come out."""
        return run(self._folder / "scripts" / "action", "measure", env={**self._env, **env}).ended()

    def comment(self, comments: list[dict[str, object]], **env: str) -> Ran:
        """On a pull request that has these comments."""
        nodes = {"data": {"repository": {"pullRequest": {"comments": {"nodes": comments}}}}}
        (self._folder / "comments.json").write_text(json.dumps([nodes]))
        return run(self._folder / "scripts" / "action", "comment", env={**self._env, **env})

    def output(self, name: str) -> str:
        """That of the last step."""
        return str(re.findall(f"^{name}=(.*)$", self._output.read_text(), re.M)[-1])

    @property
    def summary(self) -> str:
        return self._summary.read_text()

    @property
    def last_call(self) -> str:
        return (self._folder / "gh").read_text().splitlines()[-1]


@pytest.fixture
def job(scratch: Path) -> Job:
    return Job(scratch)


def test_options_come_before_the_contenders_and_a_program_behind_all(job: Job, scratch: Path) -> None:
    arguments = "--max-time\n20m"
    job.measure(PROGRAM="java\n{flags}\n-jar\n{app}/my app.jar", MOUNT=str(scratch / "tmp"), ARGUMENTS=arguments)
    assert job.compared.read_text().splitlines() == [
        *("--runner", "docker", "--out", str(job.out), "--jdk", "base=my/jdk:main", "--jdk", "head=my/jdk:pr"),
        *("--baseline", "base", "--control", "--workload", "command", "--mount", str(scratch / "tmp")),
        *("--max-time", "20m", "base", "head", "--", "java", "{flags}", "-jar", "{app}/my app.jar"),
    ]


def test_a_variant_of_the_project_needs_no_image(job: Job) -> None:
    job.measure(JVMS="jdk17-temurin\nmine=my/jdk:pr")
    words = " ".join(job.compared.read_text().splitlines())
    assert "--jdk mine=my/jdk:pr --baseline jdk17-temurin --control jdk17-temurin mine" in words


def test_one_jvm_is_an_error_and_exit_code_2(job: Job) -> None:
    job.measure(JVMS="alone")
    assert job.output("exit") == "2"
    assert "error: the input jvms has 1 lines, and a comparison needs two" in job.summary
    assert not job.compared.exists()


def test_two_dashes_among_the_options_are_an_error_and_exit_code_2(job: Job) -> None:
    said = job.measure(JVMS="a\nb", ARGUMENTS="--\njava").err
    assert job.output("exit") == "2"
    assert "try: give the program as the input 'program'" in said
    assert not job.compared.exists()


def test_exit_code_0_the_summary_is_what_comes_before_the_first_fold(job: Job) -> None:
    job.measure()
    assert job.summary.strip() == "head is slower"
    assert job.output("exit") == "0"
    assert job.output("report") == str((job.out / "one").resolve())
    assert not job.reported.exists()


def test_exit_code_3_the_summary_and_the_folder_come_all_the_same_and_say_that_forks_failed(job: Job) -> None:
    job.measure(COMPARE="3")
    assert job.output("exit") == "3"
    assert "head is slower" in job.summary
    assert "ended with exit code 3: forks failed." in job.summary
    assert job.output("report")


def test_exit_code_4_without_a_report_the_summary_has_the_last_words_as_text(job: Job) -> None:
    said = job.measure(COMPARE="4", REPORT="no").err
    assert job.output("exit") == "4"
    assert job.output("report") == ""
    assert "<pre>whichjvm: `said` &lt;b&gt;by&lt;/b&gt; compare</pre>" in job.summary
    assert "<b>by</b> compare" in said


@pytest.mark.parametrize("compare", ["0", "3"])
def test_fail_on_exit_code_1_where_it_is_met_also_where_forks_failed(compare: str, job: Job) -> None:
    job.measure(FAIL_ON="slower:5%", REPORTED="1", COMPARE=compare)
    assert job.output("exit") == "1"
    assert "`fail-on` is `slower:5%`, and this is met." in job.summary
    assert job.reported.read_text().splitlines() == ["--out", str(job.out), "--fail-on", "slower:5%"]


def test_fail_on_exit_code_2_where_it_is_undecided(job: Job) -> None:
    job.measure(FAIL_ON="slower:5%", REPORTED="2")
    assert job.output("exit") == "2"
    assert "undecided, or wrong" in job.summary


def test_fail_on_exit_code_0_where_it_is_not_met(job: Job) -> None:
    job.measure(FAIL_ON="slower:5%")
    assert job.output("exit") == "0"
    assert job.reported.exists()


def test_fail_on_is_not_asked_without_a_report(job: Job) -> None:
    job.measure(FAIL_ON="slower:5%", COMPARE="4", REPORT="no")
    assert job.output("exit") == "4"
    assert not job.reported.exists()


def test_the_first_push_comments_and_the_next_one_says_it_again_in_its_own_comment(job: Job) -> None:
    job.measure()
    job.comment([{"databaseId": 1, "viewerDidAuthor": True, "body": "something else"}]).ended()
    assert "api repos/me/jdk/issues/7/comments --input -" in job.last_call
    assert read(job.posted)["body"].strip() == f"{MARK}\nhead is slower"
    # Another user's comment that begins like that stays as it is.
    own = {"databaseId": 2, "viewerDidAuthor": True, "body": f"{MARK} old"}
    job.comment([own, {"databaseId": 3, "viewerDidAuthor": False, "body": f"{MARK} forged"}]).ended()
    assert "--method PATCH repos/me/jdk/issues/comments/2 --input -" in job.last_call


def test_a_token_that_may_not_comment_is_a_sentence(job: Job) -> None:
    job.measure()
    said = job.comment([], GH_FAILS="1").refused(1)
    assert "give the job the permission pull-requests: write, or comment: false" in said.err


def test_action_yml_gives_the_script_every_input_and_ends_with_its_exit_code() -> None:
    text, script = ((ROOT / name).read_text() for name in ("action.yml", "scripts/whichjvm/action.py"))
    inputs = re.findall(r"^  ([a-z-]+):$", text.partition("outputs:")[0], re.M)
    assert inputs
    for name in inputs:
        assert f"inputs.{name} " in text or f"inputs.{name}}}" in text
    for name in ("JVMS", "PROGRAM", "MOUNT", "ARGUMENTS", "FAIL_ON", "NUMBER"):
        assert f"{name}: ${{{{" in text
        assert f'"{name}"' in script
    last = text.rpartition("- if:")[2]
    assert "always()" in last
    assert 'exit "${CODE:-4}"' in last
