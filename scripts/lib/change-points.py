"""Reads values, a line each: a series' number and a value with a tab between. Prints the series' number and that of the
first value of each change, from 0, as Apache Otava finds them."""

import sys

from otava.analysis import compute_change_points

# Otava's own settings: at most 50 values are looked at together, and one change in a thousand may be none.
WINDOW, P_VALUE = 50, 0.001
FEWEST = 4

values = {}
for line in sys.stdin:
    number, value = line.split("\t")
    values.setdefault(number, []).append(float(value))
for number, series in values.items():
    if len(series) >= FEWEST:
        found, _ = compute_change_points(series, window_len=WINDOW, max_pvalue=P_VALUE, min_magnitude=0.0)
        for each in found:
            print(number, each.index, sep="\t")
