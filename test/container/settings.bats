#!/usr/bin/env bats
# bats file_tags=engine
# What the container of a fork is started with.

load ../helper

setup() {
  forget_settings
  wait_for_host
  cd "$root" || return
  own=$(mktemp -d)
  export WHICHJVM_RESULTS=$own
  started=
}

teardown() {
  [[ -z ${started:-} ]] || kill -KILL "$started" 2>/dev/null || true
  rm -rf "$own" "$own".*
  ! grep -qs OF_A_PERSON compose.override.yaml || rm compose.override.yaml
  docker rm --force whichjvm-test-settings >/dev/null 2>&1 || true
}

# settings_of NAME: of a container, without what each has of its own, the commit that its image was built from, the
# order of lists, and what a fork has otherwise than a container that a person starts
settings_of() {
  docker inspect "$1" | python3 -c 'import json, sys
def plain(value):
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items() if plain(v)}
    return sorted(map(plain, value), key=str) if isinstance(value, list) else value
d = json.load(sys.stdin)[0]
own = ("AutoRemove", "ContainerIDFile", "ConsoleSize")
confined = ("CapAdd", "LogConfig", "Memory", "MemorySwap", "ReadonlyRootfs", "Mounts", "Binds")
environment = [e for e in d["Config"]["Env"] if not e.startswith(("WHICHJVM_IMAGE_ID=", "WHICHJVM_REVISION=", "WHICHJVM_JVM=", "WHICHJVM_LOCK_HELD=", "WHICHJVM_STEP=", "WHICHJVM_DEADLINE=", "WHICHJVM_MEMORY="))]
print(json.dumps(plain({
    "host": {k: v for k, v in d["HostConfig"].items() if k not in own + confined},
    "mounts": [m for m in d["Mounts"] if m["Destination"] not in ("/out", "/queue", "/etc/passwd")],
    "config": {k: d["Config"][k] for k in ("WorkingDir", "Image", "Entrypoint", "StopSignal") if k in d["Config"]},
    "environment": environment,
}), sort_keys=True, indent=1))'
}

fork_runs() { fork=$(docker ps --quiet --filter name="whichjvm-$(readlink "$own/latest" 2>/dev/null || echo none)-[0-9]") && [[ $fork ]]; }

@test "a fork's container has the settings that compose run would give it, those of a person among them" {
  export WHICHJVM_CPUSET=0-1 JAVA_OPTS=-Dx=1
  [[ ! -e compose.override.yaml ]] || skip "compose.override.yaml is there already"
  cat >compose.override.yaml <<EOF
services:
  jdk17-temurin:
    cpus: 1.5
    pids_limit: 5000
    ulimits: {nofile: {soft: 1000, hard: 2000}}
    tmpfs: ["/tmp:exec,size=64m"]
    environment: {OF_A_PERSON: "1, 2"}
    volumes: ["$own:/extra:ro"]
EOF
  env --default-signal=INT,TERM scripts/compare --runner docker --out "$own" --blocks 1 --interleave forks "${ungated[@]}" jdk17-temurin \
    -- --rate 1000 --duration 30s >"$own.said" 2>&1 3>&- &
  started=$!
  eventually fork_runs
  settings_of "$fork" >"$own.fork"
  docker inspect --format '{{.Config.User}} {{.HostConfig.CapAdd}} {{.HostConfig.CapDrop}} {{.HostConfig.ReadonlyRootfs}} {{.HostConfig.LogConfig.Type}}' "$fork" >"$own.confined"
  docker inspect --format '{{range .Mounts}}{{.Type}} {{.Destination}} {{.RW}}{{println}}{{end}}' "$fork" >>"$own.confined"
  # Without a profile of seccomp it has the engine's default.
  expect 'label=disable no-new-privileges:true' "$(docker inspect --format '{{range .HostConfig.SecurityOpt}}{{println .}}{{end}}' "$fork" | sort | xargs)"
  docker inspect --format '{{.HostConfig.Memory}} {{.HostConfig.MemorySwap}}' "$fork" >"$own.memory"
  # Another one beside it, which only sleeps.
  docker compose run --detach --name whichjvm-test-settings --entrypoint sleep jdk17-temurin 60 >/dev/null
  settings_of whichjvm-test-settings >"$own.compose"
  rm compose.override.yaml
  docker rm --force whichjvm-test-settings >/dev/null
  kill -INT "$started"
  end_of_start
  sed -i 's/"sleep"/"\/opt\/whichjvm\/launch"/' "$own.compose"
  diff "$own.compose" "$own.fork"
  grep -q OF_A_PERSON "$own.fork"
  # The results folder is root's here.
  expect "65534:65534 [] [ALL] true json-file
bind /etc/passwd false
bind /extra false
volume /out true" "$(head -n 1 "$own.confined" && grep -E '/out|/extra|/etc/passwd' "$own.confined" | sort)"
  expect "" "$(sed 1d "$own.confined" | grep -vE '^$|/out|/extra|/etc/passwd' || true)"
  read -r memory swap <"$own.memory"
  ((memory == swap && memory > 1 << 30))
  grep -q '"CpusetCpus": "0-1"' "$own.fork"
}
