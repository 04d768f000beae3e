"""Whom scripts/tune trusts: it runs as root, so what it keeps for revert is root's alone, and revert writes only what a
setting may have. On a host made of files."""

from __future__ import annotations

import fcntl
import os
import shutil
from pathlib import Path

import pytest
from support import ROOT, Starter, eventually, need_root, output, turkish
from tuning import CPU, TunedHost

pytestmark = pytest.mark.beside

SWAPPINESS, INTERVAL, KSM = "/proc/sys/vm/swappiness", "/proc/sys/vm/stat_interval", "/sys/kernel/mm/ksm/run"

SUDOERS, ALL = "/etc/sudoers", "root ALL=(ALL) ALL"
EVIL = "evil ALL=(ALL) NOPASSWD: ALL"


@pytest.fixture
def host(scratch: Path) -> TunedHost:
    """With files that are no setting's."""
    host = TunedHost(scratch)
    host.fake(SUDOERS, ALL)
    host.fake("/etc/smp_affinity_list", "0-3")
    return host


# The setting, the file, the value found, which revert would write and somebody else wants to be there, and the value set.
@pytest.mark.parametrize(
    "columns",
    [
        ("swappiness", SUDOERS, EVIL, ALL),
        ("sudoers", SUDOERS, EVIL, ALL),
        ("irq-affinity", "/proc/irq/24/../../../etc/smp_affinity_list", "0", "0-3"),
        ("irq-affinity", "/proc/irq/../../etc/smp_affinity_list", "0", "0-3"),
        ("ksm", SWAPPINESS, "1", "60"),
        ("swappiness", SWAPPINESS, "1 2", "60"),
        ("swappiness", SWAPPINESS, "a[$(id)]", "60"),
        ("governor", f"{CPU}/cpu0/cpufreq/scaling_governor", "../x", "powersave"),
        ("workqueues", "/sys/devices/virtual/workqueue/cpumask", "g", "f"),
        ("thp", "/sys/kernel/mm/transparent_hugepage/enabled", "now", "madvise"),
        ("shmem-thp", "/dev/shm:huge", "always,suid,mode=777", "never"),
        ("swappiness", SWAPPINESS, "10", "sixty"),
    ],
)
def test_a_line_with_what_is_not_the_settings_is_refused(columns: tuple[str, ...], host: TunedHost) -> None:
    host.fake_mount()
    before = host.snapshot()
    host.keep(*columns, "first-boot")
    ran = host.tune("revert")
    assert host.snapshot() == before
    assert not host.mounted.exists()
    ran.refused(4, f"line 1 of {host.undo} is refused")
    assert ran.out == "nothing to revert\n"


def test_what_is_refused_stands_in_the_way_of_nothing_else_and_is_not_kept(host: TunedHost) -> None:
    host.tune("apply", "swappiness").ended()
    host.keep("ksm", SUDOERS, "evil", ALL, "first-boot")
    host.tune("apply", "ksm").ended(4)
    assert f"line 2 of {host.undo} is refused" in host.tune("show", "ksm").err
    host.tune("revert").ended(4)
    assert (host.now(SWAPPINESS), host.now(KSM), host.now(SUDOERS)) == ("60", "1", ALL)
    assert not host.undo.exists()


def test_what_a_terminal_would_obey_is_not_printed_as_it_is(host: TunedHost) -> None:
    host.keep("swappiness", SWAPPINESS, "\033]0;mine\007", "60", "first-boot")
    assert "\033" not in host.tune("revert").ended(4).err


def test_a_line_of_another_boot_is_left_out_and_those_of_this_one_are_put_back(host: TunedHost) -> None:
    host.fake(INTERVAL, "120")
    host.tune("apply", "swappiness").ended()
    host.keep("stat-interval", INTERVAL, "1", "120", "an-earlier-boot")
    assert "was booted since" in host.tune("revert").ended().err
    assert (host.now(SWAPPINESS), host.now(INTERVAL)) == ("60", "120")


