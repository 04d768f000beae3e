"""For test/container/test_registry.py: an engine that has no image, in a network of its own in which docker.io and ghcr.io
are a registry on the loopback.

A guard, a process of its own, undoes all of it when the tests have ended, whatever has ended them: registry_world.py
FOLDER waits for that, which is the end of its stdin.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from support import ROOT, Ran, Word, eventually, output, run

# Nobody outside the network has this address (RFC 5737).
ADDRESS, PORT = "198.51.100.1", 5000
HOSTS = ["registry-1.docker.io", "auth.docker.io", "index.docker.io", "docker.io", "ghcr.io"]
# Both ends of the way out, and what the engine gives its containers.
OUT_HERE, OUT_THERE = "10.213.77.1", "10.213.77.2"
ENGINE_BRIDGE = "10.213.78.1/24"

# What a test wants of this machine, and the Debian packages that have it.
TOOLS = {
    "docker-registry": "docker-registry",
    "ip": "iproute2",
    "iptables": "iptables",
    "openssl": "openssl",
    "nsenter": "util-linux",
}

PACKAGES = "localhost/whichjvm-packages"

# As a vendor lays out an image: on the base `all`, with the JVM of another base.
_TEMURIN = r"""FROM {packages}:all
COPY --from={packages}:{base} /opt/java /opt/java/openjdk
RUN printf '#!/bin/sh\nexec "$@"\n' >/__cacert_entrypoint.sh && chmod 755 /__cacert_entrypoint.sh
ENV JAVA_HOME=/opt/java/openjdk PATH=/opt/java/openjdk/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  LANG=en_US.UTF-8 JAVA_VERSION=jdk-{digits}
ENTRYPOINT ["/__cacert_entrypoint.sh"]
CMD ["jshell"]
"""
_GRAALVM = r"""FROM {packages}:all
COPY --from={packages}:{base} /opt/java /opt/graalvm-community-java
ENV JAVA_HOME=/opt/graalvm-community-java \
  PATH=/opt/graalvm-community-java/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=en_US.UTF-8
CMD ["java"]
"""
LAYOUTS = {"same": "FROM {packages}:{base}\n", "temurin": _TEMURIN, "graalvm": _GRAALVM}

_DETACHED: dict[str, Any] = {"stdin": subprocess.DEVNULL, "start_new_session": True}


# --- the end ---


def _network_of(pid: int) -> str:
    """Empty of a process that has ended."""
    try:
        return os.readlink(f"/proc/{pid}/ns/net")
    except OSError:
        return ""


def _in_network(folder: Path) -> list[int]:
    """Processes in the world's network; those of containers have others."""
    with contextlib.suppress(OSError):
        network = (folder / "network").read_text().strip()
        assert network != _network_of(os.getpid())
        return [int(each.name) for each in Path("/proc").glob("[0-9]*") if _network_of(int(each.name)) == network]
    return []


