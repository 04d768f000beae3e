#!/usr/bin/env bats
# bats file_tags=beside
# A results folder from a stranger that is resumed: what its campaign.json and its request say is refused unless a
# campaign may have it. The JVMs are made up, and so is the engine. test/host_code/test_steps.py has what a collector that is
# hostile itself asks for.

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
  cat >"$scratch/one/bin/java" <<'E2'
#!/usr/bin/env bash
[[ " $* " != *" -version "* ]] || { echo 'openjdk version "17.0.1"' >&2; exit; }
[[ " $* " != *" --check "* ]] || { echo '{"schema":"whichjvm.check/1","java":17,"arch":"amd64"}'; exit; }
[[ ! ${seen:-} ]] || printf '%s\n' "$@" >>"$seen/run"
echo 'whichjvm: this JVM runs nothing' >&2
exit 4
E2
  printf '#!/bin/sh\necho\n' >"$scratch/app/own"
  chmod -R a+rX,a+x "$scratch/one" "$scratch/app" "$scratch/evil"
  export scratch root
  engine=(env "PATH=$BATS_TEST_DIRNAME/stub:$PATH" BUILD_BASE=docker-image://x COLLECTOR_BASE=docker-image://x
    JDK17_TEMURIN_BASE=docker-image://x seen="$scratch")
  status=0
  "$root/scripts/compare" --runner host --out "$scratch/host" --retries 0 --blocks 2 --jdk "one=$scratch/one" \
    --workload command one+serialgc -- true >&2 || status=$?
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
  rm -rf "$own/out"
  cp -a "$scratch/$runner" "$own/out"
  campaign=$own/out/$(readlink "$own/out/latest")
  rm -f "$campaign"/forks/002-*
  # What the person types again.
  again=(-- true)
  [[ $runner == host ]] || again=(--mount "$scratch/app")
}

# says STATEMENT: changes what campaign.json says, which is d
says() {
  python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
exec(sys.argv[2])
json.dump(d, open(sys.argv[1], "w"))' "$campaign/campaign.json" "$1"
}

# resume: on a terminal, since progress is shown there alone
resume() {
  local words
  printf -v words '%q ' "$root/scripts/compare" --out "$own/out" --resume "${campaign##*/}" "${again[@]}"
  status=0
  cd "$own" || return
  [[ $runner == host ]] || words="$(printf '%q ' "${engine[@]}")$words"
  timeout 60 script --quiet --return --command "$words" "$own/terminal" </dev/null >/dev/null 2>&1 || status=$?
  terminal=$(tr -d '\r' <"$own/terminal")
}

# is_refused WORD: nothing ran, and a sentence has the word
is_refused() {
  resume
  [[ ! -e $scratch/proof ]] || fail "it ran what the stranger wrote: $terminal"
  ! grep -qe '--fork' "$seen/run" 2>/dev/null || fail "a fork was started: $(xargs <"$seen/run")"
  [[ $status == [24] ]] || fail "exit code $status: $terminal"
  contains "$terminal" "$1"
}

# runs: forks are started
runs() {
  resume
  expect 3 "$status" || fail "$terminal"
  [[ -s $seen/run ]] || fail "no fork was started: $terminal"
  [[ ! -e $scratch/proof ]] || fail "it ran what the stranger wrote: $terminal"
  rm -r "$seen/run"
}

@test "a campaign of one's own is resumed, on both runners" {
  for each in host docker; do
    stranger "$each"
    runs
  done
}

@test "on a host, a program that is not typed again, and another one" {
  stranger host
  # shellcheck disable=SC2030 # each test has its own
  again=()
  is_refused "runs the program 'true' on this host, with your rights; if it may, type that program again: "
  again=(-- false)
  is_refused "-- true, or give --trust-campaign"
  again=(--trust-campaign)
  runs
  stranger host
  says "d['options'][-1] = '$scratch/evil/evil'"
  is_refused "runs the program '$scratch/evil/evil' on this host"
  # Of several lines one is shown.
  says "d['options'][-1] = 'evil\x1b[2J\nfine'"
  is_refused "runs the program ''evil [2J fine'' on this host"
}

@test "on a host, options of the JVM that are not this host's" {
  stranger host
  says "d['javaOptions'] = '-XX:OnError=$scratch/evil/evil'"
  is_refused "with JAVA_OPTS '-XX:OnError=$scratch/evil/evil'; if it may, set JAVA_OPTS to that again"
  stranger host
  says "d['flagSets']['serialgc']['options'] = '-XX:OnError=$scratch/evil/evil'"
  is_refused "as the flag set 'serialgc', which is not what docker/flags has"
}