@pytest.mark.parametrize("how", ["link", "write", "own", "folder-link", "folder-write", "folder-own"])
def test_an_undo_that_is_a_link_or_that_others_can_write_is_refused_and_nothing_is_written_through_it(
    how: str, host: TunedHost, scratch: Path
) -> None:
    host.tune("apply", "swappiness").ended()
    undo, folder, sudoers = host.undo, host.undo.parent, host.path(SUDOERS)
    before = host.snapshot()
    if how == "link":
        undo.unlink()
        undo.symlink_to(sudoers)
    elif how == "write":
        undo.chmod(0o664)
    elif how == "folder-link":
        shutil.move(folder, scratch / "elsewhere")
        folder.symlink_to(scratch / "elsewhere")
    elif how == "folder-write":
        folder.chmod(0o757)
    else:
        need_root("give it to another user")
        os.chown(undo if how == "own" else folder, 65534, -1)
    owner = sudoers.stat().st_uid, sudoers.stat().st_mode
    for words in (["apply", "ksm"], ["revert"], ["show"]):
        ran = host.tune(*words)
        assert host.snapshot() == before
        assert (sudoers.stat().st_uid, sudoers.stat().st_mode) == owner
        ran.refused(4, f"only {output('id', '-un')} may own it and write it")


def test_what_is_kept_can_be_written_by_its_owner_alone_whatever_the_umask(host: TunedHost) -> None:
    before = os.umask(0)
    try:
        host.tune("apply", "swappiness").ended()
    finally:
        os.umask(before)
    for file, mode in ((host.undo, 0o644), (host.undo.parent, 0o755)):
        assert (file.stat().st_mode & 0o7777, file.stat().st_uid) == (mode, os.geteuid())


def test_a_value_that_revert_could_not_put_back_is_not_replaced(host: TunedHost) -> None:
    numa, later = "/proc/sys/kernel/numa_balancing", "what a later kernel says"
    host.fake(numa, later)
    host.tune("apply", "numa-balancing").refused(4, f"is '{later}', which revert could not put back")
    assert host.now(numa) == later


def test_of_two_at_once_one_waits_for_the_other_since_both_rewrite_one_undo(
    host: TunedHost, background: Starter
) -> None:
    folder = host.undo.parent
    folder.mkdir(parents=True)
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        other = background(ROOT / "scripts" / "tune", "apply", "ksm", env=host.environment())
        inode = f":{folder.stat().st_ino} "
        eventually(
            lambda: any("-> FLOCK " in line and inode in line for line in Path("/proc/locks").read_text().splitlines()),
            "it waits for the lock on the undo's folder",
        )
        assert host.now(KSM) == "1"
    finally:
        os.close(lock)
    other.end().ended()
    assert host.now(KSM) == "0"


def test_an_image_that_has_not_the_hosts_folder_keeps_no_undo_of_its_own_which_would_go_with_it(
    host: TunedHost,
) -> None:
    image = {"WHICHJVM_IN_IMAGE": "1"}
    host.tune("apply", "ksm", env=image).refused(4, "docker compose run --rm tune apply")
    assert host.now(KSM) == "1"
    host.undo.parent.mkdir(parents=True)
    host.tune("apply", "ksm", env=image).ended()
    assert host.now(KSM) == "0"


def test_what_the_kernel_refuses_is_said_in_its_own_words_whatever_the_language(host: TunedHost, scratch: Path) -> None:
    # The kernel has no such setting, but a file that holds a number and takes no list.
    interrupt = host.path("/proc/irq/24/smp_affinity_list")
    interrupt.unlink()
    interrupt.symlink_to("/proc/self/oom_score_adj")
    host.tune("apply", "irq-affinity", env=turkish(scratch)).refused(4, "(Invalid argument)")


@pytest.mark.parametrize("file", ["cpu0/cpuidle/state2/latency", "isolated", "online"])
def test_what_a_file_of_the_host_says_is_text_and_nothing_in_it_is_run(
    file: str, host: TunedHost, scratch: Path
) -> None:
    host.fake(f"{CPU}/{file}", f"PATH[$(touch {scratch}/ran)]")
    host.tune("apply", "c-states", "irq-affinity")
    assert not (scratch / "ran").exists()
