# shellcheck shell=bash
# What the attacks share: hostile images, one campaign of a file, what the host had meanwhile, and what
# became of each attack.

# How long a fork may take, for those whose end nobody else brings about; and how long an attack that never
# ends goes on, which has worked then.
readonly deadline=${ATTACK_DEADLINE:-35} bound=${ATTACK_BOUND:-400}

# What a campaign may take at once, in KiB: of the disk, and of the host's /dev/shm.
readonly most_disk=524288 most_shm=65536

# begin: what the campaign of a file needs, before its images
begin() {
  forget_settings
  wait_for_host
  cd "$root" || return
  scratch=$(mktemp -d)
  mkdir "$scratch/out" "$scratch/tmp" "$scratch/app"
  chmod 755 "$scratch"
  out=$scratch/out
  export scratch out WHICHJVM_DEADLINE=$deadline
  echo "a file of the host" >"$scratch/marker"
  queues_before=$(queues)
  leftovers >"$scratch/before"
  python3 "$BATS_TEST_DIRNAME/listen.py" "$scratch/heard" >"$scratch/port" 3>&- &
  listener=$!
  eventually test -s "$scratch/port"
  build_images jdk17-temurin jdk17-temurin >&2
  docker tag whichjvm/jdk17-temurin localhost/whichjvm-attack:base
  program
  export queues_before listener
}

