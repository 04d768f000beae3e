# What scripts of the shell share: words to a person, exit codes, versions.

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

# die CODE ERROR ATTEMPT
die() {
  say "error: $2"
  say "try: $3"
  exit "$1"
}

# in_python VERB WORD…: of the package scripts/whichjvm
in_python() { python3 -I -S -X utf8 "$root/scripts/whichjvm/__main__.py" "$1" "$typed" "${@:2}"; }

# listed WORD WORDS…: whether the first is one of the others
listed() {
  local other
  for other in "${@:2}"; do
    [[ $other != "$1" ]] || return 0
  done
  return 1
}

# version_at_least HAVE WANTED
version_at_least() { [[ $(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1) == "$2" ]]; }
