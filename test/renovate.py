"""renovate.py CHECKOUT: finds pins there as Renovate does, by the customManagers of its renovate.json, and prints each pin of
its tables that these do not find, or not as it is there."""

import collections
import json
import pathlib
import re
import sys

Pin = collections.namedtuple("Pin", "file name version digest datasource")
root = pathlib.Path(sys.argv[1])


def expression(text):
    """Renovate's are RE2's, in which no look-ahead and no back reference is; Python names a group in another way."""
    if re.search(r"\(\?[=!<][=!]?(?![A-Za-z])", text) or re.search(r"\\[1-9]", text):
        sys.exit(f"{text!r} is no expression of RE2's")
    return re.compile(text.replace("(?<", "(?P<"))


def matches(levels, content, recursive):
    """The groups of each match; of recursive ones, of the text that the one before matched."""
    for level, text in enumerate(levels):
        for match in expression(text).finditer(content):
            if not recursive or level == len(levels) - 1:
                yield match.groupdict()
                continue
            for inner in matches(levels[1:], match.group(), recursive):
                yield {**match.groupdict(), **inner}
        if recursive:
            return


def found():
    pins = collections.Counter()
    for manager in json.loads((root / "renovate.json").read_text(encoding="utf-8"))["customManagers"]:
        recursive = manager.get("matchStringsStrategy") == "recursive"
        for pattern in manager["managerFilePatterns"]:
            # A pattern between slashes is an expression.
            files = [file for file in FILES if expression(pattern.strip("/")).search(file)]
            if not files:
                sys.exit(f"{pattern} is the pattern of no file that has a pin")
            for file in files:
                for groups in matches(manager["matchStrings"], (root / file).read_text(encoding="utf-8"), recursive):
                    name = groups.get("depName") or manager["depNameTemplate"]
                    pins[Pin(file, name, groups["currentValue"], groups.get("currentDigest"), manager["datasourceTemplate"])] += 1
    return pins


def rows(file):
    for line in (root / file).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def image(file, text):
    tagged, _, digest = text.partition("@")
    name, _, tag = tagged.rpartition(":")
    return Pin(file, name, tag, digest or None, "docker")


def packages(file):
    for _, _, source, version, origin, *_ in rows(file):
        if source in ("debian", "build"):
            yield Pin(file, origin.split()[0].partition("/")[2], version, None, "repology")
        elif source == "graal":
            yield Pin(file, "org.graalvm.compiler:compiler", version, None, "maven")
        elif source not in ("none", "same", "os"):
            yield Pin(file, source, version, None, "pypi")


def named(file, pattern, datasource):
    for name, version in re.findall(pattern, (root / file).read_text(encoding="utf-8")):
        yield Pin(file, name, version, None, datasource)


# What each file pins, read in its own way.
FILES = {
    "docker/variants.tsv": lambda file: (image(file, row[-1]) for row in rows(file)),
    "compose.yaml": lambda file: (image(file, text) for text in re.findall(r":-docker-image://([^}\s]+)}", (root / file).read_text())),
    "docker/packages/versions.tsv": packages,
    "docker/packages/graal.tsv": lambda file: (Pin(file, row[1].rpartition(":")[0], row[0], None, "maven") for row in rows(file)),
    "test/lint.py": lambda file: (
        *named(file, r"(github.com/\w+/\w+)/\S+@(v[0-9.]+)", "go"),
        *named(file, r"=(\w+)@([0-9]\S+)", "npm"),
    ),
    "docker/seccomp-profile": lambda file: named(file, r'"(github.com/\S+)", "(v\S+)"', "go"),
}

there = collections.Counter(pin for file, read in FILES.items() for pin in read(file))
wrong = [(what, pin) for what, pins in (("not found", there - found()), ("not there", found() - there)) for pin in pins.elements()]
for what, pin in wrong:
    print(f"{what}: {pin.file} {pin.name} {pin.version} {pin.digest or ''} ({pin.datasource})")
print(f"{sum(there.values())} pins")
sys.exit(1 if wrong or not all(any(pin.file == file for pin in there) for file in FILES) else 0)
