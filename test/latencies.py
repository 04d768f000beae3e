"""Prints count, p50 and max of a fork's latencies in ns, from the histograms of its JSON: latencies.py FORK.json"""

import base64
import json
import sys
import zlib

HALF = 1024  # buckets of one width: three digits, from 1 ns


def buckets(text):
    """Yields value and count of each bucket: zigzag numbers, those below 0 skip so many buckets."""
    unpacked = zlib.decompress(base64.b64decode(text)[8:])
    bucket = shift = number = 0
    for byte in unpacked[40:]:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            count = (number >> 1) ^ -(number & 1)
            if count > 0:
                width = max(0, bucket // HALF - 1)
                yield bucket if width == 0 else ((bucket % HALF + HALF + 1) << width) - 1, count
            bucket += max(1, -count)
            shift = number = 0


def summary(text):
    values = list(buckets(text))
    total = sum(count for _, count in values)
    below = 0
    for value, count in values:
        below += count
        if 2 * below >= total:
            return {"count": total, "p50": value, "max": values[-1][0]}


with open(sys.argv[1], encoding="utf-8") as file:
    fork = json.load(file)
print(json.dumps({name: summary(fork[name]["histogram"]) for name in ("service", "response")}))
