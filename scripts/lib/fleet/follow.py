"""Follows the pods of a fleet until each host has a whole campaign, or a reason why not."""

import concurrent.futures
import contextlib
import json
import math
import re
import time

from . import folder, transfer
from .cluster import Refused

# One request tells of all pods.
POLL_SECONDS = 5
# While it measures, a save is two requests: a host has one a minute.
SAVE_SECONDS = 120
# After this time without a pod the cluster is asked why.
NO_POD_SECONDS = 15
# So long a campaign may take to end once its pod is to leave.
LEAVE_SECONDS = 20
# Transfers at once: each is a process here, and a stream through the API server.
TRANSFERS = 16
# After a transfer that failed the next try is so much later, and after so long a time of them there is none: longer than
# an API server or a kubelet is gone while it is started again.
RETRY_SECONDS, GIVE_UP_SECONDS = 20, 900
# In the order in which a pod goes through them.
PENDING, STARTING, RESTORING, CHECKING = "pending", "starting", "restoring", "checking"
MEASURING, ENDED, LEAVING, GONE = "measuring", "ended", "leaving", "gone"
# Of the pods before it: those that count for the job's limit, and those that do not.
FAILURES = ("failure", "ignored-failure")
# Reasons of a waiting container that time alone does not mend.
HOPELESS = {
    "ErrImageNeverPull": "the image is not on the node",
    "InvalidImageName": "the image's name is none",
    "CreateContainerConfigError": "the container cannot be made",
    "CreateContainerError": "the container cannot be made",
}
# Those that another try may mend, unless it says that there is no such image.
PULLING = ("ErrImagePull", "ImagePullBackOff")
NO_SUCH = ("not found", "does not exist", "access denied", "unauthorized", "denied")


class Pod:
    """One pod as the API server tells it."""

    def __init__(self, document):
        meta, status = document["metadata"], document.get("status", {})
        self.name = meta["name"]
        self.uid = meta["uid"]
        self.host = meta.get("labels", {}).get("whichjvm/host")
        self.created = meta["creationTimestamp"]
        self.leaves = "deletionTimestamp" in meta
        told = meta.get("annotations", {})
        self.follows = any(int(told.get(f"batch.kubernetes.io/job-index-{each}-count", 0)) for each in FAILURES)
        self.node = document.get("spec", {}).get("nodeName")
        self.phase = status.get("phase", "Pending")
        self.conditions = status.get("conditions") or []
        self.containers = {
            each["name"]: each.get("state", {})
            for each in [*(status.get("initContainerStatuses") or []), *(status.get("containerStatuses") or [])]
        }

    def state(self, name):
        """running, terminated or waiting; None before a node has it."""
        return next(iter(self.containers.get(name, {})), None)

    def code(self, name):
        return self.containers.get(name, {}).get("terminated", {}).get("exitCode")

    @property
    def stage(self):
        if self.phase in ("Succeeded", "Failed"):
            return GONE
        if self.leaves:
            return LEAVING
        if self.node is None:
            return PENDING
        if self.state("measure") == "terminated":
            return ENDED
        if self.state("measure") == "running":
            return MEASURING
        if self.state("doctor") == "running":
            return CHECKING
        return RESTORING if self.state("restore") == "running" else STARTING

    @property
    def can_send(self):
        """Whether its results can be asked for."""
        return self.state("keep") == "running"

    def trouble(self):
        """Why it does not go on, and whether it never will; (None, False) where it does."""
        for name, state in self.containers.items():
            waiting = state.get("waiting", {})
            reason, said = waiting.get("reason", ""), waiting.get("message", "")
            if reason in HOPELESS:
                return f"{HOPELESS[reason]} ({name}: {said or reason})", True
            if reason in PULLING:
                return f"the image cannot be pulled: {said or reason}", any(each in said for each in NO_SUCH)
        for each in self.conditions:
            if each["type"] == "PodScheduled" and each["status"] == "False":
                return f"no node takes it: {each.get('message', each.get('reason', ''))}", False
        return None, False


