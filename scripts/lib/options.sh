# shellcheck shell=bash
# Options of scripts, as the help of each declares them; that of compare is written by scripts/generate-help.
# Needs $root.

readonly help_file=$root/scripts/lib/help.txt

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

# nearest WRONG NAME…: the name that is most like it, as the end of a sentence; nothing where more than a third of its
# letters are others. The collector does the same for the names that it knows.
nearest() {
  printf '%s\n' "${@:2}" | awk -v wrong="$1" '
    function least(a, b) { return a < b ? a : b }
    BEGIN { word = wrong; sub(/^-+/, "", word); long = length(wrong); best = (length(word) > 5 ? int(length(word) / 3) : 1) + 1 }
    {
      for (j = 0; j <= length($0); j++) row[j] = j
      for (i = 1; i <= long; i++) {
        left = row[0]; row[0] = i
        for (j = 1; j <= length($0); j++) {
          changed = left + (substr(wrong, i, 1) != substr($0, j, 1)); left = row[j]
          row[j] = least(changed, 1 + least(row[j], row[j - 1]))
        }
      }
      if (row[length($0)] < best) { best = row[length($0)]; name = $0 }
    }
    END { if (name) printf " (did you mean %s?)", name }'
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
        print_help "$file"
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

print_help() { cat "$1"; }

# A script that has operands says so.
operands() { die "$exit_usage" "'$1' is no option; $typed --help lists them"; }
