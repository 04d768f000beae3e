"""A command line of compare, race, explain or calibrate. What is wrong with it is refused before anything is loaded,
built or started that a campaign needs."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Sequence
from pathlib import Path

from . import conflicts, studies
from .console import OUT, wrong
from .given import Given, parse
from .granted import Granted
from .options import COMPARE
from .workloads import OF_PROGRAM

# Those that do not say what is measured: a campaign that is resumed may have them too.
_NOT_MEASURED = (
    "--out",
    "--resume",
    "--trust-campaign",
    "--dry-run",
    "--network",
    "--with",
    "--mount",
    "--app",
    "--event",
)


@dataclasses.dataclass(frozen=True)
class Asked:
    verb: str
    arguments: list[str]
    # What the person gives, and that with what the study gives, over which the person's own wins.
    own: Given
    all: Given
    study: studies.Study | None
    granted: Granted

    @classmethod
    def of(cls, verb: str, arguments: Sequence[str]) -> Asked:
        own = parse(COMPARE, arguments, verb)
        granted = Granted.by(own)
        study = studies.read(own.text("--study")) if own.has("--study") else None
        asked = cls(verb, list(arguments), own, _with_study(own, study), study, granted)
        conflicts.check_resume_or_start(verb, own)
        if not asked.resume and not asked.listed:
            conflicts.check(verb, asked.all, own, study)
        asked._mount_here()
        asked._check_targets()
        return asked

    @property
    def out(self) -> Path:
        return Path(self.own.text("--out", str(OUT)))

    @property
    def resume(self) -> str:
        return str(self.own.value("--resume") or "")

    @property
    def resume_or_start(self) -> bool:
        return self.own.has("--resume-or-start")

    @property
    def listed(self) -> str:
        return self.own.text("--list")

    @property
    def dry_run(self) -> bool:
        return self.own.has("--dry-run")

    @property
    def runner(self) -> str:
        return self.own.text("--runner", "auto")

    @property
    def measured(self) -> list[str]:
        """Options and words that say what is measured: a campaign that is resumed has its own."""
        return [name for name, _ in self.own.without(*_NOT_MEASURED)] + self.own.operands

    @property
    def trusts(self) -> bool:
        """Whether what a campaign's folder says may run on this host."""
        return self.own.has("--trust-campaign")

    def _mount_here(self) -> None:
        """The current folder of a program that was given without a word on what runs and where. The whole of a disk or
        of a person's files is not mounted unless they say so."""
        own = self.own
        has_program = self.verb == "explain" or own.has_program()
        if self.resume or not has_program or own.has("--study") or own.has("--workload") or self.granted.mounts:
            return
        here = os.path.realpath(os.getcwd())
        if f"{os.path.realpath(os.environ.get('HOME') or '/')}/".startswith(f"{here.rstrip('/')}/"):
            # What a campaign mounted that is explained need not be here.
            if self.verb == "explain":
                return
            raise wrong(
                f"the current folder, {here}, is not mounted unasked, because your home folder is in it",
                "--mount DIR with the program's folder, or --workload command if it needs none",
            )
        self.granted.mount("--mount", "", here)

    def _check_targets(self) -> None:
        """The file of a service's requests, and the bodies that it names."""
        targets = [text[1:] for text in self.own.texts("--request") if text.startswith("@")]
        for folder in (folder for _, folder in self.granted.mounts if targets):
            file = os.path.join(folder, targets[-1])
            if not os.path.isfile(file):
                raise wrong(
                    f"--request is '@{targets[-1]}', and {folder} has no such file", "the path of a file in that folder"
                )
            for line in Path(file).read_text(encoding="utf-8", errors="replace").splitlines():
                body = line.strip()
                if body.startswith("@") and body[1:2] != "/" and not os.path.isfile(os.path.join(folder, body[1:])):
                    raise wrong(
                        f"{folder}/{targets[-1]} names the body '{body[1:]}', and {folder} has no such file",
                        "the body's path in that folder, such as @body.json",
                    )


def _with_study(own: Given, study: studies.Study | None) -> Given:
    if not study:
        return own
    contrasts = [] if own.has("--contrast") else study.contrasts
    given = parse(COMPARE, [*study.arguments, *contrasts], "")
    both = own._replace(options=given.options + own.options)
    words = study.options + own.program()
    if conflicts.workload_of(both) in OF_PROGRAM:
        words = own.program() or study.options
    return both._replace(behind=["--", *words])


def main(verb: str, arguments: list[str]) -> int:
    asked = Asked.of(verb, arguments)
    if asked.listed == "flags":
        from . import flag_sets

        for name, flag_set in flag_sets.read_all().items():
            print(f"{name}: {flag_set.says}")
        return 0
    if asked.listed == "studies":
        for file in sorted(studies.FOLDER.glob(f"*{studies.END}")):
            print(f"{file.name[: -len(studies.END)]}: {studies.read(file.name).asks}")
        return 0
    if asked.own.has("--least-heap"):
        if verb != "race":
            raise wrong("--least-heap is for whichjvm race", "whichjvm race --least-heap 17 25 -- java -jar app.jar")
        from . import least_heap

        return least_heap.main(asked)
    from . import compare

    return compare.run(asked)
