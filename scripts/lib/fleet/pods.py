"""What a pod's status comes to, in a word and a sentence."""

import json

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
        self.message = status.get("message", "")
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
    except (ValueError, KeyError, TypeError):
        return "scripts/doctor failed and said: " + " ".join(said.split())[-300:]
    failed = [f"{each['name']} is {each['value']} ({each['advice']})" for each in checks if each["status"] == "fail"]
    return "scripts/doctor says that it cannot be measured on: " + "; ".join(failed)
