"""What compare --resume-or-start keeps in a results folder of one campaign: what was asked for, where, and how it ended."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import origin
from .console import FORKS_FAILED, USAGE, cannot, one_line, say, wrong
from .suffixes import jvm_of

_SCHEMA, _STATE, _LOCK = "whichjvm.started/1", ".started.json", ".started.lock"

# Exit codes of a campaign that has ended: done, --fail-on was met, undecided, forks failed.
_ENDED = (0, 1, USAGE, FORKS_FAILED)

_ANOTHER = "another --out folder"


class Started:
    """A results folder and the campaign in it, if there is one; no other process works on it until this one ends."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self._node = _node()
        _lock(out)
        self._state = _state_of(out)
        names = origin.campaign_names(out)
        self.campaign = " ".join(names)
        if len(names) > 1 or (names and not self._state):
            raise wrong(f"{out} has {self.campaign}, not started by --resume-or-start", _ANOTHER)
        if names and self._state["node"] != self._node:
            node = one_line(self._state["node"])
            raise wrong(f"{out} has a campaign of the node {node}, and this is {self._node}", _ANOTHER)

    def ended(self, requested: Mapping[str, Any]) -> int | None:
        """The exit code of the campaign if it has ended; a Stop refuses another request."""
        self._request = _digest(requested)
        if self.campaign and self._state["request"] != self._request:
            raise wrong(
                f"{self._out} has a campaign of other options or JVMs",
                "the options of that campaign, or another --out folder",
            )
        code: int | None = self._state["exit"] if self.campaign else None
        if code is not None:
            folder = self._out / self.campaign
            say(f"the campaign has ended with exit code {code}; its report is {folder}/report.html")
        return code

    def keep(self, code: int | None) -> None:
        """Before the campaign has a folder, and after its report with its exit code, unless the report failed."""
        if code not in (None, *_ENDED):
            return
        state = {"schema": _SCHEMA, "request": self._request, "node": self._node, "exit": code}
        new = self._out / f"{_STATE}.tmp"
        try:
            new.unlink(missing_ok=True)
            with new.open("x", encoding="ascii") as file:
                json.dump(state, file)
                file.flush()
                # NFS says only here that its disk is full.
                os.fsync(file.fileno())
            new.replace(self._out / _STATE)
        except OSError as error:
            with contextlib.suppress(OSError):
                new.unlink()
            raise cannot(
                f"{self._out / _STATE} cannot be written: {error.strerror}", "make room for it, then run this again"
            ) from None


def _state_of(out: Path) -> dict[str, Any]:
    """Empty if there is none."""
    if not os.path.lexists(out / _STATE):
        return {}
    state: dict[str, Any] = {}
    with contextlib.suppress(ValueError):
        state = origin.parse_json(origin.read(out, _STATE))
    is_whole = isinstance(state, dict) and all(isinstance(state.get(each), str) for each in ("request", "node"))
    if not is_whole or state.get("schema") != _SCHEMA or state.get("exit", 4) not in (None, *_ENDED):
        raise wrong(f"{out / _STATE} is not what --resume-or-start writes", _ANOTHER)
    return state


def _node() -> str:
    """The name of this machine; that of a container is another each time."""
    node = os.environ.get("WHICHJVM_NODE") or ("" if os.environ.get("WHICHJVM_IN_IMAGE") else os.uname().nodename)
    if not node:
        raise wrong("a container does not know its machine", "docker run --env WHICHJVM_NODE=$(hostname) …")
    return node


def _lock(out: Path) -> None:
    """By fcntl, which NFS has too, on a file that can be written. A fork that outlives this process does not hold it."""
    try:
        descriptor = os.open(out / _LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644)
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise cannot(f"another process runs the campaign in {out}", "wait until it ends, then run this again") from None
    except OSError as error:
        raise cannot(f"{out / _LOCK} cannot be locked: {error.strerror}", _ANOTHER) from None


def _digest(requested: Mapping[str, Any]) -> str:
    """Of what was asked for, without what may change on one machine: its free memory, and JVMs of no contender."""
    host = requested["host"]
    jvms = {jvm_of(each) for each in requested["contenders"]}
    same = {key: host[key] for key in ("runner", "machine", "mounted")}
    same["known"] = {name: home for name, home in host["known"].items() if name in jvms}
    return hashlib.sha256(json.dumps({**requested, "host": same}, sort_keys=True).encode()).hexdigest()
