"""Asks the cluster, by kubectl."""

import json
import queue
import shutil
import subprocess
import threading

# Long enough for a slow API server, short enough for a person who waits.
TIMEOUT = "30s"


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

    def text(self, *arguments, stdin=None):
        """What it prints; Refused if it fails."""
        command = [*self.base, "--request-timeout", TIMEOUT, *arguments]
        done = subprocess.run(command, input=stdin, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode:
            raise Refused(sentence(done.stderr) or f"kubectl {arguments[0]} ended with {done.returncode}")
        return done.stdout

    def json(self, *arguments):
        """The document that it prints."""
        return json.loads(self.text(*arguments, "--output", "json"))

    def list(self, *arguments):
        """The items of a list."""
        return self.json("get", *arguments)["items"]

    def inside(self, pod, container, *task):
        """A process that runs a task of docker/pod in a container, with pipes."""
        return subprocess.Popen(
            [*self.base, "exec", "--stdin", pod, "--container", container, "--", "/opt/whichjvm/pod", *task],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def tell(self, pod, container, *task):
        """Runs a short task; Refused if it fails."""
        process = self.inside(pod, container, *task)
        try:
            _, said = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            raise Refused(f"{pod} did not answer within a minute") from None
        if process.returncode:
            raise Refused(sentence(said.decode(errors="replace")) or f"{task[0]} in {pod} ended with {process.returncode}")


def sentence(said):
    """The last line of what kubectl says is its reason."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return lines[-1].removeprefix("error: ").removeprefix("Error from server ") if lines else ""


class Watch:
    """What happens to the pods of a fleet: one request that stays open, in place of many that ask."""

    def __init__(self, cluster, selector):
        self.command = [*cluster.base, "get", "pods", "--selector", selector, "--watch", "--output-watch-events"]
        self.command += ["--output", "json"]
        self.events = queue.Queue()
        self.process = None
        self.ended = threading.Event()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        """The API server ends each request after a while; the next one begins with all that there is."""
        while not self.ended.is_set():
            self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            self.events.put(("BEGIN", None))
            for event in documents(self.process.stdout):
                self.events.put((event["type"], event["object"]))
            self.process.wait()
            self.ended.wait(2)

    def next(self, seconds):
        """The next event, ("MODIFIED", pod) for one; None if none comes within that time."""
        try:
            return self.events.get(timeout=seconds)
        except queue.Empty:
            return None

    def close(self):
        self.ended.set()
        if self.process:
            self.process.kill()


def documents(lines):
    """JSON documents that follow one another: one in a line, or indented, as kubectls differ."""
    text = ""
    for line in lines:
        text += line
        if text.startswith('{"') or line.rstrip() == "}":
            yield json.loads(text)
            text = ""
