"""What a person says of hosts and of the campaigns on them, and which hosts there are: the nodes that a selector finds, one
for each value of a label."""

import argparse
import re

from .folder import Wrong

# Of a requirement: key, !key, key=value, key!=value, key in (a,b), key notin (a,b).
KEY = r"[A-Za-z0-9./_-]+"
VALUE = r"[A-Za-z0-9._-]*"
REQUIREMENT = re.compile(rf"(!?)\s*({KEY})(?:\s*(==|=|!=)\s*({VALUE})|\s+(in|notin)\s*\(([^()]*)\))?")
OPERATORS = {"=": "In", "==": "In", "!=": "NotIn", "in": "In", "notin": "NotIn", "": "Exists", "!": "DoesNotExist"}

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "Mi": 1, "Gi": 1024}
# Of a CPU: what is asked for where a node's CPUs are not to be the campaign's own.
SHARED = "shared"


def value(pattern, says, made=lambda match: match[0]):
    """The type of an option whose value has this form."""

    def read(text):
        match = re.fullmatch(pattern, text)
        if not match:
            raise argparse.ArgumentTypeError(f"it is '{text}'; it takes {says}")
        return made(match)

    return read


def amount(match):
    """A number with its unit."""
    return int(match[1]) * UNITS[match[2]]


def tolerates(match):
    key, value, effect = match.groups()
    found = {"key": key, "operator": "Exists"} if value is None else {"key": key, "operator": "Equal", "value": value}
    return {**found, "effect": effect} if effect else found


CPUS = value(rf"{SHARED}|[2-9]|[1-9][0-9]+", "a whole number from 2 on, or 'shared'")
TIME = value("([1-9][0-9]*)([smhd])", "a time such as 90s, 30m or 24h", amount)
MIB = value("([1-9][0-9]*)(Mi|Gi)", "a size such as 6Gi or 3000Mi", amount)
PATH = value("/.+", "an absolute path of the nodes, such as /mnt/huge")
TAINT = value(
    rf"({KEY})(?:=({VALUE}))?(?::(NoSchedule|PreferNoSchedule|NoExecute))?",
    "KEY[=VALUE][:EFFECT], as kubectl taint does",
    tolerates,
)


def requirements(selector):
    """A label selector as kubectl takes it, as matchExpressions of an affinity."""
    found = []
    for part in re.split(r",(?![^(]*\))", selector):
        part = part.strip()
        match = REQUIREMENT.fullmatch(part)
        if not match or match[1] and (match[3] or match[5]):
            raise Wrong(
                f"--hosts has '{part}', which is no requirement on labels; write key=value, key!=value, "
                "key in (a,b), key notin (a,b), key or !key, with commas between"
            )
        values = match[4] if match[3] else match[6]
        values = {} if values is None else {"values": [value.strip() for value in values.split(",")]}
        found.append({"key": match[2], "operator": OPERATORS[match[3] or match[5] or match[1]], **values})
    return found


def pick(nodes, label):
    """The hosts by name, each a value that the label has, and those of which no node takes a pod now."""
    named = [(node["metadata"].get("labels", {}).get(label), node) for node in nodes]
    # A label without a value names no folder.
    found = {name for name, _ in named if name}
    picked = {name for name, node in named if name and takes_pods(node)}
    return sorted(picked), sorted(found - picked)


def takes_pods(node):
    conditions = {each["type"]: each["status"] for each in node.get("status", {}).get("conditions") or []}
    return conditions.get("Ready") == "True" and not node.get("spec", {}).get("unschedulable")


def slug(value, taken):
    """A value as part of an object's name, of 30 characters at most, that no other host has."""
    text = re.sub(r"[^a-z0-9]+", "-", value.lower()).strip("-")[:26].strip("-") or "host"
    name, number = text, 2
    while name in taken:
        name, number = f"{text}-{number}", number + 1
    return name
