"""What memory consists of, with the runner `host`: a program and a server whose second version keeps more of
one kind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support import COMPARE, ROOT, UNGATED, Word, compile_java, free_ports, java_home, run

pytestmark = pytest.mark.beside(minutes=3)

EXPLAIN = ROOT / "scripts" / "explain"

# It waits, so that its peak can be looked at.
KEEPS = """
public class Keeps {
  public static void main(String[] arguments) throws Exception {
    java.nio.ByteBuffer buffer = java.nio.ByteBuffer.allocateDirect(DIRECT << 20);
    Thread.sleep(500);
    System.out.println(buffer.capacity());
  }
}
"""
PROGRAM = ["--", "java", "-Xmx64m", "-cp", ".", "Keeps"]

SERVES = """
public class Serves {
  static final java.nio.ByteBuffer KEPT = java.nio.ByteBuffer.allocateDirect(DIRECT << 20);

  public static void main(String[] arguments) throws Exception {
    var address = new java.net.InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0]));
    var server = com.sun.net.httpserver.HttpServer.create(address, 0);
    server.createContext("/", each -> {
      each.sendResponseHeaders(200, -1);
      each.close();
    });
    server.start();
  }
}
"""
SERVER = ["--", "java", "-Xmx64m", "-cp", ".", "Serves", "{port}"]


def two_versions(scratch: Path, name: str, code: str) -> list[Word]:
    """Words of a campaign of two versions, of which the new one keeps 30 MiB more."""
    for version, direct in (("old", "2"), ("new", "32")):
        (scratch / version).mkdir()
        compile_java(scratch / version, name, code.replace("DIRECT", direct))
    out = scratch / "out"
    out.mkdir()
    apps = [f"--app={version}={scratch / version}" for version in ("old", "new")]
    return ["--runner", "host", "--out", out, *UNGATED, *apps]


def test_direct_buffers_that_one_version_keeps_are_named_as_that(scratch: Path) -> None:
    words = two_versions(scratch, "Keeps", KEEPS)
    run(COMPARE, *words, f"--jdk=one={java_home()}", "--interleave", "forks", "--blocks", "6", "one", *PROGRAM).ended()
    two = ["one+app-new", "one+app-old"]
    said = run(EXPLAIN, *words, "--event", "memory", "--blocks", "12", *two, *PROGRAM).ended().out
    found = re.search(r"^direct buffers and other +[0-9.]+ +[0-9.]+ +\+([0-9.]+)", said, re.MULTILINE)
    assert found, said
    assert 27 < float(found[1]) < 33, said
    assert "A run of one+app-new takes " in said
    assert " MB of memory" in said
    assert (scratch / "out" / "latest" / "explain.md").stat().st_size


def test_a_server_tells_of_its_memory_and_nothing_else_of_it_is_explained(scratch: Path) -> None:
    words = two_versions(scratch, "Serves", SERVES)
    load: list[Word] = ["--service", str(free_ports()), "--rate", "50", "--turn", "300ms", "--warmup", "300ms"]
    two = ["one+app-new", "one+app-old"]
    # On a busy host a server may not answer in time.
    run(COMPARE, *words, *load, f"--jdk=one={java_home()}", "--blocks", "1", "one", *SERVER).ended(0, 3)
    refused = "has compared a service, and only the memory of a service can be explained\ntry: give --event memory"
    run(EXPLAIN, *words, *two, *SERVER).refused(2, refused)
    said = run(EXPLAIN, *words, "--event", "memory", "--blocks", "1", *two, *SERVER).ended(0, 3).out
    assert "whichjvm explain: " in said
    kept = {each.name: each.read_text() for each in (scratch / "out" / "latest" / "forks").glob("*.collapsed")}
    assert kept
    for name, rows in kept.items():
        found = re.search(r";direct buffers and other ([0-9]+)$", rows, re.MULTILINE)
        assert found, rows
        assert int(found[1]) >> 20 == (32 if "new" in name else 2), rows
