# shellcheck shell=bash
# What scripts/tune has changed, in a file: setting, file, value found, value set, boot; a line a file. Who can write
# it tells root what to write. So it is where only root can, and revert writes nothing that apply may not.

readonly undo_folder=$fake/var/lib/whichjvm
readonly undo=$undo_folder/tune-undo.tsv
# Whose they are: root's, and on a host made of files those of who runs this.
keeper=0
[[ ! $fake ]] || keeper=$EUID
readonly keeper

declare -A found_of=() sets_of=() setting_of=() lines_of=()
undo_files=()

boot_id() { cat "$fake/proc/sys/kernel/random/boot_id" 2>/dev/null || printf unknown; }

# check_owner PATH: what is there must be nobody else's to write
check_owner() {
  [[ -e $1 || -L $1 ]] || return 0
  [[ $(stat -c '%u %a %F' "$1") =~ ^$keeper\ ([0-7]*[0145])?[0145]\ (directory|regular( empty)? file)$ ]] ||
    die "$exit_cannot" "$1 is a link, or others may write it, and only $(id -un "$keeper") may own it and write it; find out who did that, and remove it"
}

# lock_undo: the host and its containers share the undo, and each rewrites it. apply makes its folder.
lock_undo() {
  check_owner "$undo_folder"
  if [[ ! -d $undo_folder ]]; then
    [[ $action == apply ]] || return 0
    [[ ! ${WHICHJVM_IN_IMAGE:-} ]] ||
      die "$exit_cannot" "the host's $undo_folder is not mounted here, and an undo inside of the container would go with it; use docker compose run --rm tune apply"
    mkdir -p "$undo_folder" ||
      die "$exit_cannot" "$undo_folder cannot be made, and nothing is set that could not be put back"
  fi
  command -v flock >/dev/null ||
    die "$exit_cannot" "flock is not installed (package util-linux); without it two could write $undo at once"
  exec {undo_lock}<"$undo_folder"
  flock "$undo_lock"
}

# refusal SETTING FILE FOUND SET: why revert must not believe it; fails if it may
refusal() {
  if ! listed "$1" "${settings[@]}"; then
    printf '%s is no setting' "${1@Q}"
  elif ! may_have "$1" "$2"; then
    printf '%s has no file %s' "$1" "${2@Q}"
  elif ! fits "$1" "$3"; then
    printf '%s cannot have been %s' "$1" "${3@Q}"
  elif ! fits "$1" "$4"; then
    printf '%s cannot be set to %s' "$1" "${4@Q}"
  else
    return 1
  fi
}

# load_undo: what this boot's applies found and set. Of a file that was set twice the first-found value
# counts.
load_undo() {
  local line fields file why count=0 booted=
  check_owner "$undo_folder"
  check_owner "$undo"
  [[ -f $undo ]] || return 0
  while IFS= read -r line || [[ $line ]]; do
    count=$((count + 1))
    IFS=$'\t' read -r -a fields <<<"$line"
    if ((${#fields[@]} < 5)); then
      say "line $count of $undo was cut short, so nothing was set after it was written: it is left out"
    elif why=$(refusal "${fields[@]:0:4}"); then
      complain "line $count of $undo is refused: $why; nothing of it is written"
    elif [[ ${fields[4]} != "$(boot_id)" ]]; then
      booted=yes
    else
      file=${fields[1]}
      [[ ${found_of[$file]+set} ]] || {
        setting_of[$file]=${fields[0]}
        found_of[$file]=${fields[2]}
        undo_files+=("$file")
      }
      sets_of[$file]+=${fields[3]}$'\n'
      lines_of[$file]+=$line$'\n'
    fi
  done <"$undo"
  [[ ! $booted ]] ||
    say "the host was booted since $undo was written: its settings are the kernel's own again, and there is nothing to put back"
  ((${#undo_files[@]})) || [[ $action == show ]] || rm -f "$undo"
}

# keep_undo FILE VALUE…: before any of them is written, and on the disk
keep_undo() {
  local file found
  [[ ! -s $undo || ! $(tail -c 1 "$undo") ]] || printf '\n' >>"$undo"
  while (($#)); do
    file=$1
    found=$(read_value "$file")
    printf '%s\t%s\t%s\t%s\t%s\n' "$setting" "$file" "$found" "$2" "$(boot_id)" >>"$undo" ||
      die "$exit_cannot" "$undo cannot be written, and nothing is set that could not be put back"
    shift 2
  done
  sync "$undo" "$undo_folder"
}

# forget_undo FILE…: all but these are done with
forget_undo() {
  local file kept=$undo.new
  local -A keep=()
  for file; do
    keep[$file]=yes
  done
  rm -f "$kept"
  for file in "${undo_files[@]}"; do
    [[ ! ${keep[$file]:-} ]] || printf '%s' "${lines_of[$file]}"
  done >"$kept"
  if [[ -s $kept ]]; then
    sync "$kept"
    mv "$kept" "$undo"
  else
    rm -f "$kept" "$undo"
  fi
}
