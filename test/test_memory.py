"""What memory consists of, with the runner `host`: a program whose second version keeps more of one kind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support import COMPARE, ROOT, UNGATED, Word, compile_java, java_home, run

pytestmark = pytest.mark.beside

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


def test_direct_buffers_that_one_version_keeps_are_named_as_that(scratch: Path) -> None:
    for version, direct in (("old", "2"), ("new", "32")):
        (scratch / version).mkdir()
        compile_java(scratch / version, "Keeps", KEEPS.replace("DIRECT", direct))
    out = scratch / "out"
    out.mkdir()
    apps = [f"--app={version}={scratch / version}" for version in ("old", "new")]
    words: list[Word] = ["--runner", "host", "--out", out, *UNGATED, *apps]
    run(COMPARE, *words, f"--jdk=one={java_home()}", "--interleave", "forks", "--blocks", "6", "one", *PROGRAM).ended()
    two = ["one+app-new", "one+app-old"]
    said = run(EXPLAIN, *words, "--event", "memory", "--blocks", "12", *two, *PROGRAM).ended().out
    found = re.search(r"^direct buffers and other +[0-9.]+ +[0-9.]+ +\+([0-9.]+)", said, re.MULTILINE)
    assert found, said
    assert 27 < float(found[1]) < 33, said
    assert "A run of one+app-new takes " in said
    assert " MB of memory" in said
    assert (out / "latest" / "explain.md").stat().st_size