# program: the folder to mount
program() {
  cp "$BATS_TEST_DIRNAME"/app/* "$scratch/app"
  echo "$scratch/marker" >"$scratch/app/marker"
  listeners | tr ':' ' ' >"$scratch/app/listeners"
  chmod -R a+rX "$scratch/app"
}

# listeners: where this host can be reached, ADDRESS:PORT
listeners() {
  local address
  for address in 127.0.0.1 $(docker network inspect --format '{{range .IPAM.Config}}{{.Gateway}} {{end}}' bridge) $(hostname -I); do
    [[ $address == *:* ]] || printf '%s:%s\n' "$address" "$(<"$scratch/port")"
  done
}

# hostile_images NAME…: localhost/whichjvm-attack:NAME, of the stage of that name if there is one. Their
# options for scripts/compare are left in `images`, their contenders in `contenders`.
hostile_images() {
  local name stages
  stages=$(sed -n 's/^FROM .* AS //p' "$BATS_TEST_DIRNAME/image/Dockerfile")
  images=() contenders=()
  for name; do
    images+=(--jdk "attack-$name=localhost/whichjvm-attack:$name")
    contenders+=("attack-$name")
  done
  python3 - "$BATS_TEST_DIRNAME/image" "$bound" "$(listeners | xargs)" "$stages" "$@" <<'P' | nice docker buildx bake --progress quiet --file - >&2
import json, sys
context, bound, listeners, stages, *names = sys.argv[1:]
print(json.dumps({"group": {"default": {"targets": names}}, "target": {name: {
    "context": context, "target": name if name in stages.split() else "plain",
    "contexts": {"base": "docker-image://localhost/whichjvm-attack:base"},
    "args": {"ATTACK": name, "BOUND": bound, "LISTENERS": listeners,
             "ESCAPE": "\x1b]0;attack-title\x07attack"},
    "network": "none", "tags": ["localhost/whichjvm-attack:" + name], "output": ["type=docker"]} for name in names}}))
P
}

# leftovers: what a campaign could leave on this host and in its engine
leftovers() {
  {
    docker ps --all --format 'container {{.Names}}'
    docker volume ls --format 'volume {{.Name}}'
    docker network ls --format 'network {{.Name}}'
    find /dev/shm -mindepth 1 -maxdepth 1 -printf 'file %p\n'
  } | sort
}

# campaign ARGUMENT…: of scripts/compare, on a terminal, whose text is left in `terminal`
campaign() {
  local words
  printf -v words '%q ' scripts/compare --runner docker --retries 0 --out "$out" "$@"
  # The host's lock may be held by another campaign.
  for _ in 1 2 3; do
    wait_for_host
    watch_host &
    watcher=$!
    status=0
    TMPDIR=$scratch/tmp timeout 900 script --quiet --return --command "$words" "$scratch/terminal" </dev/null >/dev/null 2>&1 3>&- || status=$?
    kill "$watcher"
    wait "$watcher" 2>/dev/null || true
    grep -q 'another campaign measures' "$scratch/terminal" || break
  done
  echo "$status" >"$scratch/status"
  tr -d '\r' <"$scratch/terminal" >&2
}

# watch_host: the most that was taken at once beyond what there was, a file for each; until it is ended
watch_host() {
  local -A first=() most=()
  local name value
  exec 3>&-
  while :; do
    while read -r name value; do
      first[$name]=${first[$name]:-$value}
      value=$((value - first[$name]))
      ((value <= ${most[$name]:--1})) || most[$name]=$value
      echo "${most[$name]:-0}" >"$scratch/most-$name"
    done < <(taken)
    sleep 0.3
  done
}

# taken: NAME and KiB. The disk is everybody's, so what is asked for is what this campaign has: its folders,
# and its containers' files and logs.
taken() {
  local size=0 container bytes log
  while read -r container; do
    read -r bytes log < <(docker inspect --size --format '{{.SizeRw}} {{.LogPath}}' "$container" 2>/dev/null) || continue
    [[ ! -f $log ]] || bytes=$((bytes + $(stat -c %s "$log")))
    size=$((size + bytes / 1024))
  done < <(docker ps --quiet --filter name=whichjvm-)
  printf 'disk %s\n' "$((size + $(du -sk "$scratch" 2>/dev/null | cut -f 1)))"
  printf 'shm %s\n' "$(df --output=used -k /dev/shm | tail -n 1)"
}

# end: of teardown_file
end() {
  local name
  cd "$root" || return
  [[ ! ${listener:-} ]] || kill "$listener"
  docker image ls --format '{{.Repository}}:{{.Tag}}' |
    grep -E '^(localhost/whichjvm-attack:|whichjvm/attack-|localhost/whichjvm-image:attack-)' |
    xargs -r docker image rm --force >/dev/null
  rm -rf "${scratch:?}"
}

# --- what became of them --------------------------------------------------------------------------

# fork_of CONTENDER [BLOCK]: its file
fork_of() { printf '%s/latest/forks/%03d-%s.json' "$out" "${2:-1}" "$1"; }

# is_whole FILE: a regular file under one name, without links on its path
is_whole() {
  [[ -f $1 && ! -L $1 ]] || fail "$1 is no regular file: $(stat -c %F "$1" 2>&1); the terminal said: $(last_said)"
  expect 1 "$(stat -c %h "$1")"
  expect "$(realpath "$out")/$(readlink "$out/latest")/forks" "$(dirname "$(realpath "$1")")"
}

last_said() { tail -n 5 "$scratch/terminal"; }

# ended PATTERN: with an exit code of it
ended() {
  # shellcheck disable=SC2053 # a pattern
  [[ $(<"$scratch/status") == $1 ]] || fail "it ended with $(<"$scratch/status"); the terminal said: $(last_said)"
}

# counts CONTENDER [BLOCK]: its fork is a result
counts() {
  local fork
  fork=$(fork_of "$@")
  is_whole "$fork"
  expect "('ok', None, ${2:-1}, '$1')" "$(json "$fork" "d['status'], d['reason'], d['block'], d['contender']")"
}

# The contender of each attack begins so.
attack=attack-

# costs_itself NAME [BLOCK]: the attack failed, and the fork alone has, with a sentence; the reason is left
# in `reason`
costs_itself() {
  local fork
  fork=$(fork_of "$attack$1" "${2:-1}")
  is_whole "$fork"
  expect "('failed', ${2:-1}, '$attack$1')" "$(json "$fork" "d['status'], d['block'], d['contender']")"
  reason=$(json "$fork" "d['reason']")
  [[ $reason == *[a-z]*\ *[a-z]* ]] || fail "no sentence: '$reason'"
  [[ $reason != *proof* ]] || fail "$reason"
  ! grep -a '^proof' "${fork%.json}.out" 2>/dev/null || fail "the attack worked"
}

# shows_no_escape FILE…: of those that the attacks write
shows_no_escape() {
  ! grep -alE $'\e](0;|).*attack|\e\\[31mattack' "$@" || fail "escape sequences of an attack are in it"
}
# at_most NAME KIB: what was taken at once while the campaign ran
at_most() {
  local most
  most=$(<"$scratch/most-$1")
  ((most <= $2)) || fail "$most of $1 were taken at once, and $2 are the most"
}

# nothing_stays: what other tests have in the engine comes and goes, and what a campaign left stays
nothing_stays() {
  local left
  left=$(comm -13 "$scratch/before" <(leftovers))
  for _ in {1..180}; do
    [[ $left ]] || return 0
    sleep 1
    left=$(comm -12 <(echo "$left") <(leftovers))
  done
  fail "left behind: $left"
}

# nothing_is_left: on the host and in the engine, but a campaign's own files
nothing_is_left() {
  local names
  nothing_stays
  expect "" "$(ls -A "$scratch/tmp")"
  names=$(ls -A "$out")
  expect "$(readlink "$out/latest") latest" "$(xargs <<<"$names")"
  expect "" "$(find "$out/latest/" -mindepth 1 -maxdepth 1 -printf '%f\n' |
    grep -vxE '(campaign|result)\.json|(plan|runner|seconds)\.tsv|result\.csv|report\.(md|html)|commands|forks|charts')"
  expect "" "$(find "$out/latest/forks/" -mindepth 1 ! -regex '.*/[0-9]+-[a-z0-9+-]+\.\(json\|hlog\|out\)')"
  expect "" "$(find "$out" -mindepth 1 ! -type f ! -type d ! -path "$out/latest")"
  expect "" "$(grep -rlaE '^proof of ' "$out" || true)"
  expect "" "$(pgrep -f 'attack-[d]aemon-marker' || true)"
}
