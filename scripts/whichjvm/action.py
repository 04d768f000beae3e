"""What action.yml runs: a campaign, and what a workflow and a pull request see of it, whatever came of it.

scripts/action measure  runs the campaign, and writes the step's summary and outputs; ends with 0, so that what follows
                        shows them
scripts/action comment  writes the summary into the pull request: into its own comment of before, if there is one

All settings are environment variables, as action.yml sets them. A list has one word a line.
"""

from __future__ import annotations

import html
import json
import os
import subprocess
import sys
from pathlib import Path

from .console import FORKS_FAILED, ROOT, USAGE, Stop, last_line, say, wrong

_RESULTS = Path(os.environ.get("RUNNER_TEMP", ""), "whichjvm")
_SUMMARY = _RESULTS.with_suffix(".md")
# Of scripts/report, if what is to fail was met.
_MET = 1
# GitHub takes 65,536 characters for a comment.
_MOST = 60_000
_LAST_WORDS = 4_000

# gh itself follows the pages, by these names.
_COMMENTS = """query($owner: String!, $name: String!, $number: Int!, $endCursor: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { comments(first: 100, after: $endCursor) {
    nodes { databaseId viewerDidAuthor body }
    pageInfo { hasNextPage endCursor }
  } } }
}"""


def main(arguments: list[str]) -> int:
    if arguments == ["measure"]:
        _measure()
    elif arguments == ["comment"]:
        _comment()
    else:
        raise wrong(f"'{' '.join(arguments)}' is nothing it does", "measure or comment, as action.yml has them")
    return 0


def _words(name: str) -> list[str]:
    return [line for line in os.environ.get(name, "").splitlines() if line]


def _campaign() -> list[str]:
    """The words of scripts/compare. Contenders come before a program, which takes all that follows its --."""
    jvms, arguments, program = _words("JVMS"), _words("ARGUMENTS"), _words("PROGRAM")
    names = [jvm.partition("=")[0] for jvm in jvms]
    if len(names) < 2:
        raise wrong(
            f"the input jvms has {len(names)} lines, and a comparison needs two",
            "name a JVM a line, such as head=my/jdk:pr",
        )
    if "--" in arguments:
        raise wrong(
            "the input arguments has a line --, after which nothing is an option",
            "give the program as the input 'program'",
        )
    mount = os.environ.get("MOUNT")
    return [
        *("--runner", "docker", "--out", str(_RESULTS)),
        *(word for jvm in jvms if "=" in jvm for word in ("--jdk", jvm)),
        *("--baseline", names[0], "--control"),
        *(["--workload", "command"] if program else []),
        *(["--mount", mount] if mount else []),
        *(*arguments, *names, *(["--", *program] if program else [])),
    ]


def _measure() -> None:
    _RESULTS.mkdir(parents=True, exist_ok=True)
    try:
        code, said = _run("compare", *_campaign())
    except Stop as stop:
        code, said = stop.code, "\n".join(stop.lines)
        say(said)
    ended = f"`whichjvm compare` ended with exit code {code}" + (": forks failed." if code == FORKS_FAILED else ".")
    report = (_RESULTS / "latest").resolve()
    has_report = (report / "report.md").is_file()
    text = f"### whichjvm measured nothing\n\n{ended} It said last:\n\n{_block(said)}"
    if has_report:
        # What comes before the first fold.
        text = (report / "report.md").read_text(encoding="utf-8").partition("<details>")[0]
        text += f"\n{ended}\n" if code else ""
        fail_on = os.environ.get("FAIL_ON")
        if code in (0, FORKS_FAILED) and fail_on:
            met, said = _run("report", "--out", str(_RESULTS), "--fail-on", fail_on)
            if met in (_MET, USAGE):
                # What the workflow is to fail on tells more than that a fork failed.
                code = met
                text += f"\nThe step fails: `fail-on` is `{fail_on}`, and this is "
                text += "met.\n" if met == _MET else f"undecided, or wrong:\n\n{_block(said)}"
    _SUMMARY.write_text(text[:_MOST], encoding="utf-8")
    _append("GITHUB_STEP_SUMMARY", text[:_MOST])
    _append("GITHUB_OUTPUT", f"report={report if has_report else ''}\nexit={code}\n")


def _append(variable: str, text: str) -> None:
    """To the file that the runner named so."""
    with open(os.environ[variable], "a", encoding="utf-8") as file:
        file.write(text)


def _run(script: str, *arguments: str) -> tuple[int, str]:
    """Its exit code and the last of its stderr, which a person sees too, as its stdout."""
    command = [str(ROOT / "scripts" / script), *arguments]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
    assert process.stderr
    said = ""
    for line in process.stderr:
        sys.stderr.write(line)
        said = (said + line)[-_LAST_WORDS:]
    return process.wait(), said


def _block(said: str) -> str:
    """Nothing in it is Markdown, or HTML."""
    return f"<pre>{html.escape(said.strip())}</pre>\n"


def _comment() -> None:
    """One comment for each job of a workflow: the next push replaces the text of the last one."""
    mark = f"<!-- whichjvm {os.environ.get('GITHUB_WORKFLOW', '')}/{os.environ.get('GITHUB_JOB', '')} -->".replace(
        "\n", " "
    )
    body = json.dumps({"body": f"{mark}\n{_SUMMARY.read_text(encoding='utf-8')}"})
    repository, number = os.environ["GITHUB_REPOSITORY"], os.environ["NUMBER"]
    before = _own_comment(repository, number, mark)
    if before:
        _gh("--method", "PATCH", f"repos/{repository}/issues/comments/{before}", "--input", "-", stdin=body)
    else:
        _gh(f"repos/{repository}/issues/{number}/comments", "--input", "-", stdin=body)


def _own_comment(repository: str, number: str, mark: str) -> int | None:
    """The number of the last comment that this job has made, whatever others begin with."""
    owner, _, name = repository.partition("/")
    asked = ["-f", f"query={_COMMENTS}", "-f", f"owner={owner}", "-f", f"name={name}", "-F", f"number={number}"]
    pages = json.loads(_gh("graphql", "--paginate", "--slurp", *asked))
    found = [each for page in pages for each in page["data"]["repository"]["pullRequest"]["comments"]["nodes"]]
    own = [each["databaseId"] for each in found if each["viewerDidAuthor"] and each["body"].startswith(mark)]
    return own[-1] if own else None


def _gh(*arguments: str, stdin: str | None = None) -> str:
    done = subprocess.run(["gh", "api", *arguments], input=stdin, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Stop(
            1,
            f"the pull request cannot be commented: {last_line(done.stderr) or f'exit code {done.returncode}'}",
            "give the job the permission pull-requests: write, or comment: false",
        )
    return done.stdout
