"""The runner `docker`: variants are services of compose.yaml.

A fork is a container with the settings that `docker compose run` would give it, except that nothing in it is root's,
and it sees nothing of the campaign.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import re
import signal
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from . import about, freezer, jvms
from .collector import Ended
from .companions import Companions
from .compose import CAMPAIGN_LABEL, MOST_PROCESSES, NOBODY, TMP_OPTIONS, Compose
from .console import ROOT, cannot, say, say_skipped, wrong
from .huge import huge_size
from .images import Images, Registries, Target, named_images, refuse_emulator
from .processes import kill_tree, outlived
from .runner import Fork, Prepared, Runner, Settings
from .suffixes import of_kind

# Compose makes a container of each variant in a project of this name, which is never started.
SETTINGS_PROJECT = "whichjvm-settings"

# A fork's own folder: its result has at most 64 MiB of .hlog or of a profile, and 3 of the rest, in folders and under
# temporary names.
RESULT_OPTIONS = "size=80m,nr_inodes=64,mode=0777"
# By turns each contender says with names of files how far it is, and the collector tells the others.
TURNS_OPTIONS = "size=64k,nr_inodes=48,mode=0777"

# `docker logs` has the end of what a fork said; the engine's disk has no more of it.
LOG_OPTIONS = ["--log-driver=json-file", "--log-opt=max-size=1m", "--log-opt=max-file=1"]

_TEMPLATE = ROOT / "scripts" / "lib" / "docker-run.template"
_PARANOID = Path("/proc/sys/kernel/perf_event_paranoid")
_HUGE_PAGES = Path("/sys/kernel/mm/transparent_hugepage")

# What of a service's settings a fork does not have.
_DROPPED = (
    # What the launcher needs to become the owner of /out, by hand.
    *("--user=*", "--cap-add=*SETUID", "--cap-add=*SETGID", "--cap-add=*SYS_CHROOT", "--log-driver=*", "--log-opt=*"),
    *('--mount=*"target=/out"*', "--volume=*:/out", "--volume=*:/out:*"),
    *('--mount=*"target=/etc/passwd"*', "--volume=*:/etc/passwd", "--volume=*:/etc/passwd:*"),
    *("--tmpfs=/out*", "--tmpfs=/turns*", "--tmpfs=/dev/shm*", "--tmpfs=/queue*", "--tmpfs=/app*"),
)
_QUEUE = ('--mount=*"target=/queue"*', "--volume=*:/queue:*")
_NETWORK = ("--network=*",)
_NAMES = ("--hostname=*", "--add-host=*", "--dns=*")
_TMP = ("--tmpfs=/tmp", "--tmpfs=/tmp:*")


def _is(setting: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(setting, each) for each in patterns)


def tmpfs(folder: str, options: str) -> str:
    """A volume in memory, as docker run takes it, which goes with the container."""
    return (
        f"type=volume,target={folder},volume-label={CAMPAIGN_LABEL},volume-opt=type=tmpfs,volume-opt=device=tmpfs,"
        f'"volume-opt=o={options}"'
    )


def bind(source: str, target: str) -> str:
    """A file or a folder of this host, read-only, as docker run takes it: a line of CSV."""
    source = source.replace('"', '""')
    return f'type=bind,"source={source}",target={target},readonly'


@dataclasses.dataclass(frozen=True)
class Shared:
    """What all forks have beside the settings of their service."""

    # User and group of forks.
    user: str = NOBODY
    # Volumes of the collector's container, as docker run takes them, by the folder that it has them at. If the
    # collector was killed and its volumes went with it, the engine makes a new one, which a sweep finds by the label.
    volumes: dict[str, str] = dataclasses.field(default_factory=dict)
    # The mount of a file that tells a JVM its user's name and home, whatever users its image has.
    passwd: list[str] = dataclasses.field(default_factory=list)
    # The options that let a fork call perf_event_open. A seccomp profile in compose.override.yaml comes after them, so
    # that one counts.
    perf_profile: list[str] = dataclasses.field(default_factory=list)
    # always, or never: whether a memory of its own has huge pages.
    huge_pages: str = "always"


@dataclasses.dataclass(frozen=True)
class Confined:
    """The options of a fork's container, and its environment."""

    # What it has unless a person says otherwise.
    limits: list[str]
    settings: list[str]
    # What it has whatever the settings say.
    own: list[str]
    environment: dict[str, str]

    @property
    def options(self) -> list[str]:
        """The last of two values counts. A person's own limits in compose.override.yaml come before these."""
        words = [f"--env={key}={value}" for key, value in self.environment.items()]
        return [*self.limits, *self.settings, *self.own, *words]


