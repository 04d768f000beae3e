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
        [[ $name == --* && -v value_of[$name] ]] || die "$exit_usage" "'$name' is no option; $typed --help lists them"
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
