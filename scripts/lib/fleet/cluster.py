"""Asks the cluster, by kubectl."""

import contextlib
import json
import os
import re
import select
import shutil
import subprocess
import tempfile
import threading
import time

# Long enough for a slow API server, short enough for a person who waits.
TIMEOUT = "30s"
# So long a pod may send and take nothing while something is asked of it, and so long one transfer may take.
SILENCE_SECONDS, TRANSFER_SECONDS = 120, 3600
# After a process was killed its pipes may be held open by what it has started.
PIPES_SECONDS = 5
# Of what a process says on stderr, and of what kubectl prints: a list of 1,000 pods has 10 MB.
MOST_SAID, MOST_PRINTED = 16 << 10, 64 << 20
# What moves a terminal's cursor, or turns a line around.
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+")


class Refused(Exception):
    """What the cluster refused, in its own words."""


class Cluster:
    """One context and namespace of a person's kubectl."""

    def __init__(self, context=None, namespace=None):
        if not shutil.which("kubectl"):
            raise Refused("kubectl is not installed; install it, and give it a context of your cluster")
        self.base = ["kubectl"]
        self.base += ["--context", context] if context else []
        self.base += ["--namespace", namespace] if namespace else []

    def text(self, *arguments):
        """What it prints; Refused if it fails."""
        command = [*self.base, "--request-timeout", TIMEOUT, *arguments]
        with tempfile.TemporaryFile() as said, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said) as process:
            printed = process.stdout.read(MOST_PRINTED + 1)
            if len(printed) > MOST_PRINTED:
                process.kill()
                raise Refused(f"kubectl {arguments[0]} printed more than {MOST_PRINTED:,} bytes")
            if process.wait():
                said.seek(max(0, said.seek(0, os.SEEK_END) - MOST_SAID))
                raise Refused(sentence(said.read()) or f"kubectl {arguments[0]} ended with {process.returncode}")
        return printed.decode(errors="replace")

    def json(self, *arguments):
        """The document that it prints."""
        try:
            return json.loads(self.text(*arguments, "--output", "json"))
        except (ValueError, RecursionError) as broken:
            raise Refused(f"kubectl {arguments[0]} printed no JSON: {broken}") from broken

    def list(self, *arguments):
        """The items of a list."""
        return self.json("get", *arguments)["items"]

    def inside(self, pod, container, *task):
        """A task of docker/pod in a container, with pipes."""
        command = [*self.base, "exec", "--stdin", pod, "--container", container, "--", "/opt/whichjvm/pod", *task]
        return Inside(pod, task[0], command)

    def tell(self, pod, container, *task):
        """Runs a short task; Refused if it fails."""
        with self.inside(pod, container, *task) as process:
            process.close_input()
            while process.read(1 << 16):
                pass
            process.end()

    def place(self):
        """Which cluster and namespace this is, whatever becomes the current context later."""
        view = self.json("config", "view", "--minify")
        name, context = view["current-context"], view["contexts"][0]["context"]
        # Without --namespace it is the context's own.
        namespace = self.base[self.base.index("--namespace") + 1] if "--namespace" in self.base else None
        return {
            "context": name,
            "namespace": namespace or context.get("namespace") or "default",
            "server": view["clusters"][0]["cluster"]["server"],
        }


class Inside:
    """A process in a pod, which may say anything, or nothing: it is killed once it has been silent for too long."""

    def __init__(self, pod, task, command):
        self.pod, self.task = pod, task
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.began = self.moved = time.monotonic()
        # Why it was killed.
        self.late = None
        self.said = b""
        self.ended = threading.Event()
        self.threads = [threading.Thread(target=each, daemon=True) for each in (self.listen, self.watch)]
        for each in self.threads:
            each.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.ended.set()
        self.process.wait()
        self.threads[0].join(PIPES_SECONDS)
        for pipe in (self.process.stdin, self.process.stdout):
            # What was still to be written goes nowhere.
            with contextlib.suppress(OSError):
                pipe.close()

    def listen(self):
        """Whoever does not read stderr waits for ever where there is much of it."""
        while chunk := self.process.stderr.read1(1 << 16):
            self.said = (self.said + chunk)[-MOST_SAID:]

    def watch(self):
        while not self.ended.wait(1):
            now = time.monotonic()
            if now - self.moved > SILENCE_SECONDS:
                self.late = f"{self.pod} was silent for {SILENCE_SECONDS} s"
            elif now - self.began > TRANSFER_SECONDS:
                self.late = f"{self.pod} took more than {TRANSFER_SECONDS} s to {self.task}"
            if self.late:
                self.process.kill()
                return

    def read(self, size):
        pipe = self.process.stdout.fileno()
        # A kubectl that is a script leaves the pipe open in what it has started, however it ends itself.
        while not select.select([pipe], [], [], 1)[0]:
            if self.late:
                return b""
        chunk = os.read(pipe, size)
        self.moved = time.monotonic()
        return chunk

    def write(self, chunk):
        written = self.process.stdin.write(chunk)
        self.moved = time.monotonic()
        return written

    def close_input(self):
        self.process.stdin.close()

    def end(self):
        """Waits for its end; Refused if it failed."""
        self.process.wait()
        self.threads[0].join(PIPES_SECONDS)
        if self.late or self.process.returncode:
            raise Refused(self.reason() or f"{self.task} in {self.pod} ended with {self.process.returncode}")

    def reason(self):
        """What it said last, after which nothing is wanted of it."""
        self.process.kill()
        self.threads[0].join(PIPES_SECONDS)
        return self.late or sentence(self.said)


def sentence(said):
    """The last line of what kubectl says is its reason, but for the one that follows what a program in a pod has said."""
    lines = [line for line in map(plain, said.decode(errors="replace").splitlines()) if line]
    if len(lines) > 1 and lines[-1].startswith("command terminated with exit code"):
        lines.pop()
    return lines[-1].removeprefix("error:").strip().removeprefix("Error from server ") if lines else ""


def plain(text):
    """On one line, of a length for people, and nothing that a terminal obeys."""
    return CONTROL.sub(" ", text).strip()[:500]
