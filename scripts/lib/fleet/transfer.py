"""Brings files of a pod here, and back; each by its checksum, so that an interrupted one goes on where it was."""

import hashlib
import io
import os
import tarfile

from . import cluster

# The list of all files, ahead of them.
LIST = "all"
# That there is nothing to come: kept here only once all else is.
EXIT = "exit"


def sums(path):
    """The files beneath, each with its SHA-256; those whose name begins with a dot are not whole, or not the pod's."""
    found = {}
    for folder, folders, files in os.walk(path):
        folders[:] = [each for each in folders if not each.startswith(".")]
        for name in files:
            file = os.path.join(folder, name)
            if not name.startswith(".") and not os.path.islink(file):
                found[os.path.relpath(file, path)] = digest(file)
    return found


def digest(file):
    computed = hashlib.sha256()
    with open(file, "rb") as stream:
        while chunk := stream.read(1 << 20):
            computed.update(chunk)
    return computed.hexdigest()


def parse(text):
    """Lines of sha256sum: names to sums."""
    found = {}
    for line in text.splitlines():
        checksum, name = line[:64], line[66:].removeprefix("./")
        if safe(name):
            found[name] = checksum
    return found


def safe(name):
    """Whether a name leads into the folder, and to no file that is ours."""
    parts = name.split("/")
    return bool(name) and not name.startswith("/") and all(part and part[0] != "." for part in parts) and (
        parts[0] != "host.json"
    )


def fetch(of, pod, container, host):
    """What the pod has and the host's folder has not. Returns whether the folder now has all of it."""
    has = sums(host.path)
    process = of.inside(pod, container, "send")
    wanted, got, ended = {}, {}, None
    try:
        process.stdin.write("".join(f"{checksum}  ./{name}\n" for name, checksum in has.items()).encode())
        process.stdin.close()
        with tarfile.open(fileobj=process.stdout, mode="r|") as archive:
            for member in archive:
                name = os.path.normpath(member.name)
                stream = archive.extractfile(member) if member.isreg() else None
                if stream is None:
                    continue
                if name == LIST and not wanted:
                    wanted = parse(stream.read().decode(errors="replace"))
                    leave_other(host, wanted)
                elif name == EXIT:
                    ended = io.BytesIO(stream.read()), member.mtime
                elif name in wanted and safe(name):
                    got[name] = store(stream, os.path.join(host.path, name), wanted[name], member.mtime)
    except (tarfile.TarError, OSError) as broken:
        process.kill()
        process.stdin = None
        raise cluster.Refused(f"the transfer from {pod} broke off: {broken}") from broken
    said = process.stderr.read().decode(errors="replace")
    process.wait()
    if not wanted:
        raise cluster.Refused(cluster.sentence(said) or f"{pod} sent nothing")
    if not all(has.get(name) == checksum or got.get(name) for name, checksum in wanted.items() if name != EXIT):
        return False
    if ended and EXIT in wanted:
        return store(ended[0], os.path.join(host.path, EXIT), wanted[EXIT], ended[1])
    return has.get(EXIT) == wanted.get(EXIT)


def leave_other(host, wanted):
    """What is here of a campaign that the pod does not have is another try's."""
    campaign = host.campaign()
    others = {name.split("/")[0] for name in wanted if name.endswith("/runner.tsv")}
    if campaign and others and campaign not in others:
        host.set_aside("its pod was lost with what had not been saved, and the campaign began again")


def store(stream, path, checksum, mtime):
    """Whether what came is what was announced; only that is kept."""
    folder, name = os.path.split(path)
    os.makedirs(folder, exist_ok=True)
    temporary = os.path.join(folder, f".{name}.part")
    computed = hashlib.sha256()
    with open(temporary, "wb") as file:
        while chunk := stream.read(1 << 20):
            computed.update(chunk)
            file.write(chunk)
    if computed.hexdigest() != checksum:
        os.remove(temporary)
        return False
    os.utime(temporary, (mtime, mtime))
    os.replace(temporary, path)
    return True


def give_back(of, pod, container, host):
    """The saved campaign, into a pod that follows a lost one."""
    process = of.inside(pod, container, "receive")
    campaign = host.campaign()
    try:
        with tarfile.open(fileobj=process.stdin, mode="w|") as archive:
            archive.add(os.path.join(host.path, campaign), campaign, filter=visible)
        process.stdin.close()
    except (tarfile.TarError, OSError) as broken:
        process.kill()
        raise cluster.Refused(f"the transfer to {pod} broke off: {broken}") from broken
    finally:
        process.stdin = None
    _, said = process.communicate()
    if process.returncode:
        raise cluster.Refused(cluster.sentence(said.decode(errors="replace")) or f"{pod} did not take it")


def visible(member):
    name = os.path.basename(member.name)
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return None if name.startswith(".") else member
