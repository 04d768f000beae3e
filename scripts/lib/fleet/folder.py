"""A fleet's folder in out/: run.json, manifests/, and hosts/HOST/ with host.json and a campaign."""

import contextlib
import datetime
import fcntl
import glob
import json
import os
import re
import secrets
import stat

# How the campaign of a host ended.
WHOLE, PARTIAL, UNFIT, FAILED, UNSCHEDULED, WAITING = "whole", "partial", "unfit", "failed", "unscheduled", "waiting"
FINAL = (WHOLE, UNFIT, FAILED)
# Of cpus.json and doctor.json.
MOST_DOCUMENT, MOST_DEPTH = 256 << 10, 16
MOST_BLOCKS = 20_000

# What a campaign's folder has from the beginning, and once it has begun.
CAMPAIGN_FILES = ("request.json", "campaign.json")
# A host's name: the value of a label.
HOST = re.compile("[A-Za-z0-9][A-Za-z0-9._-]*")


class Wrong(Exception):
    """What a person asked for cannot be meant, or not now."""


def write(path, text):
    """Whole or not at all."""
    temporary = os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.tmp")
    with contextlib.suppress(FileNotFoundError):
        # What is there may be a link.
        os.remove(temporary)
    with open(temporary, "x", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def regular(path):
    """Opens a file; a fleet may be a stranger's, who could have put a link or a pipe in its place."""
    file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NOFOLLOW | os.O_NONBLOCK))
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError("it is no file")
    return file


def read(path):
    """A JSON object that this client wrote; {} if it is missing."""
    try:
        with regular(path) as file:
            document = json.load(file)
        if not isinstance(document, dict):
            raise ValueError("it is no object")
        return document
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as broken:
        raise Wrong(f"{path} cannot be read ({broken}); restore it, or remove it") from None


def read_of_pod(path):
    """One that a pod wrote; {} if it is missing, or anything but a small document."""
    try:
        with regular(path) as file:
            text = file.read(MOST_DOCUMENT + 1)
        document = json.loads(text)
        small = len(text) <= MOST_DOCUMENT and depth(document) <= MOST_DEPTH
    except (OSError, ValueError, RecursionError):
        return {}
    return document if small and isinstance(document, dict) else {}


def is_campaign(path):
    """Whether a folder is a campaign's, which has a request before it begins."""
    return any(os.path.isfile(os.path.join(path, name)) for name in CAMPAIGN_FILES)


def planned_blocks(campaign):
    """How many blocks a campaign.json plans by now; 0 if it does not say."""
    try:
        stopping = campaign["stopping"] or {"race": "none"}
        first = {"none": campaign["blocks"], "search": 1}.get(stopping["race"]) or stopping["looks"][0]
        blocks = first + sum(each["blocks"] for each in campaign.get("added") or [])
        return int(blocks) if 0 <= blocks <= MOST_BLOCKS else 0
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        return 0


def depth(document):
    """How far values lie within values."""
    inner = document.values() if isinstance(document, dict) else document if isinstance(document, list) else ()
    return 1 + max(map(depth, inner), default=0)


