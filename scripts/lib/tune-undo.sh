# shellcheck shell=bash
# What scripts/tune has changed, in a file: setting, file, value found, value set, boot; a line a file.

boot_id() { cat "$fake/proc/sys/kernel/random/boot_id" 2>/dev/null || printf unknown; }

declare -A found_of=() sets_of=() setting_of=()
undo_files=()

# load_undo: what this boot's applies found and set. Of a file that was set twice the first-found value
# counts. A line cut short was not followed by a write.
load_undo() {
  local setting file found set boot rest lines
  [[ -f $undo ]] || return 0
  mapfile -t lines <"$undo"
  while IFS=$'\t' read -r setting file found set boot rest; do
    [[ $boot && ! $rest ]] || continue
    if [[ $boot != "$(boot_id)" ]]; then
      [[ $action == show ]] || rm -f "$undo"
      say "the host was booted since $undo was written: its settings are the kernel's own again, and there is nothing to put back"
      return 0
    fi
    [[ ${found_of[$file]+set} ]] || {
      found_of[$file]=$found
      setting_of[$file]=$setting
      undo_files+=("$file")
    }
    sets_of[$file]+=$set$'\n'
  done < <(printf '%s\n' "${lines[@]}")
}

# keep_undo FILE VALUE…: before any of them is written, and on the disk
keep_undo() {
  local file found
  [[ ! -s $undo || ! $(tail -c 1 "$undo") ]] || printf '\n' >>"$undo"
  while (($#)); do
    file=$1
    found=$(read_value "$file")
    printf '%s\t%s\t%s\t%s\t%s\n' "$setting" "$file" "$found" "$2" "$(boot_id)" >>"$undo" ||
      die "$exit_cannot" "$undo cannot be written, and nothing is set that could not be put back; give --undo FILE"
    shift 2
  done
  # As all in out/, it belongs to that folder's owner.
  chown --reference="$(dirname "$undo")" "$undo" 2>/dev/null || true
  sync "$undo" "$(dirname "$undo")"
}

# forget_undo FILE…: all but these are done with
forget_undo() {
  local line file kept
  local -A keep=()
  for file; do
    keep[$file]=yes
  done
  kept=$undo.new
  : >"$kept"
  while IFS= read -r line; do
    IFS=$'\t' read -r _ file _ <<<"$line"
    [[ ! ${file:-} || ! ${keep[$file]:-} ]] || printf '%s\n' "$line" >>"$kept"
  done <"$undo"
  if [[ -s $kept ]]; then
    chown --reference="$undo" "$kept" 2>/dev/null || true
    sync "$kept"
    mv "$kept" "$undo"
  else
    rm -f "$kept" "$undo"
  fi
}
