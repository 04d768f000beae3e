"""Brings files of a pod here, and back; each by its checksum, so that an interrupted one goes on where it was.

A pod may send anything. What no campaign has ends the host with a sentence, and nothing that it sends is more than a
limit here, in bytes, in files and in memory.
"""

import hashlib
import io
import os
import tarfile

from . import cluster
from .folder import CAMPAIGN_FILES

# The list of all files, ahead of them.
LIST = "all"
# That there is nothing to come: kept here only once all else is.
EXIT = "exit"
# Of a host's folder, and of one file: 10,000 forks of 150 kB are 1.5 GB, and the largest file is a fork's .hlog.
MOST_BYTES, MOST_FILE, MOST_FILES = 4 << 30, 80 << 20, 100_000
# The list of so many files and a line of it, the exit code, and a member's long name.
MOST_LIST, MOST_LINE, MOST_EXIT, MOST_HEADER = 32 << 20, 8 << 10, 16, 64 << 10
# Members that it had not announced: each takes time of the other hosts.
MOST_STRANGE = 1000
PLAIN = (tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.DIRTYPE)
HEADERS = (tarfile.XHDTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK)
# The year 2100: what lies behind is no time of a file.
LAST_TIME = 4_102_444_800


class Hostile(Exception):
    """A pod has sent what no campaign has."""


class Member(tarfile.TarInfo):
    """Of a tar that docker/pod makes. tarfile reads the whole of some headers into memory."""

    def _proc_member(self, archive):
        if self.type in HEADERS and self.size > MOST_HEADER or self.type not in (*PLAIN, *HEADERS, tarfile.SYMTYPE):
            raise self.strange()
        return super()._proc_member(archive)

    def _proc_gnusparse_10(self, *_):
        # The map of its holes is as long as the sender likes.
        raise self.strange()

    @staticmethod
    def strange():
        return Hostile("its pod sent a tar with a member that no campaign has")


def sums(path):
    """The files beneath, each with its SHA-256; those whose name begins with a dot are not whole, or not the pod's."""
    found = {}
    for folder, folders, files in os.walk(path):
        folders[:] = [each for each in folders if not each.startswith(".")]
        for name in files:
            file = os.path.join(folder, name)
            if not name.startswith(".") and not os.path.islink(file):
                with open(file, "rb") as stream:
                    found[os.path.relpath(file, path)] = copy(stream)
    return found


def copy(stream, file=None):
    """Into the file, if there is one; returns the SHA-256."""
    computed = hashlib.sha256()
    while chunk := stream.read(1 << 20):
        computed.update(chunk)
        if file:
            file.write(chunk)
    return computed.hexdigest()


def parse(stream):
    """Lines of sha256sum: names to sums. One by one, since the whole would be in memory several times."""
    found = {}
    while line := stream.readline(MOST_LINE).decode(errors="replace").rstrip("\n"):
        checksum, name = line[:64], line[66:].removeprefix("./")
        if safe(name):
            found[name] = checksum
        if len(found) > MOST_FILES:
            raise too_many()
    return found


def too_many():
    return Hostile(f"its pod sent more than {MOST_FILES:,} files, which no campaign has")


def safe(name):
    """Whether a name leads into the folder, and to no file that is ours."""
    parts = name.split("/")
    inside = not cluster.CONTROL.search(name) and all(part and part[0] != "." for part in parts)
    return inside and parts[0] != "host.json"


def fetch(of, pod, container, host):
    """What the pod has and the host's folder has not. Returns whether the folder now has all of it."""
    has = sums(host.path)
    with of.inside(pod, container, "send") as process:
        try:
            process.write("".join(f"{checksum}  ./{name}\n" for name, checksum in has.items()).encode())
            process.close_input()
            wanted, got, ended = take(process, host)
        except (tarfile.TarError, OSError, EOFError, ValueError, OverflowError) as broken:
            raise cluster.Refused(process.reason() or f"the transfer from {pod} broke off: {broken}") from broken
        process.end()
        if not wanted:
            raise cluster.Refused(process.reason() or f"{pod} sent nothing")
    if not all(has.get(name) == checksum or got.get(name) for name, checksum in wanted.items() if name != EXIT):
        return False
    if ended and EXIT in wanted:
        return store(ended[0], os.path.join(host.path, EXIT), wanted[EXIT], ended[1])
    return has.get(EXIT) == wanted.get(EXIT)


def take(process, host):
    """What is announced, what of it came, and the exit code, which is kept once all else is."""
    wanted, got, ended = {}, {}, None
    room, files, strange = MOST_BYTES - size(host.path), 0, 0
    with tarfile.open(fileobj=process, mode="r|", tarinfo=Member) as archive:
        while member := archive.next():
            # tarfile keeps all that it has seen.
            archive.members.clear()
            name, files, room = os.path.normpath(member.name), files + 1, room - member.size
            most = {LIST: MOST_LIST, EXIT: MOST_EXIT}.get(name, MOST_FILE)
            if files > MOST_FILES:
                raise too_many()
            if member.size > most or room < 0:
                raise Hostile(
                    f"its pod sent a file of {member.size:,} bytes, or {MOST_BYTES:,} in all, which no campaign has"
                )
            strange += name not in wanted and name not in (LIST, EXIT)
            if strange > MOST_STRANGE:
                raise Hostile(f"its pod sent more than {MOST_STRANGE:,} files that it had not announced")
            stream = archive.extractfile(member) if member.isreg() else None
            if stream is None:
                continue
            if name == LIST and not wanted:
                wanted = parse(stream)
                leave_other(host, wanted)
            elif name == EXIT:
                ended = io.BytesIO(stream.read()), member.mtime
            elif name in wanted and safe(name):
                got[name] = store(stream, os.path.join(host.path, name), wanted[name], member.mtime)
    return wanted, got, ended


def size(path):
    """What the files beneath weigh, in bytes."""
    return sum(os.lstat(os.path.join(folder, name)).st_size for folder, _, names in os.walk(path) for name in names)


def leave_other(host, wanted):
    """What is here of a campaign that the pod does not have is another try's."""
    campaign = host.campaign()
    others = {name.split("/")[0] for name in wanted if name.split("/")[1:] in ([each] for each in CAMPAIGN_FILES)}
    if campaign and others and campaign not in others:
        host.set_aside("its pod was lost with what had not been saved, and the campaign began again")


def store(stream, path, checksum, mtime):
    """Whether what came is what was announced; only that is kept."""
    folder, name = os.path.split(path)
    os.makedirs(folder, exist_ok=True)
    temporary = os.path.join(folder, f".{name}.part")
    with open(temporary, "wb") as file:
        came = copy(stream, file)
    if came != checksum:
        os.remove(temporary)
        return False
    if 0 <= mtime <= LAST_TIME:
        os.utime(temporary, (mtime, mtime))
    os.replace(temporary, path)
    return True


def give_back(of, pod, container, host):
    """The saved campaign, into a pod that follows a lost one."""
    campaign = host.campaign()
    with of.inside(pod, container, "receive") as process:
        try:
            with tarfile.open(fileobj=process, mode="w|") as archive:
                archive.add(os.path.join(host.path, campaign), campaign, filter=visible)
            process.close_input()
        except (tarfile.TarError, OSError) as broken:
            raise cluster.Refused(process.reason() or f"the transfer to {pod} broke off: {broken}") from broken
        while process.read(1 << 16):
            pass
        process.end()


def visible(member):
    name = os.path.basename(member.name)
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return None if name.startswith(".") else member
