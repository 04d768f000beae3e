"""Images of variants: what they are built on, how they are built, and whether they are what was asked for.

Bases come from an image registry, from package registries or from a person. Each image that a person names, by --jdk
NAME=IMAGE, is a service like `custom` of compose.yaml.
"""

from __future__ import annotations

import dataclasses
import os
import re
import shlex
import time
from collections.abc import Mapping, Sequence

from .compose import CAMPAIGN_LABEL, MOST_PROCESSES, NOBODY, TMP_OPTIONS, Compose
from .console import FORKS_FAILED, ROOT, cannot, last_line, one_line, say, show, wrong

# Bases built from package registries. BuildKit asks the registry a name belongs to before it looks at the engine's own
# images; under localhost that question never leaves the machine.
PACKAGES_IMAGE = "localhost/whichjvm-packages"

BUILD_PACKAGES = ROOT / "docker" / "packages" / "build"
PULL_ERRORS = ROOT / "scripts" / "lib" / "pull-errors.tsv"

_NAMED = re.compile(r"([a-z0-9]+(?:[._-][a-z0-9]+)*)=([a-zA-Z0-9][a-zA-Z0-9._/:@-]*)")
_HOST = re.compile(r"([^/]*[.:][^/]*|localhost)/")
# A sentence of the build itself in what BuildKit says.
_BUILD_SAYS = re.compile(r"^#[0-9]+ [0-9.]+ ((?:error|whichjvm): .*|\[ERROR\] .*|.*[Ee]rror: .*)", re.MULTILINE)

# How much is kept of what a container says that checks an image, the last of it, and how long it may take, in s.
_MOST_SAID = 65536
_CHECK_SECONDS = 120


def base_variable(name: str) -> str:
    """jdk17-temurin is JDK17_TEMURIN_BASE, as in compose.yaml."""
    return re.sub("[-.]", "_", name.upper()) + "_BASE"


def named_images(jdks: Sequence[str]) -> dict[str, str]:
    """NAME to IMAGE."""
    images = {}
    for jdk in jdks:
        match = _NAMED.fullmatch(jdk)
        if not match:
            raise wrong(f"--jdk is '{jdk}'", "NAME=IMAGE, the name in lower case and without a +, such as old=my/jdk:1")
        images[match[1]] = match[2]
    return images


@dataclasses.dataclass(frozen=True)
class Target:
    """What images are built for: the platform that a person asks the engine for, or else its own. A dry run shows the
    commands in place of running them."""

    platform: str = ""
    dry_run: bool = False

    @property
    def env(self) -> Mapping[str, str]:
        return {"DOCKER_DEFAULT_PLATFORM": self.platform}

    @property
    def options(self) -> list[str]:
        """Of docker/packages/build."""
        return ["--platform", self.platform] if self.platform else []


@dataclasses.dataclass(frozen=True)
class NotPulled:
    """Why an image cannot be pulled: a kind and a sentence of pull-errors.tsv."""

    kind: str
    sentence: str


class Registries:
    """Image registries, of which those that are down are not asked again."""

    def __init__(self, compose: Compose) -> None:
        self._compose = compose
        # Registries to the reason why they are down.
        self._down: dict[str, str] = {}

    async def pull(self, image: str, target: Target) -> NotPulled | None:
        """None if it is on this machine now."""
        match = _HOST.match(image)
        host = match[1] if match else "docker.io"
        if host in self._down:
            return NotPulled("down", self._down[host])
        if target.dry_run:
            show(["docker", "pull", image])
            return None
        if (await self._compose.run(["docker", "image", "inspect", image], target.env)).ok:
            return None
        began = time.monotonic()
        say(f"pulling {image}")
        pulled = await self._compose.run(["docker", "pull", "--quiet", image], target.env)
        if pulled.ok:
            say(f"{image}: pulled in {int(time.monotonic() - began)} s")
            return None
        refused = self._reason(last_line(pulled.err), host, target.platform or await self._compose.own_platform())
        if refused.kind == "down":
            self._down[host] = refused.sentence
        return refused

    @staticmethod
    def _reason(said: str, host: str, platform: str) -> NotPulled:
        kind = sentence = ""
        for line in PULL_ERRORS.read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                continue
            words, kind, sentence = line.split("\t", 2)
            if re.search(words, said):
                break
        cause = said.rpartition(": ")[2]
        for word, value in (("HOST", host), ("PLATFORM", platform), ("CAUSE", cause)):
            sentence = sentence.replace(word, value, 1)
        return NotPulled(kind, sentence)


