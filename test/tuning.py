"""A host made of files, for the tests of scripts/tune."""

from __future__ import annotations

import os
from pathlib import Path

from support import ROOT, Ran, run

CPU = "/sys/devices/system/cpu"

_MOUNTS = "tmpfs /dev/shm tmpfs rw,nosuid,size=1024k 0 0"

# Four CPUs, 2 and 3 isolated, nothing tuned.
_FILES = {
    **{f"{CPU}/cpu{cpu}/cpufreq/scaling_governor": "powersave" for cpu in range(4)},
    **{f"{CPU}/cpu{cpu}/cpuidle/state0/latency": "0" for cpu in range(4)},
    **{f"{CPU}/cpu{cpu}/cpuidle/state2/latency": "133" for cpu in range(4)},
    **{f"{CPU}/cpu{cpu}/cpuidle/state{state}/disable": "0" for cpu in range(4) for state in (0, 2)},
    f"{CPU}/online": "0-3",
    f"{CPU}/isolated": "2-3",
    f"{CPU}/intel_pstate/no_turbo": "0",
    "/sys/kernel/mm/transparent_hugepage/enabled": "madvise",
    "/sys/kernel/mm/ksm/run": "1",
    "/sys/devices/virtual/workqueue/cpumask": "f",
    "/proc/sys/kernel/numa_balancing": "1",
    "/proc/sys/kernel/nmi_watchdog": "0",
    "/proc/sys/kernel/soft_watchdog": "1",
    "/proc/sys/kernel/timer_migration": "1",
    "/proc/sys/kernel/random/boot_id": "first-boot",
    "/proc/sys/vm/swappiness": "60",
    "/proc/sys/vm/stat_interval": "1",
    "/proc/irq/24/smp_affinity_list": "0-3",
    "/proc/irq/25/smp_affinity_list": "0",
    "/proc/mounts": _MOUNTS,
}


class TunedHost:
    def __init__(self, folder: Path, files: dict[str, str] | None = None) -> None:
        self._folder = folder
        self.root = folder / "host"
        self.root.mkdir()
        self.undo = self.root / "var/lib/whichjvm/tune-undo.tsv"
        # What fake_mount was given.
        self.mounted = folder / "mounted"
        for name, value in (_FILES if files is None else files).items():
            self.fake(name, value)

    def path(self, name: str) -> Path:
        return self.root / name.lstrip("/")

    def fake(self, name: str, value: str) -> None:
        self.path(name).parent.mkdir(parents=True, exist_ok=True)
        self.path(name).write_text(f"{value}\n")

    def now(self, name: str) -> str:
        return self.path(name).read_text().rstrip("\n")

    def snapshot(self) -> dict[str, bytes]:
        """Every file with what is in it, but for the undo."""
        files = [each for each in self.root.rglob("*") if each.is_file() and not each.is_symlink()]
        names = {str(each.relative_to(self.root)): each for each in files}
        return {name: each.read_bytes() for name, each in names.items() if not name.startswith("var/")}

    def environment(self) -> dict[str, str]:
        return {"WHICHJVM_TUNE_ROOT": str(self.root), "PATH": f"{self._folder / 'bin'}:{os.environ['PATH']}"}

    def tune(self, *words: str, env: dict[str, str] | None = None) -> Ran:
        return run(ROOT / "scripts" / "tune", *words, env={**self.environment(), **(env or {})})

    def fake_command(self, name: str, text: str) -> Path:
        """Before those of the PATH."""
        file = self._folder / "bin" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"#!/usr/bin/env bash\n{text}\n")
        file.chmod(0o755)
        return file

    def fake_mount(self) -> None:
        """A mount that knows this host's table."""
        self.fake("/sys/kernel/mm/transparent_hugepage/shmem_enabled", "always within_size advise [never] deny force")
        self.fake_command(
            "mount",
            """huge=${2##*huge=}
            printf "%s\\n" "$*" >>"$WHICHJVM_TUNE_ROOT/../mounted"
            options=rw,nosuid,size=1024k
            [[ $huge == never ]] || options+=,huge=$huge
            printf "tmpfs /dev/shm tmpfs %s 0 0\\n" "$options" >"$WHICHJVM_TUNE_ROOT/proc/mounts" """,
        )

    def keep(self, *columns: str) -> None:
        """A line of the undo, which is made as apply would make it."""
        self.undo.parent.mkdir(parents=True, exist_ok=True)
        with self.undo.open("a") as undo:
            undo.write("\t".join(columns) + "\n")
        self.undo.chmod(0o644)
