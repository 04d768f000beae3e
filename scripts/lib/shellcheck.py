"""Runs shellcheck: scripts/lib/shellcheck.py FILE...

A library is read inside each script that sources it, for only there can be seen what it uses of others
and others of it. What is found in a library counts if every script that sources it has the finding.
Exit code 1: something was found, or a rule is switched off for a whole file.
"""

import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOURCED = re.compile(r"^\s*# shellcheck source=(?!/dev/null)(\S+)", re.MULTILINE)
# bats' own word for it, which shellcheck does not know.
LOADED = re.compile(r"^load (?:\.\./)?([\w-]+)$", re.MULTILINE)
SWITCHED_OFF = re.compile(r"# shellcheck disable=")


def text(file):
    return LOADED.sub(r". test/\1.bash", Path(file).read_text()) if file.endswith(".bats") else Path(file).read_text()


def sourced(file, seen=None):
    """What a file sources, and what that sources."""
    seen = set() if seen is None else seen
    content = text(file)
    for found in SOURCED.findall(content) + re.findall(r"^\. (test/[\w-]+\.bash)$", content, re.MULTILINE):
        if found not in seen:
            seen.add(found)
            sourced(found, seen)
    return seen


def check(file):
    """What shellcheck finds in a file and in all that it sources: (file, line, column, code, sentence)."""
    shell = ["--shell=bats"] if file.endswith(".bats") else []
    command = ["shellcheck", "--external-sources", "--check-sourced", "--format=json1", *shell, "-"]
    said = subprocess.run(command, input=text(file), capture_output=True, text=True)
    if said.returncode > 1:
        sys.exit(f"shellcheck cannot read {file}: {said.stderr}{said.stdout}")
    return {
        (file if each["file"] == "-" else each["file"], each["line"], each["column"], each["code"], each["message"])
        for each in json.loads(said.stdout)["comments"]
    }


def switched_off(file):
    """Where a rule is switched off before the first command, which is: for the whole file."""
    for number, line in enumerate(Path(file).read_text().splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            return set()
        if SWITCHED_OFF.match(line):
            return {(file, number, 1, "disable", "a rule is switched off for the whole file; mend the cause, or say it where it is")}
    return set()


def main(files):
    sources = {file: sourced(file) for file in files}
    libraries = set().union(*sources.values())
    roots = [file for file in files if file not in libraries]
    with ThreadPoolExecutor() as pool:
        found = dict(zip(roots, pool.map(check, roots)))
    findings = set().union(*map(switched_off, files))
    for root in roots:
        findings |= {each for each in found[root] if each[0] == root}
    for library in libraries:
        findings |= set.intersection(
            *({each for each in found[root] if each[0] == library} for root in roots if library in sources[root])
        )
    for file, line, column, code, sentence in sorted(findings, key=str):
        print(f"{file}:{line}:{column}: {code if isinstance(code, str) else f'SC{code}'}: {sentence}")
    sys.exit(1 if findings else 0)


main(sys.argv[1:])
