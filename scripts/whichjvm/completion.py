"""Prints what a shell completes whichjvm by. The shell then asks for the candidates of a command line:
scripts/completion words WORD…, the last of which is the one to complete, from its start to the cursor."""

from __future__ import annotations

import glob
import os
import re

from . import jvms
from .console import ROOT, wrong
from .front import VERBS
from .options import OWN, TOPICS, of_verb

_SHELLS = {
    "bash": r"""# In ~/.bashrc: . <(whichjvm completion bash)
_whichjvm() { mapfile -t COMPREPLY < <("$1" completion words "${COMP_WORDS[@]:1:COMP_CWORD}"); }
complete -o default -F _whichjvm whichjvm ./whichjvm
""",
    "zsh": r"""# In ~/.zshrc, behind compinit: . <(whichjvm completion zsh)
_whichjvm() {
  local -a found=("${(@f)$("${words[1]}" completion words "${(@)words[2,CURRENT]}")}")
  if [[ -n "$found" ]]; then compadd -- "${found[@]}"; else _files; fi
}
compdef _whichjvm whichjvm
""",
    "fish": r"""# whichjvm completion fish >~/.config/fish/completions/whichjvm.fish
function __whichjvm
  set -l found (whichjvm completion words (commandline -opc)[2..] (commandline -ct))
  test -n "$found"; and string join \n $found; or __fish_complete_path (commandline -ct)
end
complete -c whichjvm -f -a '(__whichjvm)'
""",
}

_CHANGES = ("again", "delay", "huge", "yield", "onspinwait", "park", "rate")

# The words that may follow a verb that takes no contenders.
_WORDS = {
    "list": ["jvms", "flags", "studies"],
    "tune": ["show", "apply", "revert"],
    "fleet": ["render", "wait", "collect", "report", "delete"],
    "completion": list(_SHELLS),
}


def main(arguments: list[str]) -> int:
    what, words = (arguments[0], arguments[1:]) if arguments else ("", [])
    if what in _SHELLS:
        print(_SHELLS[what], end="")
    elif what == "words":
        words = words or [""]
        # After -- is a program, or the workload's.
        for word in [] if "--" in words[:-1] else _candidates(words):
            if word.startswith(words[-1]):
                print(word)
    else:
        raise wrong(
            f"'{what}' is no shell that it knows", "bash, zsh or fish: whichjvm completion bash says where it belongs"
        )
    return 0


def _candidates(words: list[str]) -> list[str]:
    """What the last word may become, and more; the caller drops what does not begin with it."""
    if len(words) == 1:
        return list(VERBS)
    verb, last = words[0], words[-1]
    before = words[-2] if len(words) > 2 else ""
    if (verb, before) == ("calibrate", "report"):
        verb = "report"
    declared = _declared(verb)
    if declared.get(before):
        return _values(before, declared[before], last)
    if last.startswith("-"):
        return sorted(declared)
    if verb in ("report", "explain"):
        return _campaigns()
    if verb in ("compare", "race", "sessions", "calibrate"):
        return _contenders(last) + (["report"] if verb == "calibrate" else [])
    if verb == "help":
        return ["compare", "tune", *OWN, *(topic.name for topic in TOPICS)]
    return _WORDS.get(verb, [])


def _declared(verb: str) -> dict[str, str]:
    """Options of a verb, and the words that stand for their values."""
    # Shell's.
    more = {"--cpus": "A,B"} if verb == "tune" else {}
    return {**more, **{name: option.value for name, option in of_verb(verb).items()}}


def _values(option: str, value: str, last: str) -> list[str]:
    if option == "--study":
        return _names("studies/*", ".study")
    if option in ("--resume", "--confirm"):
        return _campaigns()
    if option == "--baseline":
        return _contenders(last)
    return value.split("|") if "|" in value else []


def _names(pattern: str, end: str) -> list[str]:
    """Names of existing files, without the end."""
    found = glob.glob(f"{glob.escape(str(ROOT))}/{pattern}{end}")
    return [os.path.basename(each[: -len(end)]) for each in sorted(found)]


def _campaigns() -> list[str]:
    return _names("out/*", "/campaign.json")


def _contenders(word: str) -> list[str]:
    """The contenders that a word may become."""
    if "+" not in word:
        return _variants()
    begun = word.rpartition("+")[0]
    return [f"{begun}+{each}" for each in [*_names("docker/flags/*", ".options"), *_CHANGES]]


def _variants() -> list[str]:
    """Each JVM by its name, and the usual ones also by their version. Without docker: the JVMs of this host."""
    import shutil
    import subprocess

    if not shutil.which("docker"):
        command = [str(ROOT / "scripts/compare"), "--runner", "host", "--list", "jvms"]
        said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        return said.stdout.decode(errors="replace").splitlines()
    found = []
    for name in (name for name, profile in jvms.table() if profile != "base"):
        found.append(name)
        # The usual ones are Temurin's.
        usual = re.fullmatch("jdk(.*)-temurin", name)
        if usual:
            found.append(usual.group(1))
    return found
