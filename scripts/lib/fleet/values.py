"""Values of options, as people write them."""

import re

from .hosts import Wrong
from .render import SHARED

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
SIZES = {"Mi": 1, "Gi": 1024}


def seconds(option, text):
    match = re.fullmatch(r"([1-9][0-9]*)([smhd])", text)
    if not match:
        raise Wrong(f"{option} is '{text}'; it takes a time such as 90s, 30m or 24h")
    return int(match[1]) * UNITS[match[2]]


def half(option, text):
    match = re.fullmatch(r"([1-9][0-9]*)(Mi|Gi)", text)
    if not match:
        raise Wrong(f"{option} is '{text}'; it takes a size such as 6Gi or 3000Mi")
    return f"{int(match[1]) * SIZES[match[2]] // 2}Mi"


def check_path(option, text):
    if text and not (text.startswith("/") and text != "/"):
        raise Wrong(f"{option} is '{text}'; it takes an absolute path of the nodes, such as /mnt/huge")


def check_cpus(text):
    if text != SHARED and not (re.fullmatch(r"[1-9][0-9]*", text) and int(text) >= 2):
        raise Wrong(f"--cpus is '{text}'; it takes a whole number from 2 on, or 'shared'")