@test "on a host, a folder of another user" {
  need_root "give a folder to another user"
  stranger host
  chown 12345 "$campaign"
  is_refused "is in a folder of another user"
  # shellcheck disable=SC2031 # each test has its own
  again=(--trust-campaign "${again[@]}")
  runs
}

@test "a JVM's name with a path" {
  stranger docker
  says "d['start']['jvms'] = {'../evil': ''}"
  is_refused ../evil
}

@test "a JVM that the campaign does not have" {
  stranger host
  says "d['contenders'] = ['two']; d['baseline'] = 'two'"
  is_refused "is for the JVM 'two', which the campaign has not"
}

@test "the host's root as the mounted folder" {
  stranger docker
  says "d['start']['granted']['mount'] = '/'"
  is_refused "mounts '/' into its forks"
}

@test "a folder that the person does not grant again" {
  stranger docker
  says "d['start']['granted']['mount'] = '$HOME'"
  is_refused "mounts '$HOME' into its forks"
}

@test "the host's network, and the engine's, which the person does not grant again" {
  for each in host bridge; do
    stranger docker
    says "d['start']['granted']['network'] = '$each'"
    is_refused "the network '$each'"
  done
}

@test "services that the person does not grant again" {
  stranger docker
  says "d['start']['granted']['with'] = 'db'"
  is_refused "runs 'db' beside its forks"
}

@test "perf_event_open, which the person does not grant again" {
  for each in faults '' evil; do
    stranger docker
    says "d['start']['granted']['event'] = '$each'"
    is_refused "perf_event_open for '$each'"
  done
}

@test "memory and a deadline that are no numbers" {
  stranger docker
  says "d['start']['memory'] = {'jdk17-temurin': {'memoryBytes': '0 --privileged'}}"
  is_refused memoryBytes
  stranger docker
  says "d['start']['deadlineSeconds'] = 'x[\$(touch $scratch/proof)]'"
  is_refused deadlineSeconds
}

@test "a number of blocks, and blocks more, that a shell would evaluate" {
  for each in "'x[\$(touch $scratch/proof)]'" -1 9999999999999999999999; do
    stranger host
    says "d['blocks'] = $each"
    is_refused "campaign.json"
    stranger host
    says "d['added'] = [{'blocks': $each, 'contenders': ['one+serialgc']}]"
    is_refused "campaign.json"
  done
}

@test "a contender with a path, or with text that a shell would evaluate" {
  for each in "../../../evil" "x]\$(touch $scratch/proof)[" "x[\$(touch $scratch/proof)]"; do
    stranger host
    says "d['contenders'] = ['$each']; d['baseline'] = '$each'"
    is_refused baseline
    stranger host
    says "d['added'] = [{'blocks': 1, 'contenders': ['$each']}]"
    is_refused contenders
  done
}

@test "a campaign.json that is a link, a pipe, too large, or no JSON, and a session that is none" {
  stranger host
  mv "$campaign/campaign.json" "$own/campaign.json"
  ln -s "$own/campaign.json" "$campaign/campaign.json"
  is_refused "campaign.json is missing, or a link"
  rm "$campaign/campaign.json"
  mkfifo "$campaign/campaign.json"
  is_refused "there is no campaign"
  rm "$campaign/campaign.json"
  head -c 2000000 /dev/zero >"$campaign/campaign.json"
  is_refused "campaign.json has more than 1 MB"
  printf '%0100000d' 0 | tr 0 '[' >"$campaign/campaign.json"
  is_refused "campaign.json is no JSON"
  stranger host
  # shellcheck disable=SC2016 # not for this shell
  printf 'x[$(touch %s/proof)]\n' "$scratch" >"$campaign/session"
  is_refused "no session's number"
}

@test "a request that was not planned here" {
  stranger host
  # Before a campaign begins there is only what was asked for.
  rm "$campaign/campaign.json"
  for each in '{}' '[]' '{"host":{"runner":"host"},"start":{"report":"report","usual":1,"jvms":{"one":""}}}' \
    '{"host":{"runner":"evil"},"start":{"report":"report","usual":true,"jvms":{"one":""}}}' \
    '{"host":{"runner":"host"},"start":{"report":"report","usual":true,"jvms":{"../evil":""}}}'; do
    printf '%s' "$each" >"$campaign/request.json"
    is_refused "a campaign that this host planned has no such thing"
  done
}