def confine(fork: Fork, settings: Sequence[str], shared: Shared) -> Confined:
    """The options of a fork: the settings of its service without what only `docker compose run` by hand needs."""
    environment, plan = dict(fork.environment), fork.plan
    limits = [f"--pids-limit={MOST_PROCESSES}"]
    out = f"{shared.volumes[f'/forks/{fork.number}']},target=/out"
    own = [f"--user={shared.user}", "--read-only", "--no-healthcheck", *LOG_OPTIONS, "--mount", out, *shared.passwd]
    network = plan.network
    if plan.mount:
        own += ["--mount", bind(plan.mount, "/app")]
    if plan.memory_bytes:
        # A size that a contender is named by is what it has.
        where = own if of_kind(plan.contender, "container-memory") else limits
        where += [f"--memory={plan.memory_bytes}", f"--memory-swap={plan.memory_bytes}"]
    if plan.cpus:
        own.append(f"--cpus={plan.cpus:g}")
    if plan.with_services:
        network = f"container:{fork.name}-net"
        environment["WHICHJVM_WITH"] = plan.with_services
    if plan.event:
        limits += shared.perf_profile
    if fork.members > 1:
        own += ["--mount", f"{shared.volumes[f'/turns/{fork.number}/own']},target=/turns/own"]
        own += ["--mount", f"{shared.volumes['/turns/referee']},target=/turns/referee,readonly"]
        environment["WHICHJVM_TURNS"] = "/turns"
    if plan.shm_bytes:
        own += own_memory(str(plan.shm_bytes), shared.huge_pages if plan.huge_queue else "")
        environment.update(WHICHJVM_SHM=str(plan.shm_bytes), WHICHJVM_HUGE_DIR="/dev/shm")
    kept = _kept(settings, network, queue=plan.huge_queue and not plan.shm_bytes)
    return Confined(limits, [*kept, *([f"--network={network}"] if network else [])], own, environment)


def own_memory(size: str, huge: str) -> list[str]:
    """A person's program has a /dev/shm that nobody else sees."""
    options = f"size={size},nr_inodes=4096,mode=1777" + (f",huge={huge}" if huge else "")
    return ["--ipc=private", "--mount", tmpfs("/dev/shm", options)]


def _kept(settings: Sequence[str], network: str, queue: bool) -> list[str]:
    """The settings that a fork keeps, with that of /tmp last."""
    kept = []
    tmp = f"--tmpfs=/tmp:{TMP_OPTIONS}"
    for setting in settings:
        if _is(setting, _DROPPED):
            continue
        if _is(setting, _QUEUE):
            keeps = queue
        elif _is(setting, _NETWORK):
            # A second network would be added to the first.
            keeps = not network
        elif _is(setting, _NAMES):
            keeps = not network.startswith("container:")
        elif _is(setting, _TMP):
            # A person's own.
            tmp, keeps = setting, False
        else:
            keeps = True
        if keeps:
            kept.append(setting)
    return [*kept, tmp]


