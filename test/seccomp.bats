#!/usr/bin/env bats
# bats file_tags=beside
# docker/seccomp-profile: the profile of the forks that explain by perf_event_open.

load helper

setup() {
  own=$(mktemp -d)
  # What it keeps is its own.
  mkdir "$own/docker" "$own/proxy"
  cp "$root/docker/seccomp-profile" "$own/docker"
  cache=$own/.cache/seccomp/v0.3.0.json
}

teardown() { rm -rf "$own"; }

# profile [NAME=VALUE…]: the program writes it to profile.json
profile() { run --separate-stderr env "$@" "$own/docker/seccomp-profile" "$own/profile.json"; }

# real_profile: with the default that everybody has
real_profile() {
  profile
  [[ $stderr != *"cannot be fetched"* ]] || skip "the proxy of Go modules is not reached"
  [[ $status == 0 ]] || fail "$stderr"
}

# serve FILE: as a proxy of modules does, from a folder
serve() {
  python3 - "$own/proxy" "$1" <<'P'
import pathlib, sys, zipfile
folder = pathlib.Path(sys.argv[1], "github.com/moby/profiles/seccomp/@v")
folder.mkdir(parents=True, exist_ok=True)
with zipfile.ZipFile(folder / "v0.3.0.zip", "w") as archive:
    archive.write(sys.argv[2], "github.com/moby/profiles/seccomp@v0.3.0/default.json")
P
}

@test "it is the engine's default, and perf_event_open and nothing else is allowed beside it" {
  real_profile
  python3 - "$cache" "$own/profile.json" <<'P'
import json, sys
default, opened = (json.load(open(path)) for path in sys.argv[1:])
def always(profile):
    """What every container may call, whatever its arguments are."""
    conditions = ("args", "includes", "excludes")
    return {name for rule in profile["syscalls"] for name in rule["names"] if rule["action"] == "SCMP_ACT_ALLOW" and not any(map(rule.get, conditions))}
assert always(opened) - always(default) == {"perf_event_open"}, always(opened) - always(default)
assert always(default) - always(opened) == set()
assert opened["defaultAction"] == "SCMP_ACT_ERRNO"
opened["syscalls"].remove({"names": ["perf_event_open"], "action": "SCMP_ACT_ALLOW"})
assert opened == default
P
}

@test "it is fetched once, and again if what is kept is not what was pinned" {
  real_profile
  cp "$cache" "$own/default.json"
  profile GOPROXY=off
  expect 0 "$status"
  echo '{"defaultAction": "SCMP_ACT_ALLOW"}' >"$cache"
  serve "$own/default.json"
  profile GOPROXY="file://$own/none|file://$own/proxy,direct"
  expect 0 "$status"
  cmp "$cache" "$own/default.json"
}

@test "a proxy that has something else is refused, and nothing of it is kept" {
  echo '{"defaultAction": "SCMP_ACT_ALLOW", "syscalls": []}' >"$own/default.json"
  serve "$own/default.json"
  profile GOPROXY="file://$own/proxy"
  expect 1 "$status"
  contains "$stderr" "has another SHA-256 than the pinned one"
  expect "" "$(find "$own/.cache" "$own/profile.json" -type f 2>/dev/null)"
}

@test "where it cannot be fetched it is said why, and what to do" {
  profile GOPROXY=off
  expect 1 "$status"
  contains "$stderr" "GOPROXY names none"
  profile GOPROXY="file://$own/none"
  expect 1 "$status"
  contains "$stderr" "set GOPROXY to a proxy of Go modules, or explain with --runner host"
}
