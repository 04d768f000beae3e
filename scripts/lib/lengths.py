#!/usr/bin/env python3
"""Fails if something has grown too long: lengths.py source|readme|bash MOST SHELL-FILE..., and all of the
project's files on stdin. Shell, Java and Python are source; bash is what lies in scripts/, all together."""

import sys


def text(path):
    with open(path, "rb") as file:
        return file.read()


def is_source(path, shell):
    return path in shell or path.endswith((".java", ".py")) or b"python" in text(path).split(b"\n")[0][:40]


what, most, shell = sys.argv[1], int(sys.argv[2]), set(sys.argv[3:])
files = sys.stdin.read().splitlines()
if what == "bash":
    lines = sum(text(path).count(b"\n") for path in shell if path.startswith("scripts/"))
    if lines > most:
        sys.exit(f"scripts/ has {lines} lines of bash, and {most} are the most: what computes belongs in the collector")
    sys.exit()
chosen = ["README.md"] if what == "readme" else [path for path in files if is_source(path, shell)]
lengths = {path: text(path).count(b"\n") for path in chosen}
long = [f"{path}: {lines} lines, and {most} are the most" for path, lines in sorted(lengths.items()) if lines > most]
if long:
    sys.exit("\n".join(long))
