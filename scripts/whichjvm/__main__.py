"""Starts a verb: python3 __main__.py VERB COMMAND ARGUMENT…, in which COMMAND is what a person typed.

Old Pythons read this file too, to refuse it with a sentence: its syntax is theirs.
"""

import os
import sys

if sys.version_info < (3, 9):  # noqa: UP036 # to refuse those is what it is for
    sys.stderr.write(
        "error: this python3 is %d.%d, and whichjvm needs 3.9 or newer\n" % sys.version_info[:2]  # noqa: UP031
        + "try: put a newer one first on the PATH, or use the image whichjvm/all\n"
    )
    sys.exit(4)

# Some modules here, such as bisect, have names of the standard library: this folder must not be on the path.
_here = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [os.path.dirname(_here)] + [each for each in sys.path if each != _here]

from whichjvm.start import start  # noqa: E402 # needs the path

if __name__ == "__main__":
    sys.exit(start(sys.argv[1], sys.argv[2], sys.argv[3:]))
