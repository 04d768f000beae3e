"""Reads docker/variants.tsv, the table of variants."""

import collections
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PATH = os.path.join(ROOT, "docker", "variants.tsv")

Row = collections.namedtuple("Row", "variant profile vendor version compiler groups image seen")


def read(path=PATH):
    """The variants in the order of the table; a line that is none ends the program with a sentence."""
    rows = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if not line or line.startswith("#"):
                continue
            fields = line.split("\t")
            if len(fields) != len(Row._fields) or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", fields[0]):
                raise SystemExit(
                    f"{path}, line {number}: '{line}' is no variant; it has {len(Row._fields)} fields with tabs between"
                )
            row = Row(*fields)
            if any(row.variant == other.variant for other in rows):
                raise SystemExit(f"{path}, line {number}: {row.variant} is there twice")
            rows.append(row._replace(groups=[] if row.groups == "-" else row.groups.split(",")))
    return rows


def write(path, text):
    """Whole or not at all."""
    with open(path + ".part", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".part", path)
