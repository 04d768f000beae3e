#!/usr/bin/env bats
# bats file_tags=beside
# A results folder from a stranger that is resumed: what its plan and its commands say is refused unless a
# campaign may have it. The JVMs are made up, and so is the engine.

load ../helper

setup_file() {
  forget_settings
  wait_for_host
  scratch=$(mktemp -d)
  mkdir -p "$scratch"/{one/bin,host,docker,app,evil}
  # What a stranger would run on this host.
  for tool in java date evil sed nproc; do
    printf '#!/bin/sh\ntouch "%s/proof"\n' "$scratch" >"$scratch/evil/$tool"
  done
  cat >"$scratch/one/bin/java" <<'E'
#!/usr/bin/env bash
[[ " $* " != *" -version "* ]] || { echo 'openjdk version "17.0.1"' >&2; exit; }
[[ " $* " != *" --check "* ]] || { echo '{"schema":"whichjvm.check/1","java":17,"arch":"amd64"}'; exit; }
[[ ! ${seen:-} ]] || printf '%s\n' "$@" >>"$seen/run"
echo 'whichjvm: this JVM runs nothing' >&2
exit 4
E
  printf '#!/bin/sh\necho\n' >"$scratch/app/own"
  chmod -R a+rX,a+x "$scratch/one" "$scratch/app" "$scratch/evil"
  export scratch root
  engine=(env "PATH=$BATS_TEST_DIRNAME/stub:$PATH" BUILD_BASE=docker-image://x COLLECTOR_BASE=docker-image://x
    JDK17_TEMURIN_BASE=docker-image://x seen="$scratch")
  status=0
  "$root/scripts/compare" --runner host --out "$scratch/host" --retries 0 --blocks 2 --jdk "one=$scratch/one" \
    --workload command one -- true >&2 || status=$?
  ((status == 3))
  "${engine[@]}" "$root/scripts/compare" --runner docker --out "$scratch/docker" --retries 0 --blocks 2 \
    --workload command --mount "$scratch/app" jdk17-temurin -- ./own >&2 || status=$?
  ((status == 3))
}

teardown_file() { [[ -z ${scratch:-} ]] || rm -rf "$scratch"; }

setup() {
  wait_for_host
  own=$(mktemp -d)
  export seen=$own/seen
  mkdir "$seen"
  engine=(env "PATH=$BATS_TEST_DIRNAME/stub:$PATH" BUILD_BASE=docker-image://x COLLECTOR_BASE=docker-image://x
    JDK17_TEMURIN_BASE=docker-image://x)
  rm -f "$scratch/proof"
}

teardown() { rm -rf "$own"; }

# stranger host|docker: a campaign of which the second block is missing
stranger() {
  runner=$1
  cp -a "$scratch/$runner" "$own/out"
  campaign=$own/out/$(readlink "$own/out/latest")
  rm -f "$campaign"/forks/002-*
  jvm=one
  [[ $runner == host ]] || jvm=jdk17-temurin
  command=$campaign/commands/$jvm
}

# says NAME=VALUE…: the command has these in its environment
says() {
  { printf '%s\0' "$@" && cat "$command"; } >"$own/command"
  mv "$own/command" "$command"
}

# planned BLOCK STEP CONTENDER [MORE]: in place of all lines of the plan
planned() {
  sed -i '1!d' "$campaign/plan.tsv"
  (IFS=$'\t' && printf '%s\n' "$*" >>"$campaign/plan.tsv")
}

# resume: on a terminal, since progress is shown there alone
resume() {
  local words
  printf -v words '%q ' "$root/scripts/compare" --out "$own/out" --resume "${campaign##*/}"
  status=0
  cd "$own" || return
  [[ $runner == host ]] || words+=$(printf -- ' --mount %q' "$scratch/app")
  [[ $runner == host ]] || words="$(printf '%q ' "${engine[@]}")$words"
  timeout 60 script --quiet --return --command "$words" "$own/terminal" </dev/null >/dev/null 2>&1 || status=$?
  terminal=$(tr -d '\r' <"$own/terminal")
}

# is_refused WORD: nothing ran, and a sentence has the word
is_refused() {
  resume
  [[ ! -e $scratch/proof ]] || fail "it ran what the stranger wrote: $terminal"
  [[ ! -e $seen/run ]] || fail "a fork was started: $(xargs <"$seen/run")"
  [[ $status == [24] ]] || fail "exit code $status: $terminal"
  contains "$terminal" "$1"
}

@test "a campaign of one's own is resumed, on both runners" {
  for each in host docker; do
    stranger "$each"
    resume
    expect 3 "$status" || fail "$terminal"
    [[ -s $seen/run ]] || fail "no fork was started: $terminal"
    rm -r "$seen/run" "$own/out"
  done
}

@test "a JVM's name with a path" {
  stranger docker
  says WHICHJVM_JVM=../evil
  sed -i 's/WHICHJVM_JVM=jdk17-temurin/WHICHJVM_JVM=..\/evil/' "$command"
  is_refused ../evil
}

@test "a JVM that the campaign does not have" {
  stranger host
  sed -i 's/WHICHJVM_JVM=one/WHICHJVM_JVM=two/' "$command"
  is_refused two
}

@test "the host's root as the mounted folder" {
  stranger docker
  sed -i "s|WHICHJVM_MOUNT=[^\x00]*|WHICHJVM_MOUNT=/|" "$command"
  is_refused "mounts '/' into its forks"
}

@test "a folder that the person does not grant again" {
  stranger docker
  sed -i "s|WHICHJVM_MOUNT=[^\x00]*|WHICHJVM_MOUNT=$HOME|" "$command"
  is_refused "mounts '$HOME' into its forks"
}

@test "the host's network" {
  stranger docker
  says WHICHJVM_NETWORK=host
  is_refused "the network 'host'"
}

@test "the engine's network, which the person does not grant again" {
  stranger docker
  says WHICHJVM_NETWORK=bridge
  is_refused "the network 'bridge'"
}

@test "perf_event_open, which the person does not grant again" {
  for each in faults '' evil; do
    stranger docker
    says "WHICHJVM_PERF_EVENT=$each"
    is_refused "perf_event_open for '$each'"
    rm -r "$own/out"
  done
}

@test "another container's shared memory, and the host's" {
  stranger docker
  says WHICHJVM_IPC=host
  is_refused WHICHJVM_IPC
}

@test "memory that is no number" {
  stranger docker
  says 'WHICHJVM_MEMORY=0 --privileged'
  is_refused WHICHJVM_MEMORY
}

@test "an environment that is not of a campaign: PATH, LD_PRELOAD, BASH_ENV" {
  for each in "PATH=$scratch/evil:$PATH" "LD_PRELOAD=$scratch/evil/evil.so" "BASH_ENV=$scratch/evil/evil" "WHICHJVM_JAR=$scratch/evil/evil"; do
    stranger host
    says "$each"
    is_refused "${each%%=*}"
    rm -r "$own/out"
  done
}

@test "a block's text that a shell would evaluate" {
  for each in "x[\$(touch $scratch/proof)]" "2+x[\$(touch $scratch/proof)]" "-1" "9999999999999999999999"; do
    stranger host
    # Of a contender that has no file yet.
    planned "$each" 2 two
    is_refused plan
    rm -r "$own/out"
  done
}

@test "the same in a plan that has not begun, which nobody has read yet" {
  stranger host
  rm "$campaign/campaign.json"
  planned "x[\$(touch $scratch/proof)]" 2 two
  is_refused plan
}

@test "a step's text that a shell would evaluate, or that is a name of something else" {
  for each in "x[\$(touch $scratch/proof)]" "../../evil" "--privileged"; do
    stranger host
    rm "$campaign/campaign.json"
    planned 2 "$each" one
    is_refused plan
    rm -r "$own/out"
  done
}

@test "a contender with a path, or with text that a shell would evaluate" {
  for each in "../../../evil" "x]\$(touch $scratch/proof)[" "x[\$(touch $scratch/proof)]"; do
    stranger host
    rm "$campaign/campaign.json"
    planned 2 2 "$each"
    is_refused plan
    rm -r "$own/out"
  done
}

@test "a command outside of commands/" {
  for each in ../../evil/command "/$scratch/evil/command" commands/../../../evil/command commands/one; do
    stranger host
    planned 2 2 one "$each"
    is_refused plan
    rm -r "$own/out"
  done
  for each in ../../evil/command "/$scratch/evil/command" link; do
    stranger host
    printf 'WHICHJVM_JVM=one\0\0command\0--\0%s\0' "$scratch/evil/evil" >"$scratch/evil/command"
    ln -s "$scratch/evil/command" "$campaign/commands/link"
    planned 2 2 "$each"
    is_refused "$each"
    rm -r "$own/out"
  done
}

@test "a plan, a command or commands/ that is a link or a pipe" {
  stranger host
  mv "$command" "$own/command"
  mkfifo "$command"
  is_refused command
  rm "$command"
  ln -s "$own/command" "$command"
  is_refused command
}
