"""What a person lets forks have, by options of this command line."""

from __future__ import annotations

import dataclasses
import os

from .about import user
from .console import wrong
from .given import Given


@dataclasses.dataclass
class Granted:
    """A campaign that is resumed gets no more."""

    # Folders of a person's own program, by the name of its version, which is empty for the only one.
    mounts: list[tuple[str, str]] = dataclasses.field(default_factory=list)
    network: bool = False
    # The compose file whose services run beside the program, and their names.
    with_file: str = ""
    with_services: str = ""
    # For which perf_event_open may be called.
    event: str = ""
    # The options that grant all of it again.
    options: list[str] = dataclasses.field(default_factory=list)

    @classmethod
    def by(cls, own: Given) -> Granted:
        granted = cls()
        for option, text in own.options:
            granted._add(option, text)
        return granted

    def _add(self, option: str, text: str) -> None:
        if option == "--network":
            self.network = True
            self.options.append(option)
        elif option == "--event":
            self.event = text
            self.options += [option, text]
        elif option == "--with":
            file, _, self.with_services = text.rpartition(":")
            self.with_file = os.path.realpath(file)
            self.options += [option, f"{self.with_file}:{self.with_services}"]
        elif option == "--mount":
            self.mount(option, "", text)
        elif option == "--app":
            version, _, folder = text.partition("=")
            self.mount(option, f"{version}=", folder)

    def mount(self, option: str, name: str, folder: str) -> None:
        if not (os.path.isdir(folder) and os.access(folder, os.R_OK | os.X_OK)):
            raise wrong(
                f"{option} is '{name}{folder}', which is no folder that {user()} can read",
                "a folder that is there, and that this user may enter and read",
            )
        path = os.path.realpath(folder)
        self.mounts.append((name.rstrip("="), path))
        self.options += [option, f"{name}{path}"]
