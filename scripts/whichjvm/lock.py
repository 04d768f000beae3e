"""One campaign at a time on a host."""

from __future__ import annotations

import fcntl
import glob
import os
import pwd

from .console import cannot, say

_SHM = "/dev/shm"


class HostLock:
    """The lock is on the folder /dev/shm itself, so nothing is left behind, and it lasts as long as any fork that
    inherited it. Anybody on this host can hold it, so it is told who may, and root does not wait for anybody else."""

    def __init__(self) -> None:
        self._descriptor = -1

    def take(self) -> bool:
        """Whether no other campaign runs on this host."""
        self._descriptor = os.open(_SHM, os.O_RDONLY)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            process, user = _holder()
        if os.geteuid() == 0 and user and user != "root":
            say(
                f"process {process} of {user} keeps other campaigns off this host, and root does not wait for it; if it"
                " measures, the two measure each other"
            )
            return False
        who = f" (process {process} of {user})" if process else ""
        raise cannot(
            f"another campaign measures on this host{who}, and two at once would measure each other",
            "run this again when that is done",
        )

    def descriptors(self) -> list[int]:
        """That a fork inherits."""
        return [self._descriptor] if self._descriptor >= 0 else []

    def release(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _holder() -> tuple[str, str]:
    """A process that may hold it, and its user: it has the folder open. The kernel shows no more of a lock whose taker has
    ended. One of root comes first; there is none where this user may not see it."""
    process = user = ""
    folder = os.stat(_SHM)
    for descriptor in glob.glob("/proc/[0-9]*/fd/*"):
        try:
            if not os.path.samestat(os.stat(descriptor), folder):
                continue
            one = descriptor.split("/")[2]
            owner = pwd.getpwuid(os.stat(f"/proc/{one}").st_uid).pw_name
        except (OSError, KeyError):
            continue
        if one != str(os.getpid()) and (not process or owner == "root"):
            process, user = one, owner
    return process, user
