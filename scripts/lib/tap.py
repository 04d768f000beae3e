#!/usr/bin/env python3
"""Prints a line for each test that bats reported: passed, failed or skipped, a tab, its name; and one for
what it did not report: tap.py TEST-FILE TAP. TAP.ended is there if bats ran to its end."""

import os
import re
import sys

tests, tap = sys.argv[1:]
planned, seen = None, 0
with open(tap, errors="replace") as lines:
    for line in lines:
        plan = re.match(r"1\.\.(\d+)", line)
        test = re.match(r"(not )?ok \d+ (.*)", line)
        if plan and planned is None:
            planned = int(plan[1])
        if test:
            seen += 1
            outcome = "failed" if test[1] else "skipped" if " # skip" in test[2] else "passed"
            print(outcome, test[2], sep="\t")
if planned is None or not os.path.exists(tap + ".ended"):
    print("failed", f"bats did not run {tests} to its end", sep="\t")
if seen < (planned or 0):
    print("failed", f"{planned - seen} tests of {tests} did not report", sep="\t")
