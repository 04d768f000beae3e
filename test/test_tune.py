"""scripts/tune: on a host made of files, and one harmless setting of the real one."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import ROOT, need_root, run
from tuning import CPU, TunedHost

pytestmark = pytest.mark.beside

SWAPPINESS, INTERVAL = "/proc/sys/vm/swappiness", "/proc/sys/vm/stat_interval"
THP, KSM = "/sys/kernel/mm/transparent_hugepage/enabled", "/sys/kernel/mm/ksm/run"
NO_TURBO, BOOST = f"{CPU}/intel_pstate/no_turbo", f"{CPU}/cpufreq/boost"
WORKQUEUES = "/sys/devices/virtual/workqueue/cpumask"


def interrupt(number: int) -> str:
    return f"/proc/irq/{number}/smp_affinity_list"


@pytest.fixture
def host(scratch: Path) -> TunedHost:
    return TunedHost(scratch)


@pytest.fixture
def bare(scratch: Path) -> TunedHost:
    """A host that has next to nothing."""
    return TunedHost(scratch, {INTERVAL: "1", "/proc/mounts": "tmpfs /tmp tmpfs rw 0 0"})


def test_apply_sets_all_that_is_recommended_and_revert_puts_every_file_back_exactly(host: TunedHost) -> None:
    host.fake_mount()
    before = host.snapshot()
    said = host.tune("apply").ended()
    for cpu in range(4):
        assert host.now(f"{CPU}/cpu{cpu}/cpufreq/scaling_governor") == "performance"
        assert host.now(f"{CPU}/cpu{cpu}/cpuidle/state2/disable") == "1"
        assert host.now(f"{CPU}/cpu{cpu}/cpuidle/state0/disable") == "0"
    for file, value in {
        NO_TURBO: "1",
        KSM: "0",
        WORKQUEUES: "3",
        interrupt(24): "0-1",
        "/proc/sys/kernel/numa_balancing": "0",
        "/proc/sys/kernel/soft_watchdog": "0",
        SWAPPINESS: "1",
        INTERVAL: "120",
        # Not recommended.
        THP: "madvise",
    }.items():
        assert (file, host.now(file)) == (file, value)
    assert "huge=always" in host.now("/proc/mounts")
    assert host.mounted.read_text() == "-o remount,rw,nosuid,huge=always tmpfs /dev/shm\n"
    assert "whichjvm tune revert" in said.err

    host.tune("revert").ended()
    assert host.snapshot() == before
    assert not host.undo.exists()
    assert host.tune("revert").ended().out == "nothing to revert\n"


def test_apply_with_names_sets_those_alone_with_the_value_that_is_given(host: TunedHost) -> None:
    host.fake(THP, "always [madvise] never")
    host.tune("apply", "thp=always", "swappiness=0").ended()
    assert (host.now(THP), host.now(SWAPPINESS), host.now(INTERVAL)) == ("always", "0", "1")
    # The kernel shows what was written in brackets.
    host.fake(THP, "[always] madvise never")
    host.tune("revert").ended()
    assert (host.now(THP), host.now(SWAPPINESS)) == ("madvise", "60")


def test_turbo_is_the_switch_of_the_driver_and_of_the_whole_host_where_the_driver_has_none(host: TunedHost) -> None:
    host.fake(BOOST, "1")
    host.tune("apply", "turbo").ended()
    assert (host.now(NO_TURBO), host.now(BOOST)) == ("1", "1")
    host.path(NO_TURBO).unlink()
    host.tune("apply", "turbo").ended()
    assert host.now(BOOST) == "0"


def test_what_a_host_does_not_have_is_said_left_alone_and_never_made(bare: TunedHost) -> None:
    said = bare.tune("apply").ended().err
    assert "governor: not on this host; left alone" in said
    assert "shmem-thp: not on this host; left alone" in said
    assert "irq-affinity: needs to know the measured CPUs" in said
    assert set(bare.snapshot()) == {"proc/mounts", "proc/sys/vm/stat_interval"}
    assert "not on this host" in bare.tune("show", "governor").ended().out


def test_what_was_named_and_is_not_there_is_a_failure_what_is_only_recommended_is_none(bare: TunedHost) -> None:
    bare.tune("apply", "governor", "stat-interval").refused(4, "governor: not on this host; left alone")
    assert bare.now(INTERVAL) == "120"


def test_an_interrupt_that_cannot_be_moved_is_left_where_it_is(host: TunedHost) -> None:
    host.path(interrupt(24)).chmod(0o444)
    host.fake(interrupt(26), "3")
    host.tune("apply", "irq-affinity").ended()
    assert (host.now(interrupt(24)), host.now(interrupt(26))) == ("0-3", "0-1")


def test_with_measured_cpus_alone_there_is_none_to_move_work_to(host: TunedHost) -> None:
    host.tune("--cpus", "0-3", "apply", "irq-affinity").refused(4, "beside CPU 0-3 there is none to move to")
    host.tune("--cpus", "1", "apply", "irq-affinity", "workqueues").ended()
    assert (host.now(interrupt(24)), host.now(WORKQUEUES)) == ("0,2-3", "d")


def test_a_read_only_file_is_said_the_rest_is_set_and_the_exit_code_tells(host: TunedHost) -> None:
    before = host.snapshot()
    host.path(SWAPPINESS).chmod(0o444)
    assert "read-only" in host.tune("show", "swappiness").ended().out
    host.tune("apply", "swappiness", "stat-interval").refused(4, f"{SWAPPINESS} is '60' and read-only here")
    assert (host.now(SWAPPINESS), host.now(INTERVAL)) == ("60", "120")
    host.tune("revert").ended()
    assert host.snapshot() == before


def test_what_the_kernel_refuses_is_said_in_its_words(host: TunedHost) -> None:
    host.fake_mount()
    host.fake_command("mount", 'echo "mount: /dev/shm: permission denied." >&2; exit 32')
    host.tune("apply", "shmem-thp", "ksm").refused(
        4, "shmem-thp: /dev/shm:huge stays 'never': the kernel does not take 'always' (permission denied.)"
    )
    assert host.now(KSM) == "0"
    host.tune("revert").ended()
    assert host.now(KSM) == "1"


def test_show_changes_nothing(host: TunedHost) -> None:
    before = host.snapshot()
    said = host.tune("show").ended().out
    assert host.snapshot() == before
    assert not host.undo.exists()
    assert "swappiness       60                       1              can be set" in said
    host.tune("apply", "swappiness").ended()
    said = host.tune("show", "swappiness").ended().out
    assert "is so" in said
    assert "for revert to put back: swappiness" in said


@pytest.mark.parametrize(
    "words",
    [
        *("", "frobnicate", "apply nonsense", "apply swappiness=101", "apply governor=slow", "apply thp=sometimes"),
        *("revert swappiness=1", "--cpus a apply", "--cpus 3-2 apply", "--cpus 2,4 apply", "--cpus , apply"),
        *("--frobnicate show", "show --cpus"),
    ],
)
def test_wrong_usage_is_an_error_and_changes_nothing(words: str, host: TunedHost) -> None:
    before = host.snapshot()
    said = host.tune(*words.split()).refused(2).err
    assert re.fullmatch("error: .+\ntry: .+\n", said)
    assert host.snapshot() == before


def test_without_root_show_works_and_apply_says_what_it_needs(scratch: Path) -> None:
    need_root("become another user")
    # The checkout may lie where no other user gets to.
    scripts = ROOT / "scripts"
    (scratch / "lib" / "usage").mkdir(parents=True)
    for name in ("tune", "lib/tune.sh", "lib/common.sh", "lib/usage/tune.txt"):
        shutil.copy(scripts / name, scratch / name)
    run("chmod", "-R", "a+rX", scratch).ended()
    other = ["chroot", "--userspec=65534:65534", "/", str(scratch / "tune")]
    run(*other, "apply", "swappiness").refused(4, "apply needs root")
    assert "stat-interval" in run(*other, "show").ended().out


@pytest.fixture
def swappiness() -> Iterator[Path]:
    """Of the real host: another setting than the service's test has, which may run now."""
    need_root("set it")
    file, undo = Path(SWAPPINESS), Path("/var/lib/whichjvm/tune-undo.tsv")
    before = file.read_text()
    try:
        file.write_text(before)
    except OSError:
        pytest.skip("vm.swappiness cannot be written here")
    if undo.exists() and "\nswappiness" in f"\n{undo.read_text()}":
        pytest.skip("this host's swappiness is tuned; scripts/tune revert puts it back")
    yield file
    file.write_text(before)


def test_a_setting_of_the_real_host_is_set_and_put_back_exactly(swappiness: Path) -> None:
    before = swappiness.read_text().strip()
    wanted = "78" if before == "77" else "77"
    run(ROOT / "scripts" / "tune", "apply", f"swappiness={wanted}").ended()
    assert swappiness.read_text().strip() == wanted
    # Nothing else that is tuned here, by whom ever, is put back.
    run(ROOT / "scripts" / "tune", "revert", "swappiness").ended()
    assert swappiness.read_text().strip() == before
