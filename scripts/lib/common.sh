# What scripts of the shell share: words to a person, exit codes, the lock, options.

root=$(cd "${BASH_SOURCE[0]%/*}/../.." && pwd)
readonly root

# Exit codes; 0 is done.
readonly exit_usage=2 exit_cannot=4

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

# lock_host: one campaign at a time on a host, as scripts/whichjvm/lock.py has it
lock_host() {
  exec {host_lock}</dev/shm
  flock --nonblock "$host_lock" || die "$exit_cannot" "a campaign measures on this host; wait until it is done: two at once would measure each other"
}

# listed WORD WORDS…: whether the first is one of the others
listed() {
  local other
  for other in "${@:2}"; do
    [[ $other != "$1" ]] || return 0
  done
  return 1
}

# Bases built from package registries. BuildKit asks the registry a name belongs to before it looks at
# the engine's own images; under localhost that question never leaves the machine.
readonly packages_image=localhost/whichjvm-packages

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

readonly usage_file=${BASH_SOURCE[0]%/*}/usage/${0##*/}.txt

# Option to its value or the choices there are, with | between; empty if it has none.
declare -A value_of=()

# read_options FILE: what a help declares: two blanks begin the line, then come the names and the value
read_options() {
  local line
  while IFS= read -r line; do
    [[ ! $line =~ ^\ \ (-[a-z],\ )?(--[a-z-]+)(\ ([^ ]+))?(\ |$) ]] || value_of[${BASH_REMATCH[2]}]=${BASH_REMATCH[4]}
  done <"$1"
}

# nearest WRONG NAME…: the name that is most like it, as the end of a sentence; nothing where none is, or without Python
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