def _end(pid: int, number: int, seconds: float) -> bool:
    """Whether it has ended within that time."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)
    end = time.monotonic() + seconds
    while _network_of(pid):
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def _stop_engine(folder: Path) -> None:
    """With all it has."""
    pid_file = folder / "engine.pid"
    if not pid_file.exists():
        return
    pid = int(pid_file.read_text())
    if not _end(pid, signal.SIGTERM, 60):
        _end(pid, signal.SIGKILL, 60)
    for each in ("data", "exec"):
        subprocess.run(["rm", "-rf", folder / each], check=False)
    pid_file.unlink()


def leave(folder: Path) -> None:
    """Nothing of it stays, however far its making has come."""
    _stop_engine(folder)
    for pid in _in_network(folder):
        _end(pid, signal.SIGKILL, 60)
    for rule in _lines(folder / "rules"):
        table, *words = json.loads(rule)
        subprocess.run(["iptables", "--wait", "--table", table, "--delete", *words], check=False)
    for link in _lines(folder / "link"):
        # It goes with its other end, but not at once.
        subprocess.run(["ip", "link", "delete", link], check=False)
    shutil.rmtree(folder)


def _lines(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else []


def _guard(folder: Path) -> None:
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    sys.stdin.read()
    leave(folder)


# --- the world ---


class World:
    """Its files, as far as it is made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._holder = 0
        self._closed = False
        self._kept: list[subprocess.Popen[bytes]] = []

    def inside(self, *words: Word, cwd: Word = ROOT) -> list[Word]:
        """The command, in the network, by the programs of this machine."""
        return [
            *("nsenter", "--target", str(self._holder), "--net", "--mount", "--", "env"),
            *(f"DOCKER_HOST=unix://{self.folder}/engine.sock", f"SSL_CERT_FILE={self.folder}/trusted.pem"),
            *("sh", "-c", 'cd "$0" && exec "$@"', cwd, *words),
        ]

    def run(self, *words: Word, cwd: Word = ROOT, env: Mapping[str, str] | None = None, stdin: str = "") -> Ran:
        return run(*self.inside(*words, cwd=cwd), env=env, stdin=stdin)

    def docker(self, *words: Word, stdin: str = "") -> str:
        return self.run("docker", *words, stdin=stdin).ended().out.strip()

    def forget(self, *images: str) -> None:
        """So that they are pulled again."""
        self.run("docker", "image", "rm", "--force", *images)

    def fault(self, kind: str = "", repository: str = "") -> None:
        """What the registry does wrong from now on; nothing without arguments."""
        (self.folder / "fault").write_text(f"{kind} {repository}\n")

    def held(self) -> str:
        """What stands before the registry says."""
        return (self.folder / "proxy.log").read_text()

    def close(self) -> None:
        """Nobody listens where the registries are."""
        self._firewall("--insert", "OUTPUT", *_CLOSED)
        self._closed = True

    def open(self) -> None:
        if self._closed:
            self._firewall("--delete", "OUTPUT", *_CLOSED)
        self._closed = False

    def _firewall(self, *words: str) -> None:
        self.run("iptables", "--wait", *words).ended()

    # --- its making ---

    def make(self, images: Sequence[tuple[str, str, str]]) -> None:
        """With an engine that has no image, and a registry that has these: image, base and layout of each."""
        # The images laid out below are built on `all`.
        self._save_bases(dict.fromkeys(["all", *(base for _, base, _ in images)]))
        self._make_certificate()
        self._make_network()
        self._start_registry()
        self._start_engine()
        self._push(images)
        _stop_engine(self.folder)
        self._start_engine()

    def _save_bases(self, names: Mapping[str, Any]) -> None:
        """Of the engine of this machine, into a file; those that are missing are built."""
        missing = [each for each in names if run("docker", "image", "inspect", f"{PACKAGES}:{each}").code]
        if missing:
            output(ROOT / "docker" / "packages" / "build", *missing, timeout=3600)
        output("docker", "save", "--output", self.folder / "bases.tar", *(f"{PACKAGES}:{each}" for each in names))

    def _make_certificate(self) -> None:
        """Of an authority that only this world trusts."""

        def openssl(*words: Word) -> None:
            output("openssl", *words, cwd=self.folder)

        (self.folder / "names").write_text(f"subjectAltName={','.join(f'DNS:{each}' for each in HOSTS)}\n")
        authority = ["-keyout", "ca.key", "-out", "ca.pem"]
        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=whichjvm test", *authority)
        asked = ["-keyout", "key.pem", "-out", "request.pem"]
        openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=registry", *asked)
        signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names"]
        openssl("x509", "-req", "-in", "request.pem", *signed, "-out", "signed.pem")
        self._join("certificate.pem", self.folder / "signed.pem", self.folder / "key.pem")
        self._join("trusted.pem", Path("/etc/ssl/certs/ca-certificates.crt"), self.folder / "ca.pem")

    def _join(self, name: str, *files: Path) -> None:
        (self.folder / name).write_bytes(b"".join(each.read_bytes() for each in files))

    def _start(self, *words: Word, log: str) -> int:
        """In the background, until the guard ends it."""
        with (self.folder / log).open("ab") as file:
            self._kept.append(subprocess.Popen(words, stdout=file, stderr=file, **_DETACHED))
        return self._kept[-1].pid

    def _rule(self, table: str, *words: str) -> None:
        """Of this machine's firewall, first in its chain."""
        with (self.folder / "rules").open("a") as file:
            file.write(json.dumps([table, *words]) + "\n")
        output("iptables", "--wait", "--table", table, "--insert", *words)

    def _make_network(self) -> None:
        """A process whose network and mount namespace others enter, and the way out that a build's Maven needs."""
        (self.folder / "hosts").write_text(f"127.0.0.1 localhost\n{ADDRESS} {' '.join(HOSTS)}\n")
        # An engine would use the containerd of this machine if it found one.
        hold = (
            'readlink /proc/$$/ns/net >"$0/network" && mount --bind "$0/hosts" /etc/hosts &&'
            " { [ ! -d /run/containerd ] || mount -t tmpfs none /run/containerd; } &&"
            ' : >"$0/held" && exec sleep infinity'
        )
        self._holder = self._start("unshare", "--net", "--mount", "sh", "-c", hold, self.folder, log="holder.log")
        eventually((self.folder / "held").exists, "the network is there")
        link = f"wj{os.getpid()}"
        (self.folder / "link").write_text(f"{link}\n")
        peer = ["type", "veth", "peer", "name", "out", "netns", str(self._holder)]
        output("ip", "link", "add", link, *peer)
        output("ip", "address", "add", f"{OUT_HERE}/30", "dev", link)
        output("ip", "link", "set", link, "up")
        for words in (
            "link set lo up",
            f"address add {ADDRESS}/32 dev lo",
            f"address add {OUT_THERE}/30 dev out",
            "link set out up",
            f"route add default via {OUT_HERE}",
        ):
            self.run("ip", *words.split()).ended()
        self._rule("nat", "POSTROUTING", "--source", OUT_THERE, "--jump", "MASQUERADE")
        self._rule("filter", "FORWARD", "--in-interface", link, "--jump", "ACCEPT")
        self._rule("filter", "FORWARD", "--out-interface", link, "--jump", "ACCEPT")

    def _start_registry(self) -> None:
        """With what stands before it."""
        config = self.folder / "registry.yaml"
        config.write_text(
            "version: 0.1\nlog: {level: error}\n"
            f"storage: {{filesystem: {{rootdirectory: {self.folder}/registry}}}}\n"
            f'http: {{addr: "127.0.0.1:{PORT}"}}\n'
        )
        self.fault()
        self._start(*self.inside("docker-registry", "serve", config), log="registry.log")
        front: list[Word] = [
            ROOT / "test" / "registries.py",
            ADDRESS,
            str(PORT),
            *(self.folder / e for e in ("certificate.pem", "fault")),
        ]
        self._start(*self.inside("python3", *front), log="proxy.log")

    def _start_engine(self) -> None:
        """One that has no image."""
        for each in ("data", "exec"):
            (self.folder / each).mkdir()
        # By another name: test/kills/kills ends the oldest dockerd of the machine.
        engine = self.folder / "second-engine"
        if not engine.exists():
            engine.symlink_to(output("sh", "-c", "command -v dockerd"))
        (self.folder / "daemon.json").write_text('{"features": {"containerd-snapshotter": true}}\n')
        start = (
            'echo $$ >"$0/engine.pid" && exec "$0/second-engine" --config-file "$0/daemon.json" --data-root "$0/data"'
            ' --exec-root "$0/exec" --pidfile "$0/dockerd.pid" --host "unix://$0/engine.sock" --bip "$1"'
        )
        self._start(*self.inside("sh", "-c", start, self.folder, ENGINE_BRIDGE), log="engine.log")
        eventually(lambda: not self.run("docker", "version").code, "the second engine answers")

    def _push(self, images: Sequence[tuple[str, str, str]]) -> None:
        self.docker("load", "--quiet", "--input", self.folder / "bases.tar")
        for image, base, layout in images:
            digits = "".join(each for each in base if each.isdigit())
            dockerfile = LAYOUTS[layout].format(packages=PACKAGES, base=base, digits=digits)
            name = f"localhost:{PORT}/{image}"
            self.docker("build", "--quiet", "--tag", name, "-", stdin=dockerfile)
            self.docker("push", "--quiet", name)


_CLOSED = f"--destination {ADDRESS} --protocol tcp --dport 443 --jump REJECT --reject-with tcp-reset".split()


@contextlib.contextmanager
def world(images: Sequence[tuple[str, str, str]]) -> Iterator[World]:
    folder = Path(tempfile.mkdtemp(prefix="whichjvm-world-"))
    # It ends with this process, and what is started here does not have that end of its stdin.
    guard = subprocess.Popen(
        [sys.executable, __file__, folder],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        made = World(folder)
        made.make(images)
        yield made
    finally:
        _, said = guard.communicate()
        assert guard.returncode == 0, said.decode(errors="replace")


if __name__ == "__main__":
    _guard(Path(sys.argv[1]))