class Fleet:
    """One fleet's folder."""

    def __init__(self, out, name):
        self.name = name
        self.path = os.path.join(out, name)
        self.run = read(os.path.join(self.path, "run.json"))
        hosts = self.run.get("hosts", {})
        if not isinstance(hosts, dict) or not all(map(HOST.fullmatch, hosts)):
            raise Wrong(f"{self.path}/run.json has hosts whose names are none; restore it, or remove it")

    @staticmethod
    def make(out, run):
        """A new one, named by the time, and so that no other client's has its name in the same second."""
        moment = datetime.datetime.now(datetime.timezone.utc)
        name = f"{moment.strftime('fleet-%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}"
        run = {"schema": "whichjvm.fleet-run/1", "fleet": name, "created": moment.isoformat(timespec="seconds"), **run}
        for host in run["hosts"].values():
            host["suffix"] = f"{name.removeprefix('fleet-')}-{host['slug']}"
        temporary = os.path.join(out, f".{name}.tmp")
        os.makedirs(os.path.join(temporary, "hosts"))
        write(os.path.join(temporary, "run.json"), json.dumps(run, indent=2) + "\n")
        os.replace(temporary, os.path.join(out, name))
        return Fleet(out, name)

    @staticmethod
    def find(out, name):
        """The one of that name; without a name the newest."""
        # Those that were put together by hand have other names, which say nothing of the time.
        folders = sorted(glob.glob(os.path.join(glob.escape(out), "*", "hosts", "")), key=os.path.getmtime)
        names = [each.split(os.sep)[-3] for each in folders]
        if name is None and names:
            name = names[-1]
        if name not in names:
            has = f"it has: {' '.join(names)}" if names else "there is none yet; scripts/fleet run starts one"
            raise Wrong(f"there is no fleet '{name or ''}' in {out}; {has}" if name else f"in {out} {has}")
        return Fleet(out, name)

    @contextlib.contextmanager
    def locked(self):
        """One client at a time: two would both write what they collect."""
        folder = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Wrong(f"another scripts/fleet works on {self.name}; wait for it, or end it") from None
        try:
            yield
        finally:
            os.close(folder)

    def host(self, name):
        return Host(os.path.join(self.path, "hosts", name), name)

    def hosts(self):
        """Those that it was started for; what a person put there has no state."""
        return [self.host(each) for each in self.run.get("hosts", {})]


class Host:
    """One host's folder."""

    def __init__(self, path, name):
        self.path = path
        self.name = name
        if any(os.path.islink(each) or not os.path.isdir(each) and os.path.lexists(each) for each in (path, os.path.dirname(path))):
            raise Wrong(f"{path} is no folder, or leads out of the fleet's; remove it")
        os.makedirs(path, exist_ok=True)
        self.facts = {"host": name, "node": None, "state": WAITING, **read(os.path.join(path, "host.json"))}

    @property
    def state(self):
        return self.facts["state"]

    @property
    def final(self):
        return self.state in FINAL

    def note(self, **facts):
        """Keeps what is new, if anything is."""
        new = {**self.facts, **facts}
        for name, file in (("cpus", "cpus.json"), ("doctor", "doctor.json")):
            new[name] = read_of_pod(os.path.join(self.path, file)) or new.get(name)
        if new != self.facts:
            self.facts = new
            write(os.path.join(self.path, "host.json"), json.dumps(new, indent=2) + "\n")

    def campaign(self):
        """The name of its campaign; None before there is one."""
        found = [each for each in os.listdir(self.path) if is_campaign(os.path.join(self.path, each))]
        return max(found, default=None)

    def exit_code(self):
        """How its campaign ended; None where it has not."""
        try:
            with open(os.path.join(self.path, "exit"), encoding="ascii") as file:
                return int(file.read(16))
        except (OSError, ValueError):
            return None

    def blocks(self):
        """Blocks that have a fork, and those of the plan; 0 and 0 before there is a plan."""
        campaign = self.campaign()
        if campaign is None:
            return 0, 0
        forks = os.path.join(self.path, campaign, "forks")
        names = os.listdir(forks) if os.path.isdir(forks) else []
        begun = {name[:3] for name in names if name.endswith(".json") and not name.startswith(("000-", "."))}
        return len(begun), planned_blocks(read_of_pod(os.path.join(self.path, campaign, "campaign.json")))

    def set_aside(self, reason):
        """The campaign of another node: its blocks never join those of this one."""
        campaign = self.campaign()
        if campaign is None:
            return
        lost = self.facts.get("lost") or []
        entry = {"node": self.facts.get("node"), "blocks": self.blocks()[0], "reason": reason}
        aside = os.path.join(self.path, ".lost", str(len(lost) + 1))
        os.makedirs(aside, exist_ok=True)
        os.replace(os.path.join(self.path, campaign), os.path.join(aside, campaign))
        for name in ("exit", "node", "cpus.json", "doctor.json"):
            with contextlib.suppress(FileNotFoundError):
                os.remove(os.path.join(self.path, name))
        self.note(lost=[*lost, entry])

    def sweep(self):
        """Removes what a killed client had not written to its end."""
        for folder, folders, files in os.walk(self.path):
            folders[:] = [each for each in folders if each != ".lost"]
            for name in files:
                if name.startswith(".") and name.endswith(".part"):
                    os.remove(os.path.join(folder, name))
