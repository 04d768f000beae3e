"""scripts/fleet with less patience, so that an hour of silence takes seconds: impatient.py PEAK SILENCE GIVE-UP WORD…

PEAK is a file for the client's peak memory in kB; SILENCE and GIVE-UP are seconds.
"""

import os
import resource
import runpy
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "scripts", "lib"))
from fleet import cluster, follow  # noqa: E402

peak, cluster.SILENCE_SECONDS, follow.GIVE_UP_SECONDS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
follow.SAVE_SECONDS, follow.RETRY_SECONDS, follow.POLL_SECONDS = 3, 2, 0.5
sys.argv = [os.path.join(ROOT, "scripts", "fleet"), *sys.argv[4:]]
try:
    runpy.run_path(sys.argv[0], run_name="__main__")
finally:
    with open(peak, "w", encoding="ascii") as file:
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=file)
