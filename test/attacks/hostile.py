"""A collector that is hostile: it plans nothing, and asks beside a campaign for what $WHICHJVM_HOSTILE says.

usage: hostile.py next|plan … CAMPAIGN, as java -jar of the collector is called; see test/host_code/test_steps.py.
"""

import os
import sys


def answer(text):
    os.write(1, text.encode() + b"\n")


def main():
    answer(f'{{"owner": [{os.getuid()}, {os.getgid()}], "slots": 1}}')
    for request in sys.stdin:
        if '"step"' not in request:
            answer('{"ready": true}')
        elif os.environ["WHICHJVM_HOSTILE"] == "endless":
            while True:
                os.write(1, b"x" * (1 << 16))
        elif os.environ["WHICHJVM_HOSTILE"] == "lines":
            while True:
                answer('{"progress": {"block": 1, "of": 2, "rest": ["x"]}}')
        else:
            answer(os.environ["WHICHJVM_HOSTILE"])


main()
