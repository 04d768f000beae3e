"""Which hosts there are: the nodes that a selector finds, one for each value of a label."""

import re

# Of a requirement: key, !key, key=value, key!=value, key in (a,b), key notin (a,b).
KEY = r"[A-Za-z0-9./_-]+"
VALUE = r"[A-Za-z0-9._-]*"
EQUAL = re.compile(rf"({KEY})\s*(==|=|!=)\s*({VALUE})$")
SET = re.compile(rf"({KEY})\s+(in|notin)\s*\(([^()]*)\)$")
EXISTS = re.compile(rf"(!?)\s*({KEY})$")


class Wrong(Exception):
    """What a person asked for cannot be meant."""


def requirements(selector):
    """A label selector as kubectl takes it, as matchExpressions of an affinity."""
    found = []
    for part in re.split(r",(?![^(]*\))", selector):
        part = part.strip()
        if match := SET.match(part):
            values = [value.strip() for value in match[3].split(",")]
            found.append({"key": match[1], "operator": "In" if match[2] == "in" else "NotIn", "values": values})
        elif match := EQUAL.match(part):
            found.append({"key": match[1], "operator": "NotIn" if match[2] == "!=" else "In", "values": [match[3]]})
        elif match := EXISTS.match(part):
            found.append({"key": match[2], "operator": "DoesNotExist" if match[1] else "Exists"})
        else:
            raise Wrong(
                f"--hosts has '{part}', which is no requirement on labels; write key=value, key!=value, "
                "key in (a,b), key notin (a,b), key or !key, with commas between"
            )
    return found


def pick(nodes, label):
    """The hosts by name, each with its nodes: those that have the same value of the label, ready ones first."""
    hosts = {}
    for node in nodes:
        value = node["metadata"].get("labels", {}).get(label)
        if value is None:
            continue
        hosts.setdefault(value, []).append(node)
    for value in hosts:
        hosts[value].sort(key=lambda node: (not usable(node), node["metadata"]["name"]))
    return dict(sorted(hosts.items()))


def usable(node):
    """Whether a pod may be placed there."""
    ready = {each["type"]: each["status"] for each in node.get("status", {}).get("conditions", [])}
    return ready.get("Ready") == "True" and not node.get("spec", {}).get("unschedulable")


def toleration(text):
    """KEY[=VALUE][:EFFECT] as kubectl taint writes it."""
    match = re.fullmatch(rf"({KEY})(?:=({VALUE}))?(?::(NoSchedule|PreferNoSchedule|NoExecute))?", text)
    if not match:
        raise Wrong(f"--tolerate is '{text}'; it takes KEY[=VALUE][:EFFECT], as kubectl taint does")
    key, value, effect = match.groups()
    found = {"key": key, "operator": "Exists"} if value is None else {"key": key, "operator": "Equal", "value": value}
    return {**found, "effect": effect} if effect else found


def slug(value, taken):
    """A value as part of an object's name, of 30 characters at most, that no other host has."""
    text = re.sub(r"[^a-z0-9]+", "-", value.lower()).strip("-")[:26].strip("-") or "host"
    name, number = text, 2
    while name in taken:
        name, number = f"{text}-{number}", number + 1
    return name
