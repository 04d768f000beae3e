"""Prints a line for each test in JUnit's XML reports: passed, failed or skipped, a tab, its name."""

import sys
import xml.etree.ElementTree as ElementTree

for path in sys.argv[1:]:
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        name = case.get("classname", "").rpartition(".")[2] + "." + case.get("name", "")
        if case.find("failure") is not None or case.find("error") is not None:
            outcome = "failed"
        elif case.find("skipped") is not None:
            outcome = "skipped"
        else:
            outcome = "passed"
        print(outcome, " ".join(name.split()), sep="\t")
