"""scripts/tune revert: what was found is put back, whatever happened since. On a host made of files."""

from __future__ import annotations

from pathlib import Path

import pytest
from tuning import CPU, TunedHost

pytestmark = pytest.mark.beside

SWAPPINESS, INTERVAL, KSM = "/proc/sys/vm/swappiness", "/proc/sys/vm/stat_interval", "/sys/kernel/mm/ksm/run"


@pytest.fixture
def host(scratch: Path) -> TunedHost:
    return TunedHost(scratch)


def test_revert_with_a_name_leaves_the_rest_to_be_reverted_later(host: TunedHost) -> None:
    before = host.snapshot()
    host.tune("apply", "governor", "ksm").ended()
    host.tune("revert", "governor").ended()
    assert host.now(f"{CPU}/cpu3/cpufreq/scaling_governor") == "powersave"
    assert host.now(KSM) == "0"
    host.tune("revert").ended()
    assert host.snapshot() == before


def test_applied_twice_the_first_found_values_are_put_back(host: TunedHost) -> None:
    before = host.snapshot()
    host.tune("apply", "stat-interval").ended()
    assert "is so already" in host.tune("apply", "stat-interval").ended().out
    host.tune("apply", "stat-interval=200").ended()
    assert host.now(INTERVAL) == "200"
    host.tune("revert").ended()
    assert host.snapshot() == before


@pytest.mark.parametrize("last", range(1, 10))
def test_killed_at_any_moment_revert_puts_back_what_was_found(last: int, host: TunedHost, scratch: Path) -> None:
    before = host.snapshot()
    # The undo file goes to the disk once a setting, before its files are written.
    syncs = scratch / "syncs"
    kills = f'printf x >>{syncs}; (($(wc -c <{syncs}) < {last})) || kill -KILL "$PPID"'
    sync = host.fake_command("sync", kills)
    host.tune("apply").ended(-9)
    sync.unlink()
    assert host.undo.stat().st_size
    assert last < 2 or host.snapshot() != before
    host.tune("revert").ended()
    assert host.snapshot() == before


def test_a_line_of_the_undo_file_that_was_cut_short_is_no_harm(host: TunedHost) -> None:
    before = host.snapshot()
    host.tune("apply", "ksm").ended()
    with host.undo.open("a") as undo:
        undo.write("governor\t/sys/devices/system/cpu/cpu0/cpuf")
    host.tune("apply", "swappiness").ended()
    host.tune("revert").ended()
    assert host.snapshot() == before


def test_after_a_reboot_the_values_are_the_kernels_own_and_stay(host: TunedHost) -> None:
    host.tune("apply", "swappiness").ended()
    host.fake("/proc/sys/kernel/random/boot_id", "second-boot")
    host.tune("show").ended()
    assert host.undo.exists()
    said = host.tune("revert").ended()
    assert "was booted since" in said.err
    assert said.out == "nothing to revert\n"
    assert host.now(SWAPPINESS) == "1"
    assert not host.undo.exists()


def test_a_value_that_somebody_else_has_changed_is_left_alone(host: TunedHost) -> None:
    host.tune("apply", "swappiness", "ksm").ended()
    host.fake(SWAPPINESS, "10")
    said = host.tune("revert").ended().err
    assert f"{SWAPPINESS} is '10', which apply did not set" in said
    assert "found was '60'" in said
    assert (host.now(SWAPPINESS), host.now(KSM)) == ("10", "1")
    assert host.tune("revert").out == "nothing to revert\n"


def test_a_value_that_cannot_be_put_back_is_said_and_kept_to_try_again(host: TunedHost) -> None:
    host.fake_mount()
    host.tune("apply", "shmem-thp").ended()
    host.fake_command("mount", "exit 32")
    host.tune("revert").refused(4, "does not take 'never' back")
    host.fake_mount()
    host.tune("revert").ended()
    assert host.now("/proc/mounts") == "tmpfs /dev/shm tmpfs rw,nosuid,size=1024k 0 0"
