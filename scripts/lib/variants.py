"""Reads docker/variants.tsv, the table of variants."""

import collections
import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATH = ROOT / "docker" / "variants.tsv"

Row = collections.namedtuple("Row", "variant profile vendor version compiler groups image")


def read():
    """The variants in the order of the table; a line that is none ends the program with a sentence."""
    rows = {}
    for number, line in enumerate(PATH.read_text(encoding="utf-8").split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        fields = line.split("\t")
        if len(fields) != len(Row._fields) or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", fields[0]):
            raise SystemExit(f"{PATH}, line {number}: '{line}' is no variant; it has {len(Row._fields)} fields with tabs between")
        row = Row(*fields)
        if row.variant in rows:
            raise SystemExit(f"{PATH}, line {number}: {row.variant} is there twice")
        rows[row.variant] = row._replace(groups=[] if row.groups == "-" else row.groups.split(","))
    return [*rows.values()]


def write(path, text):
    """Whole or not at all."""
    path.with_name(path.name + ".part").write_text(text, encoding="utf-8")
    os.replace(path.with_name(path.name + ".part"), path)
