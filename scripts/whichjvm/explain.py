"""The verb explain: compare, which the collector plans in another way."""

from __future__ import annotations

from . import compare


def main(arguments: list[str]) -> int:
    return compare.main(["--verb", "explain", *arguments])
