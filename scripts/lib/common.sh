# What the scripts share: words to a person, exit codes, the lock, options.

root=$(cd "${BASH_SOURCE[0]%/*}/../.." && pwd)
readonly root

# Exit codes; 0 is done.
# Those from 10 on are the collector's: the campaign has ended, and nothing is to be run.
readonly exit_usage=2 exit_forks_failed=3 exit_cannot=4 exit_interrupted=130 exit_ended=10 exit_nothing_to_run=11

say() { printf '%s\n' "$*" >&2; }

# Each script has --version, because each of them sources this file first.
if [[ ${1:-} == --version ]]; then
  printf 'whichjvm %s (%s)\n' "$(sed -n 's|^  <version>\(.*\)</version>|\1|p' "$root/pom.xml")" \
    "${WHICHJVM_REVISION:-$(git -C "$root" describe --always --dirty --abbrev=12 2>/dev/null || printf 'no commit')}"
  exit
fi

# As a person typed it, who may have come by the front door; no process that is started has it.
typed=${WHICHJVM_TYPED:-$0}
export -n WHICHJVM_TYPED

# die CODE SENTENCE
die() {
  say "$typed: ${*:2}"
  exit "$1"
}

# By `wait -n -p` forks are waited for, which an older bash refuses once they run.
if [[ ${0##*/} =~ ^(compare|sessions|bisect)$ && $BASH_VERSION =~ ^([0-4]|5\.0)\. ]]; then
  die "$exit_cannot" "this bash is $BASH_VERSION, and to run forks takes 5.1 or newer; put a newer one first on the PATH, or use the image whichjvm/all"
fi

# Whether no other campaign runs on this host, so that whatever looks like a fork's is a killed one's.
alone=

# lock_host: one campaign at a time on a host. The lock is on the folder itself, so nothing is left
# behind, and it lasts as long as any fork that inherited it. Anybody on this host can hold it, so it is told
# who may, and root does not wait for anybody else.
lock_host() {
  local process='' user=''
  command -v flock >/dev/null || die "$exit_cannot" "flock is not installed (package util-linux); without it two campaigns could measure each other"
  exec {host_lock}</dev/shm
  ! flock --nonblock "$host_lock" || {
    alone=yes
    return 0
  }
  find_holder
  if ((EUID == 0)) && [[ $user && $user != root ]]; then
    say "process $process of $user keeps other campaigns off this host, and root does not wait for it; if it measures, the two measure each other"
    return 0
  fi
  die "$exit_cannot" "another campaign measures on this host${process:+ (process $process of $user)}; wait until it is done: two at once would measure each other"
}

# find_holder: a `process` of `user` that may hold the lock: it has the folder open. The kernel shows no more of
# a lock whose taker has ended. One of root comes first; there is none where this user may not see it.
find_holder() {
  local found one owner
  while IFS= read -r found; do
    one=${found#/proc/} one=${one%%/*}
    owner=$(stat -c %U "/proc/$one" 2>/dev/null) || continue
    [[ $one == "$$" || ($process && $owner != root) ]] || process=$one user=$owner
  done < <(find -L /proc/[0-9]*/fd -maxdepth 1 -samefile /dev/shm 2>/dev/null)
}

# What a script that runs comparisons hands on to each.
compared=()

# hand_on OPTION VALUE: to compare, but not what a person asks of compare alone, nor what makes one comparison several
# campaigns, each of which would count
hand_on() {
  case $1 in
    --resume | --dry-run | --list | --explain | --confirm)
      die "$exit_usage" "$1 is for whichjvm compare alone"
      ;;
  esac
  # It may be the only one here that the collector runs on.
  [[ $1 != --jdk ]] || ! is_folder "${2#*=}" || jdks+=("$2")
  compared+=("$1" ${value_of[$1]:+"$2"})
}

# compare ARGUMENT…: leaves its exit code in `status`, and fails where nothing was measured. In the background, so that whoever
# ends this script alone, as systemd does, ends the campaign too; there a shell would ignore SIGINT, and read nothing.
compare() {
  local process
  WHICHJVM_TYPED="$typed, as compare" env --default-signal=INT,QUIT "$root/scripts/compare" --out "$out" "$@" <&0 >/dev/null &
  process=$!
  trap 'kill -TERM "$process" 2>/dev/null || true' INT TERM HUP
  # A signal ends the first wait, and the campaign a moment later.
  while
    status=0
    wait "$process" || status=$?
    kill -0 "$process" 2>/dev/null
  do :; done
  trap - INT TERM HUP
  ((status == 0 || status == exit_forks_failed))
}

# listed WORD WORDS…: whether the first is one of the others
listed() {
  local other
  for other in "${@:2}"; do
    [[ $other != "$1" ]] || return 0
  done
  return 1
}

check_out() {
  [[ -d $out ]] || die "$exit_usage" "the results folder '$out' is missing; make it, or give --out DIR"
  [[ -w $out ]] || die "$exit_usage" "the results folder '$out' cannot be written by $(id -un); change its owner, or give --out DIR"
  out=$(cd "$out" && pwd)
  campaigns_folder=$out
  # For compose.yaml's bind mount.
  export WHICHJVM_RESULTS=$out
}

# is_folder JDK: whether it is one of this host, or looks so; else it is an image
is_folder() { [[ $1 == [/.~]* || -x $1/bin/java ]]; }

# show COMMAND ARGUMENT…: as a shell would take it
show() {
  printf '%q ' "$@"
  printf '\n'
}

# What stands before commands: they are run, or take this shell's place, and a dry run of scripts/compare shows them.
dry_run=0 execute=() become=(exec)

# Bases built from package registries. BuildKit asks the registry a name belongs to before it looks at
# the engine's own images; under localhost that question never leaves the machine.
readonly packages_image=localhost/whichjvm-packages

# base_variable NAME: jdk17-temurin is JDK17_TEMURIN_BASE, as in compose.yaml
base_variable() {
  # Turkish has another capital i.
  local LC_ALL=C upper
  upper=${1^^}
  printf '%s_BASE' "${upper//[-.]/_}"
}

# The oldest Compose that resolves "service:" contexts and runs what it built in one command.
readonly compose_wanted=2.40

# Debian appends its own revision ("2.40.3-3"); v-prefixes differ between builds.
compose_version() { docker compose version --short 2>/dev/null | sed 's/^v//'; }

# version_at_least HAVE WANTED
version_at_least() { [[ $(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1) == "$2" ]]; }

# docker_answers: whether there is an engine with compose. Says why not in `engine_says`.
docker_answers() {
  engine_says=
  command -v docker >/dev/null || engine_says="docker is not installed"
  [[ $engine_says ]] || docker info >/dev/null 2>&1 || engine_says="the engine does not answer (docker info)"
  [[ $engine_says ]] || version_at_least "$(compose_version)" "$compose_wanted" ||
    engine_says="docker compose is missing or older than $compose_wanted, which resolves service: contexts"
  [[ $engine_says ]] || docker buildx version >/dev/null 2>&1 || engine_says="docker has no buildx plugin"
  [[ -z $engine_says ]]
}

# --- options: as the help of each script declares them ---

readonly help_file=$root/scripts/lib/help.txt usage_file=${BASH_SOURCE[0]%/*}/usage/${0##*/}.txt

# help_of TOPIC: its screen of the help of compare; fails if there is none
help_of() {
  awk -v topic="$1:" '/^== / { on = $2 == topic; found += on; next } on; END { exit !found }' "$help_file"
}

# topics: each of compare, and what it is about
topics() { sed -n '/^== compare:/d; s/^== //p' "$help_file"; }

# Option to its value or the choices there are, with | between; empty if it has none.
declare -A value_of=()

# read_options FILE: what a help declares: two blanks begin the line, then come the names and the value
read_options() {
  local line
  while IFS= read -r line; do
    [[ ! $line =~ ^\ \ (-[a-z],\ )?(--[a-z-]+)(\ ([^ ]+))?(\ |$) ]] || value_of[${BASH_REMATCH[2]}]=${BASH_REMATCH[4]}
  done <"$1"
}

# nearest WRONG NAME…: the name that is most like it, as the end of a sentence; nothing where none is, or without Python. The
# collector does the same for the names that it knows.
nearest() {
  python3 -c 'import difflib, sys
for name in difflib.get_close_matches(sys.argv[1], sys.argv[2:], 1, 0.7): print(f" (did you mean {name}?)", end="")' "$@" 2>/dev/null || true
}

# parse FILE ARGUMENT…: refuses what is no option of that help, and calls `option NAME VALUE` for each, and
# `operands WORD…` for what is none; behind -- nothing is one
parse() {
  local file=$1 name
  read_options "$file"
  shift
  while (($#)); do
    name=${1%%=*}
    case $1 in
      --)
        operands "$@"
        return
        ;;
      -h | --help)
        print_help
        exit
        ;;
      -*)
        [[ $name == --* && -v value_of[$name] ]] || die "$exit_usage" "'$name' is no option$(nearest "$name" "${!value_of[@]}"); $typed --help lists them"
        if [[ ! ${value_of[$name]} ]]; then
          [[ $1 == "$name" ]] || die "$exit_usage" "$name takes no value, and got '${1#*=}'"
          option "$name" ''
        elif [[ $1 == *=* ]]; then
          option "$name" "${1#*=}"
        else
          (($# > 1)) || die "$exit_usage" "$name needs a value: ${value_of[$name]}"
          option "$name" "$2"
          shift
        fi
        ;;
      *) operands "$1" ;;
    esac
    shift
  done
}

print_help() { cat "$usage_file"; }

# A script that has operands says so.
operands() { die "$exit_usage" "'$1' is no option; $typed --help lists them"; }
