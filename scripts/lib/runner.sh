# Which runner starts the forks, or the collector alone, for the scripts that have both, and what people may
# say of it.

. "$root/scripts/lib/docker.sh"
. "$root/scripts/lib/host.sh"

runner=auto bases=auto out=$root/out jdks=()
# Of what is run for a person who starts no fork: options, and names of what was measured.
options=() names=()

# option NAME VALUE
option() {
  case $1 in
    --out) out=$2 ;;
    --jdk) jdks+=("$2") ;;
    *) options+=("$1" ${value_of[$1]:+"$2"}) ;;
  esac
}

# Options of a report: a log has room for whole names; a terminal is as wide as it is, and shows colours unless a person
# wants none (https://no-color.org).
shown_as=(--columns 1000)
if [[ -t 1 ]]; then
  { read -r _ 'shown_as[1]' < <(stty size <&3); } 3>&1
  [[ ${NO_COLOR:-} ]] || shown_as+=(--colour)
fi

# shown_out: the results folder as a person in this folder calls it
shown_out() { printf '%s' "${out#"$PWD/"}"; }

# choose_runner: into `runner`, which is auto, docker or host
choose_runner() {
  local jdk named=
  for jdk in "${jdks[@]}"; do
    named=docker
    ! is_folder "${jdk#*=}" || named=host
    if [[ $runner == auto ]]; then
      runner=$named
      say "runner: $runner, because --jdk names ${jdk#*=}"
    fi
    refuse_jdk "$jdk" "$named"
    [[ $runner == host ]] || docker_knows "$jdk"
  done
  if [[ $runner == docker ]]; then
    docker_answers || die "$exit_cannot" "$engine_says; start it, or install it with scripts/install-docker, or use --runner host"
  elif [[ $runner == auto ]] && docker_answers; then
    runner=docker
    say "runner: docker, because the engine answers"
  elif [[ $runner == auto ]]; then
    runner=host
    say "runner: host, because $engine_says; JVMs found on this machine run the same jar"
  fi
  [[ $runner != host ]] || host_find
}

# refuse_jdk NAME=PATH-or-IMAGE RUNNER: unless the runner that it looks like is the one there is
refuse_jdk() {
  [[ $2 != "$runner" ]] || return 0
  if [[ $runner == host ]]; then
    say "error: --jdk is '$1', which is no folder with a bin/java, and --runner host takes NAME=PATH"
    say "try: --jdk ${1%%=*}=/opt/jdk-17, or --runner docker if it is an image"
  else
    say "error: --jdk is '$1', which is a path, and --runner docker takes NAME=IMAGE"
    say "try: --jdk ${1%%=*}=my/jdk:17, or --runner host"
  fi
  exit "$exit_usage"
}

# prepare_collector: the engine's if one answers, else by a JVM of this host, for what was measured already
prepare_collector() {
  check_out
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  runner=docker
  docker_answers || runner=host
  [[ $runner == docker ]] || host_find
  "${runner}_prepare_collector"
}

# collect ARGUMENT…: what the collector says of them
collect() { "${runner}_collector" "$@" </dev/null; }
