"""Runs shellcheck: python3 test/shellcheck.py FILE...

A library is read inside each script that sources it, for only there can be seen what it uses of others
and others of it. What is found in a library counts if every script that sources it has the finding.
Exit code 1: something was found, or a rule is switched off for a whole file.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# File, line, column, code and sentence.
Finding = tuple[str, int, int, str, str]

# Where shellcheck looks for what `. "$root/FILE"` and `. "$(dirname "${BASH_SOURCE[0]}")/FILE"` name, and this too.
PATHS = (".", "scripts")
SOURCED = re.compile(
    r'^\s*(?:# shellcheck source=|\. (?:"\$\w+/|"\$\(dirname "\$\{BASH_SOURCE\[0\]\}"\)/)?)([\w./-]+)', re.MULTILINE
)
# Before the first command it is for the whole file.
SWITCHED_OFF = re.compile(r"\A(?:#.*\n|\s*\n)*?# shellcheck disable=.*")


def sourced(file: str) -> set[str]:
    """What a file sources, and what that sources."""
    paths = [Path(path, name) for name in SOURCED.findall(Path(file).read_text()) for path in PATHS]
    found = {str(path) for path in paths if path.is_file()}
    return found.union(*map(sourced, found))


def check(file: str) -> set[Finding]:
    """What shellcheck finds in a file and in all that it sources."""
    path = f"--source-path={':'.join(PATHS)}"
    command = ["shellcheck", "--external-sources", "--check-sourced", "--format=json1", path, "-"]
    said = subprocess.run(command, input=Path(file).read_text(), capture_output=True, text=True, check=False)
    if said.returncode > 1:
        sys.exit(f"shellcheck cannot read {file}: {said.stderr}{said.stdout}")
    found = set()
    for each in json.loads(said.stdout)["comments"]:
        where = file if each["file"] == "-" else str(Path(each["file"]))
        found.add((where, each["line"], each["column"], f"SC{each['code']}", each["message"]))
    return found


def main(files: Sequence[str]) -> int:
    sources = {file: {file} | sourced(file) for file in files}
    roots = [file for file in files if not any(file in found for other, found in sources.items() if other != file)]
    with ThreadPoolExecutor() as pool:
        found = dict(zip(roots, pool.map(check, roots)))
    findings: set[Finding] = set()
    for file in set().union(*sources.values()):
        of_all = set.intersection(*(found[root] for root in roots if file in sources[root]))
        findings |= {each for each in of_all if each[0] == file}
    for file in files:
        if off := SWITCHED_OFF.match(Path(file).read_text()):
            sentence = "a rule is switched off for the whole file; mend the cause, or say it where it is"
            findings.add((file, off[0].count("\n") + 1, 1, "disable", sentence))
    for file, line, column, code, sentence in sorted(findings):
        print(f"{file}:{line}:{column}: {code}: {sentence}")
    return int(bool(findings))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
