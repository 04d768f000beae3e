"""What the attacks share: hostile images, one campaign of a file, what the host had meanwhile, and what became of each
attack."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import shutil
import socket
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from support import COMPARE, SHM, Ran, Word, build_images, docker, output, read, run, wait_for_host

_HERE = Path(__file__).resolve().parent / "attacks"

# How long a fork may take, for those whose end nobody else brings about; and how long an attack that never ends goes on,
# which has worked then.
DEADLINE = 35
_BOUND = 400

# What a campaign may take at once, in KiB: of the disk, and of the host's /dev/shm.
MOST_DISK = 524_288
MOST_SHM = 65_536

_TAG = "localhost/whichjvm-attack"
_OF_ATTACKS = re.compile("localhost/whichjvm-attack:|whichjvm/attack-|localhost/whichjvm-image:attack-")

_ESCAPES = re.compile(rb"\x1b\](0;)?.*attack|\x1b\[31mattack")
_DAEMON = "attack-[d]aemon-marker"


class Listener:
    """Listens on every address of this host, and keeps what came."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self._socket = socket.create_server(("0.0.0.0", 0))
        self.port = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        while True:
            try:
                connection, address = self._socket.accept()
            except OSError:
                return
            with connection:
                connection.settimeout(2)
                said = b""
                with contextlib.suppress(OSError):
                    said = connection.recv(200)
                self.heard.append(f"{address[0]} said {said!r}")

    def end(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join()


class Attacked:
    """One campaign with attacks, and what became of each. The folder is of a whole file."""

    def __init__(self, folder: Path, listener: Listener) -> None:
        self.folder = folder
        self.out, self.app, self._tmp = (folder / each for each in ("out", "app", "tmp"))
        for each in (self.out, self.app, self._tmp):
            each.mkdir()
        self._listener = listener
        self.terminal = folder / "terminal"
        # The most that was taken at once beyond what there was, in KiB.
        self._most: dict[str, int] = {}
        self._before = leftovers()
        build_images(["jdk17-temurin"], ["jdk17-temurin"])
        docker("tag", "whichjvm/jdk17-temurin", f"{_TAG}:base")
        self._addresses = self._reached_at()
        self._program()

    def _reached_at(self) -> list[tuple[str, int]]:
        """Where this host can be reached."""
        gateways = docker("network", "inspect", "--format", "{{range .IPAM.Config}}{{.Gateway}} {{end}}", "bridge")
        every = ["127.0.0.1", *gateways.split(), *output("hostname", "-I").split()]
        return [(each, self._listener.port) for each in every if ":" not in each]

    def _program(self) -> None:
        """The folder to mount."""
        marker = self.folder / "marker"
        marker.write_text("a file of the host\n")
        shutil.copytree(_HERE / "app", self.app, dirs_exist_ok=True)
        (self.app / "marker").write_text(f"{marker}\n")
        (self.app / "listeners").write_text("".join(f"{host} {port}\n" for host, port in self._addresses))
        output("chmod", "-R", "a+rX", self.app)

    def images(self, *names: str) -> list[str]:
        """Builds localhost/whichjvm-attack:NAME, of the stage of that name if there is one. Returns the options that name
        them, of which each is the contender attack-NAME."""
        stages = re.findall(r"^FROM .* AS (.*)$", (_HERE / "image" / "Dockerfile").read_text(), re.MULTILINE)
        targets = {
            name: {
                "context": str(_HERE / "image"),
                "target": name if name in stages else "plain",
                "contexts": {"base": f"docker-image://{_TAG}:base"},
                "args": {
                    "ATTACK": name,
                    "BOUND": str(_BOUND),
                    "LISTENERS": " ".join(f"{host}:{port}" for host, port in self._addresses),
                    "ESCAPE": "\x1b]0;attack-title\x07attack",
                },
                "network": "none",
                "tags": [f"{_TAG}:{name}"],
                "output": ["type=docker"],
            }
            for name in names
        }
        bake = {"group": {"default": {"targets": list(names)}}, "target": targets}
        output("nice", "docker", "buildx", "bake", "--progress", "quiet", "--file", "-", stdin=json.dumps(bake))
        return [word for name in names for word in ("--jdk", f"attack-{name}={_TAG}:{name}")]

    def campaign(self, *words: Word, env: Mapping[str, str] | None = None) -> None:
        """Runs compare on a terminal."""
        command = shlex.join(
            [COMPARE, "--runner", "docker", "--retries", "0", "--out", str(self.out), *map(str, words)]
        )
        more = {"WHICHJVM_DEADLINE": str(DEADLINE), "TMPDIR": str(self._tmp), **(env or {})}
        # The host's lock may be held by another campaign.
        for _ in range(3):
            wait_for_host()
            with self._watched():
                ran = run("script", "--quiet", "--return", "--command", command, self.terminal, env=more)
            self.ran = Ran(ran.command, ran.code, self.terminal.read_text(errors="replace").replace("\r", ""), "")
            if "another campaign measures" not in self.ran.out:
                break
        print(self.ran.out)

    # --- what the host has meanwhile ---

    @contextlib.contextmanager
    def _watched(self) -> Iterator[None]:
        ended = threading.Event()
        with ThreadPoolExecutor(1) as pool:
            watch = pool.submit(self._watch, ended)
            try:
                yield
            finally:
                ended.set()
        # If it could not look, nobody knows what was taken.
        watch.result()

    def _watch(self, ended: threading.Event) -> None:
        first = self._taken()
        while not ended.wait(0.3):
            for name, size in self._taken().items():
                self._most[name] = max(self._most.get(name, 0), size - first[name])

    def _taken(self) -> dict[str, int]:
        """In KiB. The disk is everybody's, so what is asked for is what this campaign has: its folders, and its containers'
        files and logs."""
        size = 0
        for container in run("docker", "ps", "--quiet", "--filter", "name=whichjvm-").out.split():
            inspected = run("docker", "inspect", "--size", "--format", "{{.SizeRw}} {{.LogPath}}", container)
            written, _, log = inspected.out.strip().partition(" ")
            # It may have ended.
            if not inspected.code and written.isdigit():
                size += int(written)
                with contextlib.suppress(FileNotFoundError):
                    size += os.stat(log).st_size if log else 0
        folder = int((run("du", "-sk", self.folder).out.split() or ["0"])[0])
        shm = os.statvfs(SHM)
        return {"disk": size // 1024 + folder, "shm": (shm.f_blocks - shm.f_bfree) * shm.f_frsize // 1024}

    def took_at_most(self, name: str, kib: int) -> None:
        """What was taken at once while the campaign ran."""
        assert self._most[name] <= kib

    # --- what became of the attacks ---

    @property
    def campaign_folder(self) -> Path:
        return self.out / "latest"

    def fork_of(self, contender: str, block: int = 1) -> Path:
        return self.campaign_folder / "forks" / f"{block:03d}-{contender}.json"

    def expect_whole(self, file: Path) -> None:
        """A regular file under one name, without links on its path."""
        assert file.is_file() and not file.is_symlink(), f"{file} is no regular file; {self.last_said()}"
        assert file.stat().st_nlink == 1
        assert file.resolve().parent == self.out.resolve() / os.readlink(self.campaign_folder) / "forks"

    def last_said(self) -> str:
        return "the terminal said: " + "\n".join(self.ran.out.splitlines()[-5:])

    def ended(self, *codes: int) -> None:
        assert self.ran.code in codes, self.last_said()

    def counts(self, contender: str, block: int = 1) -> None:
        """Its fork is a result."""
        fork = self.fork_of(contender, block)
        self.expect_whole(fork)
        told = read(fork)
        assert [told[key] for key in ("status", "reason", "block", "contender")] == ["ok", None, block, contender]

    def costs_itself(self, contender: str, block: int = 1, status: str = "failed") -> str:
        """The attack failed, and its fork alone has this status, with a sentence, which it returns."""
        fork = self.fork_of(contender, block)
        self.expect_whole(fork)
        told = read(fork)
        assert [told[key] for key in ("status", "block", "contender")] == [status, block, contender]
        reason = str(told["reason"])
        assert re.search("[a-z].* .*[a-z]", reason, re.DOTALL), f"no sentence: '{reason}'"
        assert "proof" not in reason
        out = fork.with_suffix(".out")
        assert not (out.exists() and re.search(rb"^proof", out.read_bytes(), re.MULTILINE)), "the attack worked"
        return reason

    def shows_no_escape(self, *files: Path) -> None:
        """Of those that the attacks write."""
        every = [self.terminal, *files]
        assert not [each for each in every if _ESCAPES.search(each.read_bytes())]

    @property
    def reports(self) -> list[Path]:
        return [self.campaign_folder / each for each in ("report.md", "report.html", "result.csv", "result.json")]

    def files_with(self, pattern: bytes, *more: Path) -> list[Path]:
        """Files of the campaign that have it, in which ^ is the begin of a line."""
        every = [*more, *(path for path in self.out.rglob("*") if path.is_file() and not path.is_symlink())]
        return [each for each in every if re.search(pattern, each.read_bytes(), re.MULTILINE)]

    def expect_silence(self) -> None:
        """Nobody has reached this host."""
        assert not self._listener.heard

    def nothing_is_left(self) -> None:
        """On the host and in the engine, but a campaign's own files."""
        self._nothing_stays()
        assert not list(self._tmp.iterdir())
        latest = self.campaign_folder
        assert {each.name for each in self.out.iterdir()} == {os.readlink(latest), "latest"}
        own = r"(campaign|result)\.json|(plan|runner|seconds)\.tsv|result\.csv|report\.(md|html)|commands|forks|charts"
        assert not [each.name for each in latest.iterdir() if not re.fullmatch(own, each.name)]
        forks = [each.name for each in (latest / "forks").rglob("*")]
        assert not [each for each in forks if not re.fullmatch(r"[0-9]+-[a-z0-9+-]+\.(json|hlog|out)", each)]
        everything = [each for each in self.out.rglob("*") if each != latest]
        assert not [each for each in everything if each.is_symlink() or not (each.is_file() or each.is_dir())]
        assert not self.files_with(b"^proof of ")
        expect_no_daemon()

    def _nothing_stays(self) -> None:
        """What other tests have in the engine comes and goes, and what a campaign left stays."""
        left = leftovers() - self._before
        for _ in range(180):
            if not left:
                return
            time.sleep(1)
            left &= leftovers()
        raise AssertionError(f"left behind: {left}")


@contextlib.contextmanager
def attacked(folder: Path) -> Iterator[Attacked]:
    """All that a campaign with attacks needs, before its images."""
    listener = Listener()
    try:
        yield Attacked(folder, listener)
    finally:
        listener.end()
        images = docker("image", "ls", "--format", "{{.Repository}}:{{.Tag}}").split()
        own = [each for each in images if _OF_ATTACKS.match(each)]
        if own:
            docker("image", "rm", "--force", *own)


def expect_no_daemon() -> None:
    assert run("pgrep", "-f", _DAEMON).ended(1).out == ""


def leftovers() -> set[str]:
    """What a campaign could leave on this host and in its engine."""
    kinds: Mapping[str, Sequence[str]] = {
        "container": ["ps", "--all", "--format", "{{.Names}}"],
        "volume": ["volume", "ls", "--format", "{{.Name}}"],
        "network": ["network", "ls", "--format", "{{.Name}}"],
    }
    left = {f"{kind} {each}" for kind, words in kinds.items() for each in docker(*words).splitlines()}
    return left | {f"file {each}" for each in SHM.iterdir()}