class Images:
    """Chooses bases and builds images for one target. A method that can fail returns the reason, or an empty string."""

    def __init__(
        self,
        compose: Compose,
        registries: Registries,
        target: Target,
        named: Mapping[str, str],
        bases: str,
        usual: bool = False,
    ) -> None:
        self._compose = compose
        self._registries = registries
        self._target = target
        self._named = named
        self._bases = bases
        # No one named the JVMs.
        self._usual = usual
        # Bases that are still to be built from package registries, and why they are.
        self._from_packages: list[str] = []
        self._because = ""

    async def platform(self) -> str:
        """That of the images: what the person asks the engine for, else its own."""
        return self._target.platform or await self._compose.own_platform()

    # --- bases ---

    def _own_base(self, name: str) -> str:
        """What the person put into the environment or .env themselves, if anything."""
        variable = base_variable(name)
        value = self._compose.value(variable)
        if not value and (ROOT / ".env").exists():
            lines = (ROOT / ".env").read_text(encoding="utf-8", errors="surrogateescape").split("\n")
            start = f"{variable}="
            value = "\n".join(line[len(start) :] for line in lines if line.startswith(start))
        return "" if value.startswith(f"docker-image://{PACKAGES_IMAGE}:") else value

    async def choose_base(self, name: str, service: str) -> str:
        """Registry first, unless packages are forced; what the person chose themselves before both. The environment of
        compose has NAME_BASE then."""
        if service.endswith("-on-base"):
            base = name[: -len("-on-base")] if name.endswith("-on-base") else name
            return await self.choose_base(base, base) or await self.choose_base("all", "all")
        own = self._own_base(name)
        if own:
            self._compose.env[base_variable(name)] = own
            return ""
        image = await self._registry_base(name, service)
        refused = None
        if self._bases != "packages":
            refused = await self._registries.pull(image, self._target)
            if not refused:
                self._compose.env[base_variable(name)] = f"docker-image://{image}"
                return ""
        sentence = refused.sentence if refused else ""
        # What is true of the whole registry names no image, so that one line says it of all that are skipped.
        reason = sentence if refused and refused.kind == "down" else f"{image}: {sentence}"
        # Another build does not stand in for one that the next attempt may bring.
        if self._bases == "registry" or (refused and refused.kind == "broken"):
            return reason
        return await self._choose_packages(name, sentence, reason)

    async def _registry_base(self, name: str, service: str) -> str:
        """The base of the registry is what an image is built on if nothing swaps it."""
        config = await self._compose.ask("--env-file", "/dev/null", "config", service, more=self._target.env)
        pattern = rf"^ *(?:{re.escape(name)}|jdk|os): docker-image://(.*)$"
        return "\n".join(re.findall(pattern, config.out, re.MULTILINE))

    async def _choose_packages(self, name: str, pull_says: str, reason: str) -> str:
        command = [str(BUILD_PACKAGES), "--list", *self._target.options, name]
        listed = await self._compose.run(command, self._target.env)
        state, sentence = (listed.out.partition("\n")[0].split("\t", 2) + ["", "", ""])[1:3]
        if state == "another" and self._usual:
            state = ""
            sentence = f"a build of another kind alone ({sentence}); name {name} to compare that"
        if state in ("", "unavailable"):
            reason = f"{reason}; " if pull_says else ""
            return f"{reason}from packages: {sentence or 'no package registry carries it'}"
        self._compose.env[base_variable(name)] = f"docker-image://{PACKAGES_IMAGE}:{name}"
        self._from_packages.append(name)
        if pull_says not in self._because:
            self._because += f"{', and because ' if self._because else ''}{pull_says}"
        return ""

    async def build_packages(self) -> None:
        """Those bases that were chosen from package registries."""
        if not self._from_packages:
            return
        if self._bases != "packages":
            say(f"bases come from package registries, because {self._because}: {' '.join(self._from_packages)}")
        command = [str(BUILD_PACKAGES), *self._target.options, *self._from_packages]
        self._from_packages, self._because = [], ""
        if self._target.dry_run:
            show(command)
            return
        built = await self._compose.tells(command, self._target.env, keep_out=False)
        if built.code not in (0, FORKS_FAILED):
            raise cannot(
                f"the bases could not be built from packages: {built.said}",
                f"{shlex.join(command)}, until it succeeds; or --runner host",
            )

    # --- images that a person names ---

    @staticmethod
    def _own_name(name: str) -> str:
        """The engine's own name of one, under localhost for the reason that PACKAGES_IMAGE is."""
        return f"localhost/whichjvm-image:{name}"

    async def define_named(self) -> None:
        """Their services, in a file for compose."""
        if not self._named:
            return
        services = await self._compose.ask("--profile", "*", "config", "--services")
        if not services.ok:
            raise cannot(
                f"docker compose cannot read compose.yaml: {services.said}", "docker compose config, until it succeeds"
            )
        taken = services.out.splitlines()
        text = "services:\n"
        for name, image in self._named.items():
            if name in taken:
                raise wrong(
                    f"--jdk is '{name}={image}', and compose.yaml has a service {name}",
                    f"another name, such as my-{name}",
                )
            text += (
                f'  {name}: {{extends: {{file: "{ROOT}/compose.yaml", service: custom}}, profiles: [variant],'
                f' image: "whichjvm/{name}", build: {{args: {{VARIANT: "{name}"}},'
                f' additional_contexts: {{jdk: "docker-image://{self._own_name(name)}"}}}}}}\n'
            )
        file = self._compose.scratch / "images.yaml"
        file.write_text(text, encoding="utf-8")
        self._compose.command += ["--file", str(file)]

    async def have_named(self, name: str) -> str:
        """Whether an image that a person names is on this machine now and may be built on."""
        image = self._named[name]
        inspected = await self._compose.run(["docker", "image", "inspect", image], self._target.env)
        if not inspected.ok:
            refused = await self._registries.pull(image, self._target)
            if refused:
                return refused.sentence
        tag = ["docker", "tag", image, self._own_name(name)]
        if self._target.dry_run:
            show(tag)
            return ""
        triggers = await self._compose.run(
            ["docker", "image", "inspect", "--format", "{{len .Config.OnBuild}}", image], self._target.env
        )
        if not triggers.ok or triggers.out.strip() != "0":
            return (
                "it has ONBUILD triggers, which would run what they say while the variant is built; build an image of"
                " yours without them"
            )
        tagged = await self._compose.run(tag, self._target.env)
        return "" if tagged.ok else last_line(tagged.err)

    async def check(self, name: str) -> str:
        """Whether the JVM of a built image starts and is for this architecture. The project's own images are checked
        while they are built; of a person's nothing is run but in a container that is as confined as a fork's."""
        if self._target.dry_run:
            return ""
        image, container = f"whichjvm/{name}", f"whichjvm-check-{os.getpid()}"
        platform = await self.platform()
        # They would be on the engine's disk, without a limit.
        volumes = await self._compose.run(
            [
                *("docker", "image", "inspect", "--format"),
                *("{{range $path, $empty := .Config.Volumes}}{{println $path}}{{end}}", image),
            ],
            self._target.env,
        )
        command = [
            *("docker", "run", "--rm", "--pull", "never", "--name", container, "--label", CAMPAIGN_LABEL),
            *("--user", NOBODY, "--read-only", "--tmpfs", f"/tmp:{TMP_OPTIONS}"),
            *(f"--tmpfs={path}" for path in volumes.out.splitlines() if path not in ("", "/tmp")),
            *("--network", "none", "--ipc", "private", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"),
            *("--pids-limit", str(MOST_PROCESSES), "--memory", "1g", "--no-healthcheck", "--log-driver", "none"),
            *("--init", image, "self-check", "--version", "any", "--vendor", "any", "--compiler", "any"),
            *("--arch", platform[len("linux/") :] if platform.startswith("linux/") else platform),
        ]
        checked = await self._compose.run(command, self._target.env, _CHECK_SECONDS)
        if checked.ok:
            return ""
        await self._compose.remove([container])
        said = (checked.out + checked.err)[-_MOST_SAID:]
        own = re.findall("^(?:error|whichjvm): (.+)$", said, re.MULTILINE)
        reason = own[-1] if own else last_line(said)
        return one_line(reason) or "its java cannot be started, or takes more than two minutes"

    # --- building ---

    async def is_for_platform(self, image: str) -> str:
        """Whether its programs are for what was asked."""
        inspected = await self._compose.tells(
            ["docker", "image", "inspect", "--format", "{{.Os}}/{{.Architecture}}", image], self._target.env
        )
        have = inspected.out.strip() if inspected.ok else "missing"
        asked = await self.platform()
        if have == asked:
            return ""
        return (
            f"the image {image} is {have} and {asked} is asked for: remove it (docker image rm {image}), see that its"
            f" base is for {asked}, and run this again"
        )

    async def build_all(self, services: Sequence[str]) -> bool:
        """At once, because compose needs two seconds to find that there is nothing to build."""
        return not await self._compose_build(services)

    async def build(self, service: str) -> str:
        if self._target.dry_run:
            show(["docker", "compose", "build", service])
            return ""
        return await self._compose_build([service]) or await self.is_for_platform(f"whichjvm/{service}")

    async def _compose_build(self, services: Sequence[str]) -> str:
        began = time.monotonic()
        say(f"building {' '.join(services)}")
        built = await self._compose.run(
            [
                *(str(ROOT / "docker" / "keep-layers"), "whichjvm/*:latest", *self._compose.command),
                *("--progress", "quiet", "--profile", "*", "build", *services),
            ],
            self._target.env,
        )
        if built.ok:
            say(f"{' '.join(services)}: built in {int(time.monotonic() - began)} s")
            return ""
        # BuildKit repeats what failed; the first sentence there that is the build's own is the reason.
        said = built.out + built.err
        match = _BUILD_SAYS.search(said)
        return match[1] if match else last_line(said) or f"docker compose build ended with exit code {built.code}"

    async def substitute(self, service: str) -> str:
        """The sentence of an image on what it stands in for; empty of one that is the very build its name says."""
        if self._target.dry_run:
            return ""
        inspected = await self._compose.tells(
            [
                *("docker", "image", "inspect", "--format"),
                *("{{range .Config.Env}}{{println .}}{{end}}", f"whichjvm/{service}"),
            ],
            self._target.env,
        )
        start = "WHICHJVM_SUBSTITUTE="
        lines = [line[len(start) :] for line in inspected.out.split("\n") if line.startswith(start)]
        # An image may say anything of itself.
        return one_line("\n".join(lines))


async def refuse_emulator(compose: Compose) -> None:
    """Before anything is built for another platform than this host's."""
    own = await compose.own_platform()
    asked = os.environ.get("DOCKER_DEFAULT_PLATFORM") or own
    if asked != own:
        raise cannot(
            f"DOCKER_DEFAULT_PLATFORM is {asked}, but this host is {own}: an emulator would be measured",
            f"unset DOCKER_DEFAULT_PLATFORM, or run this on a {asked} host",
        )
