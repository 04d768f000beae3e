"""Prints a line for each test in JUnit's XML reports: passed, failed or skipped, a tab, the stage and its name; and one for
a report that is not whole: scripts/lib/junit.py STAGE REPORT..."""

import sys
import xml.etree.ElementTree as ElementTree

stage = sys.argv[1]
for path in sys.argv[2:]:
    try:
        cases = [*ElementTree.parse(path).iter("testcase")]
    except (OSError, ElementTree.ParseError) as broken:
        print("failed", f"{stage}: {path} is no whole report: {broken}", sep="\t")
        continue
    for case in cases:
        name = f"{case.get('classname', '').rpartition('.')[2]}: {case.get('name', '')}".removeprefix("bats: ")
        failed = case.find("failure") is not None or case.find("error") is not None
        skipped = case.find("skipped")
        outcome = "failed" if failed else "passed" if skipped is None else "skipped"
        name += f" ({skipped.text or skipped.get('message')})" if outcome == "skipped" else ""
        print(outcome, f"{stage}: {' '.join(name.split())}", sep="\t")
