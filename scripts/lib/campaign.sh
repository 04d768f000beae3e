# shellcheck shell=bash
# Runs a campaign: the steps of its plan.tsv, whatever is missing; after each block the collector says
# how it goes on.

campaign=
# The JVMs of the campaign, and those of them that can be had; why not, of the others.
jvms=()
ready=()
declare -A missing=()
# The lines of plan.tsv.
plan=()
# What the collector said after the last block: about that block, and how long the rest takes.
said=('' '')

# --- what is to be run ------------------------------------------------------------------------

# plan_campaign ARGUMENT…: of scripts/compare, as they are
plan_campaign() {
  local known usual status=0
  mapfile -t known < <("${runner}_known")
  mapfile -t usual < <("${runner}_default")
  ((${#known[@]})) || die "$exit_cannot" "there is no JVM on this machine (JAVA_HOME, PATH, /usr/lib/jvm, SDKMAN); install one, say openjdk-17-jdk-headless, give --jdk NAME=PATH, or start an engine (scripts/install-docker)"
  if ((dry_run)); then
    campaigns_folder=$scratch/out
    mkdir "$campaigns_folder"
  fi
  [[ ! $study_file ]] || study_file=$(realpath -e -- "$study_file") || die "$exit_usage" "there is no such file: $study_file; --study takes a name, or a file's path with a / in it"
  "${runner}_plan" "$study_file" --runner "$runner" --machine "$(machine)" \
    "${known[@]/#/--knows=}" "${usual[@]/#/--usual=}" -- "$@" >"$scratch/plan" || status=$?
  if ((status == exit_nothing_to_run)); then
    cat "$scratch/plan"
    exit 0
  fi
  ((status == 0)) || exit "$status"
  read -r campaign <"$scratch/plan"
  read_jvms
}

# machine: as images name architectures
machine() {
  local platform
  platform=$(local_platform)
  printf '%s' "${platform#linux/}"
}

# read_resumed: of the campaign to resume, what starts its forks and where its JVMs are
read_resumed() {
  check_out
  campaign=$resume
  [[ -f $out/$campaign/runner.tsv ]] || die "$exit_usage" "there is no campaign '$campaign' to resume in $out; it has: $(campaigns)"
  ((! ${#others[@]})) || die "$exit_usage" "--resume runs what the campaign's plan says; ${others[0]} cannot be given too"
  read_jvms
}

campaigns() { find "$out" -mindepth 2 -maxdepth 2 -name plan.tsv -printf '%P\n' | sed 's|/plan.tsv||' | sort | tr '\n' ' '; }

# read_jvms: from runner.tsv: the runner, then each JVM with its home, if it has one here
read_jvms() {
  local name value
  jvms=()
  while IFS=$'\t' read -r name value; do
    if [[ $name == runner ]]; then
      runner=$value
    else
      jvms+=("$name")
      [[ ! $value ]] || jdks+=("$name=$value")
    fi
  done <"$campaigns_folder/$campaign/runner.tsv"
}

# prepare_jvms: their images or the jar; what cannot be had of a campaign that runs ends it
prepare_jvms() {
  local jvm
  "${runner}_prepare" "${jvms[@]}"
  for jvm in "${jvms[@]}"; do
    listed "$jvm" "${ready[@]}" || has_begun || continue
    listed "$jvm" "${ready[@]}" || die "$exit_cannot" "$jvm of the campaign $campaign cannot be had now (a line above says why); resume when it can"
  done
}

has_begun() { [[ -e $campaigns_folder/$campaign/campaign.json ]]; }

# --- the loop ---------------------------------------------------------------------------------

read_plan() { mapfile -t plan < <(tail -n +2 "$campaigns_folder/$campaign/plan.tsv"); }

# Between steps this shell takes nothing from a command substitution: bash (5.2) forgets a SIGINT that
# comes as one ends (measured: up to 1 in 20), and a Ctrl-C would be lost.
run_campaign() {
  local at=0 ran=0 lines
  # What a killed campaign did not come to ask.
  ! has_begun || after_block || return 0
  read_plan
  while ((at < ${#plan[@]})); do
    take_step "$at"
    at=$((at + ${#lines[@]}))
    step_is_done || {
      show_progress
      run_step
      ran=1
    }
    if ((ran)) && [[ ${plan[at]:-} != "${plan[at - 1]%%$'\t'*}"$'\t'* ]]; then
      ran=0
      # The checks of block 0 are another plan.
      has_begun || at=0
      after_block || return 0
      read_plan
    fi
  done
}

# take_step AT: its lines of the plan, into `lines`
take_step() {
  local at=$1 block step one other _
  IFS=$'\t' read -r block step _ <<<"${plan[at]}"
  lines=()
  while ((at < ${#plan[@]})); do
    IFS=$'\t' read -r one other _ <<<"${plan[at]}"
    [[ $one == "$block" && $other == "$step" ]] || return 0
    lines+=("${plan[at]}")
    at=$((at + 1))
  done
}

# step_is_done: whether each of its forks has its file
step_is_done() {
  local line block contender _
  for line in "${lines[@]}"; do
    IFS=$'\t' read -r block _ contender _ <<<"$line"
    fork_file "$block" "$contender"
    [[ -e $file ]] || return 1
  done
}

# fork_file BLOCK CONTENDER: left in `file`
fork_file() { printf -v file '%s/%03d-%s.json' "$campaigns_folder/$campaign/forks" "$1" "$2"; }

# after_block: fails if the campaign has ended
after_block() {
  local status=0 options=() jvm
  if ! has_begun; then
    for jvm in "${jvms[@]}"; do
      if listed "$jvm" "${ready[@]}"; then
        options+=("--jvm=$jvm=$("${runner}_home" "$jvm")")
      else
        options+=("--missing=$jvm=${missing[$jvm]:-it cannot be had}")
      fi
    done
    ((! dry_run)) || options+=(--unchecked)
  fi
  "${runner}_collector" next "${options[@]}" "$campaign" >"$scratch/next" &
  wait "$!" || status=$?
  if ((status == exit_nothing_to_run)); then
    cat "$scratch/next"
    exit 0
  fi
  ((status == 0 || status == exit_ended)) || {
    # The collector has said why.
    end_progress
    ! has_begun || say "the forks are kept: scripts/compare --resume $campaign"
    exit "$status"
  }
  mapfile -t said <"$scratch/next"
  show_block
  ((status == 0))
}

# show_campaign: every command it would run
show_campaign() {
  read_plan
  say "# what can run here:"
  show_steps
  after_block
  read_plan
  say "# in this order:"
  show_steps
}

show_steps() {
  local line block contender command _
  for line in "${plan[@]}"; do
    IFS=$'\t' read -r block _ contender command <<<"$line"
    (start_command "$block" "$contender" "$command" "whichjvm-CAMPAIGN-$block")
  done
}

# --- progress ---------------------------------------------------------------------------------

# show_progress: on a terminal, one line that is written again for each step
show_progress() {
  local block contender line _
  [[ -t 2 ]] || return 0
  IFS=$'\t' read -r block _ contender _ <<<"${lines[0]}"
  if ((block)); then
    line="block $block of ${plan[-1]%%$'\t'*}, $contender"
  else
    line="checking $contender"
  fi
  line+="${last_words:+ | $last_words}${said[1]:+ | ${said[1]}}"
  printf '\r\033[K%.*s' $((${COLUMNS:-$(tput cols 2>/dev/null || printf 80)} - 1)) "$line" >&2
}

end_progress() { [[ ! -t 2 ]] || printf '\r\033[K' >&2; }

# show_block: where nobody looks at a terminal, one line a block
show_block() {
  [[ ! -t 2 && ${said[0]:-} ]] || return 0
  say "${said[0]}${said[1]:+; ${said[1]}}"
}

interrupted() {
  trap '' INT TERM HUP
  end_progress
  stop_step
  if [[ $campaign ]] && has_begun; then
    say "interrupted; $(find "$out/$campaign/forks" -name '*.json' ! -name '000-*' | wc -l) whole forks are kept. To go on:"
    say "  scripts/compare --resume $campaign$([[ $out == "$root/out" ]] || printf ' --out %q' "$out")"
  elif [[ $campaign ]]; then
    # Nothing was measured yet.
    rm -rf "${campaigns_folder:?}/$campaign"
  fi
  exit "$exit_interrupted"
}