def unfit(said):
    """What doctor's JSON says has failed, in a sentence."""
    try:
        checks = json.loads(said)["checks"]
        failed = [f"{each['name']} is {each['value']} ({each['advice']})" for each in checks if each["status"] == "fail"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return "scripts/doctor failed and said: " + " ".join(said.split())[-300:]
    return "scripts/doctor says that it cannot be measured on: " + "; ".join(failed)


class Seat:
    """A host while it is followed."""

    def __init__(self, host, job):
        self.host = host
        self.job = job
        self.pod = None
        self.task = None
        # Of pods: what was done for them.
        self.restored = set()
        self.collected = set()
        # When it was saved, when its pod came as far as it is, and when its job was asked for.
        self.saved = self.since = self.asked = time.monotonic()
        self.left = None
        # The pod and the stage that `since` is of.
        self.stage = None
        # When a task began, when the next one may, and when the first one of those that have failed since began.
        self.tried = self.again = 0
        self.failing = None
        # Nothing more comes of it to this client.
        self.over = False
        self.says = "is asked for"

    @property
    def word(self):
        return self.host.state if self.host.final or self.over else self.pod.stage if self.pod else PENDING


class Follower:
    """One client's eyes and hands."""

    def __init__(self, cluster, fleet, show, wait_seconds):
        self.cluster = cluster
        self.fleet = fleet
        self.show = show
        self.wait_seconds = wait_seconds
        self.seats = {
            name: Seat(fleet.host(name), f"whichjvm-{host['suffix']}") for name, host in fleet.run["hosts"].items()
        }
        self.pool = concurrent.futures.ThreadPoolExecutor(TRANSFERS)
        # Whether the API server has answered the last time: where it has not, nothing is known of any pod.
        self.answered = False

    def until_done(self):
        """Ends when each host has ended, or waited too long."""
        for seat in self.seats.values():
            seat.host.sweep()
        polled = -math.inf
        while not all(self.is_over(seat) for seat in self.seats.values()):
            if time.monotonic() - polled > POLL_SECONDS:
                self.poll()
                polled = time.monotonic()
            for seat in self.seats.values():
                self.look(seat)
            self.show(self.seats)
            time.sleep(0.5)
        # Whoever interrupts does not wait for transfers.
        self.pool.shutdown(wait=True)
        for seat in self.seats.values():
            seat.host.sweep()
            if not seat.host.final and not seat.over:
                # A pod that followed a lost one may have waited, too.
                state = folder.PARTIAL if seat.host.blocks()[0] else folder.UNSCHEDULED
                seat.host.note(state=state, reason=seat.says)

    def poll(self):
        """Asks for all pods. Where the API server does not answer, no host is judged by that."""
        try:
            self.take(self.pods())
        except Refused as refused:
            self.answered = False
            for seat in self.seats.values():
                seat.says = str(refused)

    def pods(self):
        return self.cluster.list("pods", "--selector", selector(self.fleet.name))

    def take(self, documents):
        """The newest pod of a host is the one that counts."""
        newest = {}
        for document in documents:
            # A document that is none of a pod's says nothing.
            with contextlib.suppress(KeyError, ValueError, TypeError, AttributeError):
                pod = Pod(document)
                newest[pod.host] = max(pod, newest.get(pod.host, pod), key=lambda each: (each.created, each.stage != GONE))
        self.answered = True
        for name, seat in self.seats.items():
            seat.pod = newest.get(name)
            stage = seat.pod and (seat.pod.uid, seat.pod.stage)
            if seat.stage != stage:
                seat.stage, seat.since = stage, time.monotonic()

    def is_over(self, seat):
        if seat.host.final or seat.over:
            return True
        waits = seat.pod is None or seat.pod.stage in (PENDING, STARTING)
        return self.answered and waits and seat.task is None and time.monotonic() - seat.since > self.wait_seconds

    def look(self, seat):
        """Begins what is to be done for a host now; one thing at a time."""
        if seat.task is not None:
            if not seat.task.done():
                return
            error, seat.task = seat.task.exception(), None
            if isinstance(error, transfer.Hostile):
                self.fail(seat, str(error))
            elif error:
                # It is this host's alone. Whatever it is, the others go on.
                seat.says = str(error) if isinstance(error, Refused) else f"cannot be followed: {error!r}"
                self.put_off(seat)
            else:
                seat.failing = None
        if seat.host.final or seat.over or not self.answered or time.monotonic() < seat.again:
            return
        work = self.work(seat)
        if work:
            # The pod of this moment: another one may come while the task runs.
            seat.tried = time.monotonic()
            seat.task = self.pool.submit(work, seat, seat.pod)

    def put_off(self, seat):
        """Until a while later, or for good. Its job stays."""
        now = time.monotonic()
        seat.again = now + RETRY_SECONDS
        # Without a pod it is the API server that does not answer, or did not.
        seat.failing = self.answered and seat.pod and (seat.failing or seat.tried)
        if seat.failing and now - seat.failing > GIVE_UP_SECONDS:
            seat.over = True
            reason = f"what was asked of its pod failed for {GIVE_UP_SECONDS} s ({seat.says})"
            self.fail(seat, f"{reason}; scripts/fleet run --resume asks again", folder.PARTIAL)

    def work(self, seat):
        """What that is; None for nothing."""
        pod, now = seat.pod, time.monotonic()
        if pod is None or pod.stage == GONE:
            idle = now - max(seat.since, seat.asked)
            return self.ask_job if idle > NO_POD_SECONDS else None
        stage = pod.stage
        seat.left = (seat.left or now) if stage == LEAVING else None
        if stage == RESTORING and pod.follows and pod.uid not in seat.restored:
            return self.restore
        ended = stage == ENDED or (
            stage == LEAVING and (pod.state("measure") != "running" or now - seat.left > LEAVE_SECONDS)
        )
        if ended and pod.can_send and pod.uid not in seat.collected:
            return self.collect
        if stage == MEASURING:
            seat.says = f"measures on {pod.node}"
            # Soon once: what a killed client had not saved.
            due = SAVE_SECONDS if seat.saved > seat.since else 10
            return self.save if now - max(seat.saved, seat.since) > due and pod.can_send else None
        trouble, hopeless = pod.trouble()
        if hopeless:
            return self.give_up
        seat.says = trouble or (f"{stage} on {pod.node}" if pod.node else "waits for a node")
        return None

    def restore(self, seat, pod):
        """A pod that follows a lost one gets what was saved, if it is on the same node."""
        if seat.host.campaign() and seat.host.facts.get("node") not in (None, pod.node):
            seat.host.set_aside(f"its node was lost; {pod.node} began again")
        if seat.host.campaign():
            transfer.give_back(self.cluster, pod.name, "restore", seat.host)
        else:
            self.cluster.tell(pod.name, "restore", "afresh")
        seat.restored.add(pod.uid)

    def save(self, seat, pod):
        try:
            whole = transfer.fetch(self.cluster, pod.name, "keep", seat.host)
        except transfer.Hostile:
            # Nothing of it is wanted any more, and others may have its node.
            self.remove_job(seat)
            raise
        seat.host.note(node=pod.node, state=folder.PARTIAL)
        seat.saved = time.monotonic()
        return whole

    def collect(self, seat, pod):
        """The last save of a pod, which then may end."""
        if not self.save(seat, pod):
            return
        self.cluster.tell(pod.name, "keep", "collected")
        seat.collected.add(pod.uid)
        self.settle(seat, pod)

    def settle(self, seat, pod):
        """By the exit code that the campaign left."""
        code = seat.host.exit_code()
        if code in (0, 3) and not seat.host.blocks()[1]:
            self.fail(seat, f"its pod sent that its campaign ended with {code}, and no plan of a campaign")
        elif code in (0, 3):
            seat.host.note(state=folder.WHOLE, reason=None)
            seat.says = "is whole"
        elif code in (2, 4):
            self.fail(seat, self.last_words(pod, "measure") or f"the campaign ended with {code}")

    def give_up(self, seat, pod):
        self.remove_job(seat)
        self.fail(seat, pod.trouble()[0])

    def remove_job(self, seat):
        self.cluster.text("delete", "job", seat.job, "--wait=false", "--ignore-not-found")

    def fail(self, seat, reason, state=folder.FAILED):
        seat.host.note(state=state, reason=reason)
        seat.says = reason

    def ask_job(self, seat, pod):
        """Why there is no pod, or what the last one left."""
        seat.asked = time.monotonic()
        if seat.host.exit_code() in (0, 3):
            self.settle(seat, pod)
            return
        found = self.cluster.list("jobs", "--selector", f"{selector(self.fleet.name)},whichjvm/host={seat.host.name}")
        if not found:
            seat.over = True
            self.fail(seat, "its job was deleted; scripts/fleet run --resume starts it again", folder.PARTIAL)
            return
        conditions = {
            each["type"]: each.get("message", "") for each in found[0].get("status", {}).get("conditions") or []
        }
        if pod and pod.code("doctor") not in (None, 0):
            self.fail(seat, unfit(self.logs(pod, "doctor")), folder.UNFIT)
        elif pod and pod.code("measure") in (2, 4):
            self.fail(seat, self.last_words(pod, "measure") or f"the campaign ended with {pod.code('measure')}")
        elif "Failed" in conditions:
            self.fail(seat, f"its job failed: {conditions['Failed']}")
        elif pod is None:
            seat.says = self.event(seat.job) or "waits for its pod"
            seat.host.note(state=folder.WAITING, reason=seat.says)

    def event(self, job):
        """The last complaint about a job."""
        found = self.cluster.list("events", "--field-selector", f"involvedObject.name={job},type=Warning")
        found.sort(key=lambda each: each.get("lastTimestamp") or each.get("eventTime") or "")
        return found[-1]["message"] if found else None

    def logs(self, pod, container):
        try:
            return self.cluster.text("logs", pod.name, "--container", container, "--tail=500", "--limit-bytes=65536")
        except Refused as gone:
            return str(gone)

    def last_words(self, pod, container):
        said = [line for line in self.logs(pod, container).splitlines() if line.strip()]
        # Without the name of the program that says it.
        return re.sub(r"^[\w./-]+: ", "", said[-1]) if said else ""


def selector(fleet):
    return f"app.kubernetes.io/name=whichjvm,app.kubernetes.io/instance={fleet}"
