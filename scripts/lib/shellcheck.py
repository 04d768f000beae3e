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

# Where shellcheck looks for what `. "$root/FILE"` and `. "$(dirname "${BASH_SOURCE[0]}")/FILE"` name, and this too.
PATHS = (".", "scripts")
SOURCED = re.compile(r'^\s*(?:# shellcheck source=|\. (?:"\$\w+/|"\$\(dirname "\$\{BASH_SOURCE\[0\]\}"\)/)?)([\w./-]+)', re.MULTILINE)
# bats' own word for it, which shellcheck does not know.
LOADED = re.compile(r"^load (?:\.\./)?([\w-]+)$", re.MULTILINE)
# Before the first command it is for the whole file.
SWITCHED_OFF = re.compile(r"\A(?:#.*\n|\s*\n)*?# shellcheck disable=.*")


def text(file):
    return LOADED.sub(r". test/\1.bash", Path(file).read_text()) if file.endswith(".bats") else Path(file).read_text()


def sourced(file):
    """What a file sources, and what that sources."""
    found = {str(Path(path, name)) for name in SOURCED.findall(text(file)) for path in PATHS if Path(path, name).is_file()}
    return found.union(*map(sourced, found))


def check(file):
    """What shellcheck finds in a file and in all that it sources: (file, line, column, code, sentence)."""
    options = [f"--source-path={':'.join(PATHS)}", *(["--shell=bats"] if file.endswith(".bats") else [])]
    command = ["shellcheck", "--external-sources", "--check-sourced", "--format=json1", *options, "-"]
    said = subprocess.run(command, input=text(file), capture_output=True, text=True)
    if said.returncode > 1:
        sys.exit(f"shellcheck cannot read {file}: {said.stderr}{said.stdout}")
    return {
        (file if each["file"] == "-" else str(Path(each["file"])), each["line"], each["column"], f"SC{each['code']}", each["message"])
        for each in json.loads(said.stdout)["comments"]
    }


def main(files):
    sources = {file: {file} | sourced(file) for file in files}
    roots = [file for file in files if not any(file in found for other, found in sources.items() if other != file)]
    with ThreadPoolExecutor() as pool:
        found = dict(zip(roots, pool.map(check, roots)))
    findings = set()
    for file in set().union(*sources.values()):
        findings |= {each for each in set.intersection(*(found[root] for root in roots if file in sources[root])) if each[0] == file}
    for file in files:
        if off := SWITCHED_OFF.match(text(file)):
            sentence = "a rule is switched off for the whole file; mend the cause, or say it where it is"
            findings.add((file, off[0].count("\n") + 1, 1, "disable", sentence))
    for file, line, column, code, sentence in sorted(findings):
        print(f"{file}:{line}:{column}: {code}: {sentence}")
    sys.exit(1 if findings else 0)


main(sys.argv[1:])
