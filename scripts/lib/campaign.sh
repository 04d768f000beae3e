# Runs a campaign: the steps of its plan.tsv, whatever is missing; after each block the collector says
# how it goes on.

campaign=
# How the collector reports it: report, calibrate, race, confirmation or explain.
report=report
# The collector's process while it writes, which a Ctrl-C must not cut short.
asking=
# Whether a person named its contenders, or they are the usual ones.
asked=named
# The JVMs of the campaign, and those of them that can be had; why not, of the others.
jvms=() ready=()
declare -A missing=()
# Those that are not the very build their name says.
substitutes=()
# The step that was taken: its block and number, its contenders, which are known by their numbers in it, and how many of
# them take turns.
block= step= members=
contenders=()
# What the collector said after the last block: about that block, and how long the rest takes.
said=('' '')
# How wide the terminal is.
columns=80

# --- what is to be run ------------------------------------------------------------------------

# plan_campaign ARGUMENT…: of scripts/compare, as they are
plan_campaign() {
  local jvm names known=() usual memory shm platform
  mapfile -t names < <("${runner}_known")
  mapfile -t usual < <("${runner}_default")
  ((${#names[@]})) || die "$exit_cannot" "there is no JVM on this machine (JAVA_HOME, PATH, /usr/lib/jvm, SDKMAN); install one, say openjdk-17-jdk-headless, give --jdk NAME=PATH, or start an engine (scripts/install-docker)"
  for jvm in "${names[@]}"; do
    known+=("--knows=$jvm=$("${runner}_home" "$jvm")")
  done
  if ((dry_run)); then
    campaigns_folder=$scratch/out
    mkdir "$campaigns_folder"
    [[ ! $explained ]] || cp -r "$out/$explained" "$campaigns_folder"
  fi
  [[ ! $study_file || -f $study_file ]] ||
    die "$exit_usage" "there is no study '$study_file'; --study takes a name (whichjvm list studies), or a file's path with a / in it"
  # As images name architectures.
  platform=$(local_platform)
  memory=$(available_memory)
  read -r shm < <(df --output=avail -k /dev/shm | tail -n 1)
  # An engine mounts it by its whole path.
  [[ ! $study_file ]] || study_file=$(realpath -- "$study_file")
  # In the background a Ctrl-C does not reach it, and it ends what it writes.
  "${runner}_plan" "$study_file" --runner "$runner" --machine "${platform#linux/}" \
    ${memory:+"--memory=$memory"} ${shm:+"--shm=$shm"} "${mounts[@]/#/--mounted=}" \
    ${explained:+"--explains=$explained"} "${known[@]}" "${usual[@]/#/--usual=}" -- "$@" >"$scratch/plan" &
  asking=$!
  wait "$asking" || exit
  asking=
  read -r campaign <"$scratch/plan"
  read_jvms
}

# remove_unbegun: a campaign that was planned and has measured nothing
remove_unbegun() {
  local name=
  [[ ! -s $scratch/plan ]] || read -r name <"$scratch/plan"
  [[ ! $name || -e $campaigns_folder/$name/campaign.json ]] || rm -rf "${campaigns_folder:?}/$name" "$campaigns_folder/.$name.tmp"
}

# read_resumed: of the campaign to resume, what starts its forks and where its JVMs are
read_resumed() {
  [[ -f $out/$resume/runner.tsv ]] || die "$exit_usage" "there is no campaign '$resume' to resume in $out; it has: $(campaigns)"
  ((! ${#others[@]})) || die "$exit_usage" "--resume runs what the campaign's plan says; ${others[0]} cannot be given too"
  # Its name, where this is the link latest.
  campaign=$(realpath "$out/$resume")
  campaign=${campaign##*/}
  # Its own, also if it has none; a pipe would never end, and a link may lead anywhere.
  WHICHJVM_SESSION=
  [[ ! -f $out/$campaign/session || -L $out/$campaign/session ]] || WHICHJVM_SESSION=$(head -c 9 "$out/$campaign/session")
  [[ $WHICHJVM_SESSION =~ ^[0-9]{0,4}$ ]] || refuse session "has '${WHICHJVM_SESSION//[[:cntrl:]]/ }', which is no session's number"
  read_jvms
}

# read_explained: of the campaign to explain, what starts its forks and where its JVMs are. It is the first of the operands
# if that is one, else the newest that explains none itself; its name comes into `explained`.
read_explained() {
  local each
  explained=
  for each in "${others[@]}"; do
    [[ ! -f $out/$each/runner.tsv ]] || explained=$(realpath "$out/$each")
    [[ $each == -* ]] || break
  done
  [[ $explained ]] || explained=$(campaign_files | tr '\n' '\0' | xargs -0 -r grep -Lx $'report\texplain' | tail -n 1) || true
  explained=${explained%/runner.tsv}
  [[ $explained ]] || die "$exit_usage" "there is no campaign to explain in $out; run one with whichjvm compare"
  explained=${explained##*/} campaign=${explained##*/}
  read_jvms
  campaign=
}

# campaign_files: runner.tsv of each campaign, the newest last
campaign_files() { find "$out" -mindepth 2 -maxdepth 2 -type f -name runner.tsv | sort; }

campaigns() { campaign_files | sed 's|/[^/]*$||; s|.*/||' | paste -sd ' '; }

# read_jvms: from runner.tsv: the runner, the report, whether contenders were named, and each JVM with its home or its image, if it has one
read_jvms() {
  local key name home
  jvms=()
  while IFS=$'\t' read -r key name home; do
    case $key in
      runner | report | asked)
        [[ $key/$name =~ ^(runner/(docker|host)|report/(report|calibrate|race|confirmation|explain)|asked/(named|usual))$ ]] || refuse runner.tsv "has the $key '${name//[[:cntrl:]]/ }'"
        printf -v "$key" %s "$name"
        ;;
      jvm)
        [[ $name =~ ^[a-z0-9][a-z0-9._-]{0,99}$ ]] || refuse runner.tsv "has the JVM '${name//[[:cntrl:]]/ }'"
        jvms+=("$name")
        [[ ! $home ]] || jdks+=("$name=$home")
        ;;
    esac
  done <"$campaigns_folder/$campaign/runner.tsv"
}

# prepare_jvms: their images or the jar; what cannot be had of a campaign that runs ends it
prepare_jvms() {
  local jvm
  "${runner}_prepare" "${jvms[@]}"
  for jvm in "${jvms[@]}"; do
    listed "$jvm" "${ready[@]}" || ! has_begun || die "$exit_cannot" "$jvm of the campaign $campaign cannot be had now (a line above says why); resume when it can"
  done
}

has_begun() { [[ -e $campaigns_folder/$campaign/campaign.json ]]; }

# --- the loop ---------------------------------------------------------------------------------

# Between steps this shell takes nothing from a command substitution: bash (5.2) forgets a SIGINT that
# comes as one ends (measured: up to 1 in 20), and a Ctrl-C would be lost.
run_campaign() {
  local at=0 ran=1
  sweep_shm
  "${runner}_sweep"
  read_plan
  [[ $runner != host || ! $programs ]] ||
    say "the runner host does not confine the program: it has the rights of $(id -un) and sees this host; in containers (--runner docker) it has neither"
  [[ $runner != docker || ! $perf_events ]] || open_perf_events
  [[ $runner != host || ! $services ]] || WHICHJVM_VEGETA=$("$root/docker/vegeta/on-host") || exit
  [[ ! ${WHICHJVM_SESSION:-} ]] || begin_session
  restart_beside
  [[ ! -t 2 ]] || read -r _ columns < <(stty size <&2)
  # What a killed campaign did not come to ask.
  if has_begun; then
    ran=0
    after_block || return 0
  fi
  while ((at < ${#plan[@]})); do
    take_step
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
    fi
  done
}

# begin_session: keeps its number for whoever resumes it. The kernel drops what it holds in memory of each JVM's files, so
# that a session reads them into other pages.
begin_session() {
  local jvm
  printf '%s\n' "$WHICHJVM_SESSION" >"$campaigns_folder/$campaign/session"
  for jvm in "${ready[@]}"; do
    # shellcheck disable=SC2016 # for a shell beside the JVM
    "${runner}_run_beside" "$jvm" sh -c 'find "$(dirname "$(readlink -f "$(command -v java)")")/.." -type f -size +64k \
      -exec dd if={} iflag=nocache count=0 status=none ";"' </dev/null >/dev/null 2>&1 ||
      say "the files of $jvm stay where they are in memory: its image has no dd of GNU"
  done
}

# take_step: the one that begins at the line `at` of the plan, behind which that is then
take_step() {
  local first=${plan[at]%$'\t'*}
  block=$((10#${first%%$'\t'*})) step=${first#*$'\t'}
  contenders=()
  while [[ ${plan[at]:-} == "$first"$'\t'* ]]; do
    contenders+=("${plan[at]##*$'\t'}")
    at=$((at + 1))
  done
  members=${#contenders[@]}
}

# step_is_done: whether each of its forks has its file
step_is_done() {
  local i file
  for i in "${!contenders[@]}"; do
    fork_file "$i"
    [[ -e $file ]] || return 1
  done
}

# fork_file NUMBER: of the fork of that contender, left in `file`
fork_file() { printf -v file '%s/%03d-%s.json' "$campaigns_folder/$campaign/forks" "$block" "${contenders[$1]}"; }

# after_block: fails if the campaign has ended
after_block() {
  local status='' kind words begins='' help=() doubt='' reply=''
  # What was said of a check is no result.
  has_begun || begins=yes last_words=
  end_progress
  said=('' '')
  request next
  while [[ ! $status ]]; do
    IFS=$'\t' read -r -u "$answers" kind words || beside_ended
    case $kind in
      said) said[0]=$words ;;
      left) said[1]=$words ;;
      plan) plan_line "$words" ;;
      help) help+=("$words") ;;
      doubt) doubt=yes ;;
      end) status=$words ;;
    esac
  done
  case $status in
    0 | "$exit_ended") ;;
    "$exit_nothing_to_run")
      printf '%s\n' "${help[@]}"
      exit 0
      ;;
    2 | 4)
      # The collector has said why.
      exit "$status"
      ;;
    *) beside_ended ;;
  esac
  [[ ! $begins ]] || {
    # The checks of block 0 were another plan.
    read_plan
    restart_beside
    # The line above says what it cannot decide, and what would help.
    [[ ! $doubt || ! -t 0 || ! -t 2 ]] || ((dry_run)) || read -r -p "Go on all the same? [Y/n] " reply || true
    [[ ! $reply =~ ^[nN] ]] || interrupted
  }
  # Where nobody looks at a terminal, one line a block.
  [[ -t 2 || ! ${said[0]} ]] || say "${said[0]}${said[1]:+; ${said[1]}}"
  ((status == 0))
}

# show_campaign: every command it would run
show_campaign() {
  read_plan
  restart_beside
  if ! has_begun; then
    say "# what can run here:"
    show_steps
    # A campaign that is resumed stays as it is.
    [[ ! $resume ]] || return 0
    after_block
  fi
  say "# in this order:"
  show_steps
}

# show_steps: those of which a fork is missing
show_steps() {
  local at=0 i
  while ((at < ${#plan[@]})); do
    take_step
    ! step_is_done || continue
    for i in "${!contenders[@]}"; do
      (start_fork "$i" "whichjvm-CAMPAIGN-$block")
    done
  done
}

# --- progress ---------------------------------------------------------------------------------

# show_progress: on a terminal, one line that is written again for each step
show_progress() {
  local line contender=${contenders[0]}
  [[ -t 2 ]] || return 0
  if ((block)); then
    # By turns all contenders run at once.
    ((members == 1)) || contender=
    line="block $block${contender:+, $contender}${last_words:+ | $last_words}${said[1]:+ | ${said[1]}}"
  else
    line="checking $contender"
  fi
  printf '\r\033[K%.*s' $((columns - 1)) "$line" >&2
}

end_progress() { [[ ! -t 2 ]] || printf '\r\033[K' >&2; }

# resume_command: with what has to be granted again to a program
resume_command() {
  printf '%s --resume %s' "${WHICHJVM_TYPED:-scripts/compare}" "$campaign"
  [[ ! $programs || ! ${granted[*]} ]] || printf ' %q' "${granted[@]}"
  [[ $out == "$root/out" ]] || printf ' --out %q' "$out"
}

interrupted() {
  trap '' INT TERM HUP
  end_progress
  [[ ! $asking ]] || wait "$asking" || true
  stop_step
  end_beside
  if [[ $campaign ]] && has_begun; then
    say "interrupted; $(find "$out/$campaign/forks" -name '*.json' ! -name '000-*' | wc -l) whole forks are kept. To go on:"
    say "  $(resume_command)"
  fi
  exit "$exit_interrupted"
}