class Docker(Runner):
    name = "docker"

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.compose = Compose(settings)
        self._registries = Registries(self.compose)
        # NAME to IMAGE.
        self._named = named_images(settings.jdks)
        self._companions = Companions(self.compose, settings.granted.with_file, settings.granted.with_services)
        # Of each service, as options of docker run.
        self._settings_of: dict[str, list[str]] = {}
        self._shared = Shared()
        self._can_freeze = False
        # Links that stand for paths with a colon.
        self._links = 0

    async def refuse_emulator(self) -> None:
        """Before anything is built for another platform than this host's."""
        await refuse_emulator(self.compose)

    # --- variants ---

    async def _services(self, profile: str) -> list[str]:
        """Those of a profile, '*' for all. If a person adds services, only compose knows them."""
        if not jvms.has_overrides():
            return jvms.services(profile)
        # With the profile of `base`, which every variant's build names: without it compose refuses.
        said = await self.compose.ask("--profile", "build", "--profile", profile, "config", "--services")
        return said.out.split()

    async def known(self) -> list[str]:
        return jvms.of_images([*await self._services("*"), *self._named])

    async def usual(self) -> list[str]:
        return jvms.in_order(jvms.of_images([*await self._services("variant"), *self._named]))

    def home(self, jvm: str) -> str:
        """Its image, if it was named; other JVMs of images have no home here."""
        return self._named.get(jvm, "")

    # --- images ---

    async def prepare_collector(self) -> None:
        """The one image that every campaign needs."""
        has_image = ["docker", "image", "inspect", "--format", "{{.Id}}", "whichjvm/collector"]
        if not self.settings.dry_run and not (await self.compose.run(has_image)).ok:
            say("preparing: images are pulled and built, which takes a few minutes, once")
        # Whatever the variants are for, it need not be emulated. And a dry run needs it too.
        images = Images(self.compose, self._registries, Target(), self._named, self.settings.bases)
        await images.define_named()
        reason = await images.choose_base("build", "base") or await images.choose_base("go", "base")
        if reason:
            raise cannot(f"there is nothing to build the images with: {reason}", "--runner host")
        reason = await images.choose_base("collector", "collector")
        if reason:
            raise cannot(f"there is no JDK for the collector: {reason}", "--runner host")
        await images.build_packages()
        revision = await self.compose.run(["git", "-C", str(ROOT), "rev-parse", "HEAD"])
        self.compose.env["WHICHJVM_REVISION"] = revision.out.strip() if revision.ok else ""
        reason = await images.build("collector")
        if reason:
            raise cannot(
                f"the collector could not be built: {reason}",
                "docker compose build collector shows all that the build says; or --runner host",
            )
        self.compose.use_prebuilt(["collector"])

    async def prepare(self, jvms: Sequence[str], usual: bool) -> Prepared:
        dry_run = self.settings.dry_run
        await self._companions.prepare(dry_run)
        # Of compose.yaml, the same for every fork. A kernel without transparent huge pages would not mount it at all.
        self.compose.env["WHICHJVM_HUGE_SIZE"] = huge_size()
        if not _HUGE_PAGES.exists():
            self.compose.env["WHICHJVM_HUGE_PAGES"] = "never"
        self._shared = dataclasses.replace(
            self._shared, huge_pages=self.compose.value("WHICHJVM_HUGE_PAGES") or "always"
        )
        target = Target(os.environ.get("DOCKER_DEFAULT_PLATFORM", ""), dry_run)
        images = Images(self.compose, self._registries, target, self._named, self.settings.bases, usual)
        prepared = Prepared()
        wanted = []
        for jvm in jvms:
            reason = await self._base_of(jvm, images)
            if reason:
                prepared.missing[jvm] = reason
            else:
                wanted.append(jvm)
        say_skipped(prepared.missing)
        await images.build_packages()
        self.compose.use_prebuilt(["collector", *wanted])
        all_built = not dry_run and len(wanted) > 1 and await images.build_all(wanted)
        unusable: dict[str, str] = {}
        for jvm in wanted:
            reason = await self._image_of(jvm, images, all_built)
            if reason:
                unusable[jvm] = reason
                continue
            prepared.ready.append(jvm)
            sentence = await images.substitute(jvm)
            if sentence:
                prepared.substitutes.append(jvm)
                say(f"{jvm} is a substitute: {sentence}")
        say_skipped(unusable)
        prepared.missing.update(unusable)
        await self._read_settings(prepared.ready)
        return prepared

    async def _base_of(self, jvm: str, images: Images) -> str:
        """Why there is nothing to build its image on; empty if there is."""
        if jvm == "custom":
            if not os.environ.get("JDK_IMAGE"):
                raise wrong(
                    "custom needs an image, and JDK_IMAGE is not set",
                    "--jdk NAME=IMAGE, or JDK_IMAGE=my/jdk:tag whichjvm compare custom …",
                )
            return ""
        if jvm in self._named:
            reason = await images.have_named(jvm)
            return f"{self._named[jvm]}: {reason}" if reason else ""
        return await images.choose_base(jvm, jvm)

    async def _image_of(self, jvm: str, images: Images, is_built: bool) -> str:
        """Why its image cannot be had; empty if it can."""
        if not is_built or await images.is_for_platform(f"whichjvm/{jvm}"):
            reason = await images.build(jvm)
            if reason:
                return reason
        return await images.check(jvm) if jvm in self._named or jvm == "custom" else ""

    async def _read_settings(self, ready: Sequence[str]) -> None:
        """What compose makes of each of these services and of the collector, as options of `docker run`. `docker
        compose run` takes a second more for each fork (measured: 1.2 s against 0.3 s)."""
        if self.settings.dry_run:
            return
        made = await self.compose.run(
            [
                *(*self.compose.prebuilt, "--project-name", SETTINGS_PROJECT, "create", "--force-recreate"),
                *("collector", *ready),
            ],
            {"WHICHJVM_RESULTS": str(self.settings.campaigns)},
        )
        if not made.ok:
            raise cannot(
                f"compose cannot make containers of {' '.join(ready)}: {made.said}",
                f"docker compose create {ready[0]} shows all that compose says",
            )
        template = _TEMPLATE.read_text(encoding="utf-8").rstrip("\n")
        containers = []
        for service in ("collector", *ready):
            container = f"{SETTINGS_PROJECT}-{service}-1"
            containers.append(container)
            said_of = await self.compose.tells(["docker", "inspect", "--format", template, container])
            if not said_of.ok:
                raise cannot(
                    f"the engine does not tell the settings of the container {container}: {said_of.said}",
                    "run this again; docker info shows whether the engine is well",
                )
            # Behind the last one is the end of the line.
            self._settings_of[service] = said_of.out.split("\0")[:-1]
        await self.compose.remove(containers)

    # --- the collector ---

    def collector(self, arguments: Sequence[str]) -> tuple[list[str], dict[str, str]]:
        return self.collector_with({}, arguments)

    def collector_with(self, folders: Mapping[str, str], arguments: Sequence[str]) -> tuple[list[str], dict[str, str]]:
        """With folders of this host, by where it is to have them; it reads what is on stdin."""
        options = [word for target, folder in folders.items() for word in self._volume(folder, target)]
        more = {"WHICHJVM_RESULTS": str(self.settings.campaigns), "DOCKER_DEFAULT_PLATFORM": ""}
        command = [*self.compose.prebuilt, "run", "--rm", "--no-TTY", *options, "collector", *arguments]
        return command, self.compose.environment(more)

    def _volume(self, path: str, target: str) -> list[str]:
        """By a link where the path has a colon, at which a volume's path would end."""
        if ":" in path:
            link = self.settings.scratch / f"volume-{self._links}"
            self._links += 1
            link.symlink_to(path)
            path = str(link)
        return ["--volume", f"{path}:{target}"]

    def beside(self, campaign: str, slots: int, arguments: Sequence[str]) -> tuple[list[str], dict[str, str]]:
        """Its container has the folders that forks write into, and holds what is in them until it has read it."""
        if self.settings.dry_run:
            return self.collector(arguments)
        mounts = []
        for i in range(slots):
            mounts += ["--mount", tmpfs(f"/forks/{i}", RESULT_OPTIONS)]
            mounts += ["--mount", tmpfs(f"/turns/{i}/own", TURNS_OPTIONS)]
        mounts += ["--mount", tmpfs("/turns/referee", TURNS_OPTIONS)]
        command = [
            *("docker", "run", "--interactive", "--rm", "--pull", "never", "--name", _collector_of(campaign)),
            *("--label", CAMPAIGN_LABEL, "--log-driver", "none", *self._settings_of["collector"], *mounts),
            *("whichjvm/collector", arguments[0], "--forks", "/forks", "--turns", "/turns", *arguments[1:]),
        ]
        return command, self.compose.environment()

    async def begun_beside(self, campaign: str, owner: str) -> None:
        """Learns what the engine calls the volumes of the collector's container, and who forks are."""
        if self.settings.dry_run:
            return
        mounts = '{{range .Mounts}}{{if eq .Type "volume"}}{{.Destination}} {{.Name}}{{println}}{{end}}{{end}}'
        said = await self.compose.tells(["docker", "inspect", "--format", mounts, _collector_of(campaign)])
        if not said.ok:
            raise Ended
        named = [line.split() for line in said.out.splitlines() if line.strip()]
        volumes = {folder: f"type=volume,source={name},volume-label={CAMPAIGN_LABEL}" for folder, name in named}
        user = NOBODY if owner.startswith("0:") else owner
        self._shared = dataclasses.replace(self._shared, user=user, volumes=volumes, passwd=await self._passwd(user))

    async def _passwd(self, user: str) -> list[str]:
        file = self.settings.scratch / "passwd"
        text = f"root:x:0:0:root:/root:/bin/sh\nwhichjvm:x:{user}::/tmp/home:/bin/sh\n"
        # Another one, because a container may have the last one still.
        with contextlib.suppress(FileNotFoundError):
            file.unlink()
        file.write_text(text, encoding="ascii")
        file.chmod(0o644)
        mount = ["--mount", f'type=bind,"source={file}",target=/etc/passwd,readonly']
        container = f"{SETTINGS_PROJECT}-passwd"
        made = await self.compose.run(["docker", "create", "--name", container, *mount, "whichjvm/collector"])
        await self.compose.remove([container])
        if made.ok:
            return mount
        say(
            f"the engine does not see this host's {self.settings.scratch}: user.home and user.name of forks are the"
            " image's"
        )
        return []

    # --- a fork ---

    def fork(self, fork: Fork) -> tuple[list[str], dict[str, str]]:
        if self.settings.dry_run:
            return self._shown(fork), self.compose.environment()
        image = f"whichjvm/{fork.plan.jvm}"
        confined = confine(fork, self._settings_of[fork.plan.jvm], self._shared)
        command = [
            *("docker", "run", "--rm", "--pull", "never", "--name", fork.name, "--label", CAMPAIGN_LABEL),
            *(*confined.options, image, *fork.plan.arguments),
        ]
        if fork.plan.with_services:
            command = self._companions.command(fork.name, image, command)
        return command, self.compose.environment()

    def _shown(self, fork: Fork) -> list[str]:
        """There is no image yet to read settings of, and this does the same."""
        plan = fork.plan
        volumes = ["--volume", f"{plan.mount}:/app:ro"] if plan.mount else []
        if plan.with_services:
            self._companions.show()
        if plan.event:
            say("# by docker run, with the seccomp profile that docker/seccomp-profile writes:")
        words = [f"--env={key}={value}" for key, value in fork.environment.items()]
        return [
            *(*self.compose.command, "run", "--rm", "--no-TTY", "--name", fork.name, *volumes, *words),
            *(plan.jvm, *plan.arguments),
        ]

    async def run_beside(self, jvm: str, command: Sequence[str]) -> bool:
        """In the JVM's image, while nothing is measured."""
        ran = await self.compose.run(
            [
                *("docker", "run", "--rm", "--pull", "never", "--network", "none", "--user", NOBODY),
                *("--label", CAMPAIGN_LABEL, "--entrypoint", command[0], f"whichjvm/{jvm}", *command[1:]),
            ]
        )
        return ran.ok

    async def open_perf_events(self) -> None:
        """Makes the profile of forks that call perf_event_open."""
        level = 2
        with contextlib.suppress(OSError, ValueError):
            level = int(_PARANOID.read_text(encoding="ascii"))
        if level <= 0:
            raise cannot(
                f"kernel.perf_event_paranoid is {level}, so that a program in a container that may call perf_event_open"
                " could watch all of this host",
                "sysctl kernel.perf_event_paranoid=2, or --runner host",
            )
        security = await self.compose.tells(["docker", "info", "--format", "{{.SecurityOptions}}"])
        if not re.search("name=seccomp,profile=(builtin|default)", security.out):
            say(
                "the engine's default seccomp profile is a person's own, or there is none: it stays as it is, and says"
                " whether forks may call perf_event_open"
            )
            return
        profile = self.settings.scratch / "seccomp.json"
        made = await self.compose.tells([str(ROOT / "docker" / "seccomp-profile"), str(profile)])
        if not made.ok:
            raise cannot(
                f"no container can call perf_event_open: {made.said}",
                "--runner host",
            )
        self._shared = dataclasses.replace(self._shared, perf_profile=["--security-opt", f"seccomp={profile}"])

    # --- ends ---

    async def stop(self, fork: Fork) -> None:
        """Ends the container and its client as a person's Ctrl-C would; the fork cleans up after itself."""
        # The client first: it may be about to start the container.
        if fork.process:
            fork.process.signal(signal.SIGTERM)
        if (await self.compose.run(["docker", "stop", "--time", "15", fork.name])).ok:
            return
        top = await self.compose.run(["docker", "top", fork.name, "-o", "pid"])
        if not top.ok:
            return
        fork.left = await outlived([int(each) for each in top.out.split() if each.isdigit()])
        if fork.process and not fork.process.ended.done():
            kill_tree(fork.process.pid)

    async def remove(self, names: Sequence[str]) -> None:
        await self.compose.remove(names)

    async def sweep(self) -> None:
        """What killed campaigns left in the engine. A volume stays if its container was removed while another one had
        it too."""
        if not self.settings.alone:
            return
        left = await self._listed("ps", "--all", "--quiet", "--filter", f"label={CAMPAIGN_LABEL}")
        for container in left:
            # Nothing that is frozen can be ended.
            frozen = await self._freezer(container)
            if frozen:
                frozen.thaw()
        left += await self._listed("ps", "--all", "--quiet", "--filter", f"name=^{SETTINGS_PROJECT}-")
        await self.compose.remove(left)
        volumes = await self._listed("volume", "ls", "--quiet", "--filter", f"label={CAMPAIGN_LABEL}")
        if volumes:
            await self.compose.run(["docker", "volume", "rm", *volumes])

    async def _listed(self, *command: str) -> list[str]:
        return (await self.compose.tells(["docker", *command])).out.split()

    async def leave(self) -> None:
        """The volume holds nothing any more, but its name would stay."""
        if self.settings.dry_run:
            return
        await self.sweep()
        pages = self.compose.value("WHICHJVM_HUGE_PAGES") or "always"
        size = self.compose.value("WHICHJVM_HUGE_SIZE") or "4g"
        await self.compose.run(["docker", "volume", "rm", f"whichjvm_huge_{pages}_{size}"])

    # --- the freezer ---

    async def group(self, campaign: str, name: str) -> str:
        """A Stop if this user cannot see whether containers are frozen. If the user may not freeze them, the engine
        does."""
        if not self._can_freeze and not await self._freezer(_collector_of(campaign)):
            raise cannot(
                f"--interleave turns freezes containers, and {about.user()} cannot read their control groups here",
                "the engine of this host, or --interleave forks",
            )
        self._can_freeze = True
        return f"{freezer.DOCKER}{name}"

    async def _freezer(self, container: str) -> freezer.Freezer | None:
        """The freezer of a container; None if it has not begun or has ended."""
        return freezer.Freezer.of_container(container, (await self.compose.run(freezer.asks_pid(container))).out)


def _collector_of(campaign: str) -> str:
    """The container of the collector that lives beside a campaign."""
    return f"whichjvm-{campaign}-collector"
