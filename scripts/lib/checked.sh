# What a campaign's folder says is to be run, read once and checked: the plan is kept in memory and the
# commands in this process's own folder. A line or a command that no campaign has ends this script.

# The lines of plan.tsv.
plan=()
# Contenders to the copies of their commands in $scratch.
declare -A command_of=()
# Whether forks run a program of a person's own, whether that is a service, and whether they call perf_event_open.
programs= services= perf_events=

readonly contender_pattern='[a-z0-9][a-z0-9.+_-]{0,99}'
readonly line_pattern=$'^[0-9]{1,5}\t[0-9]{1,9}\t'"$contender_pattern\$"

# refuse FILE SENTENCE: of the campaign
refuse() {
  die "$exit_usage" "$campaigns_folder/$campaign/$1 $2; a campaign that this host planned has no such thing: start a new one"
}

# read_plan: as it is in the campaign's folder
read_plan() {
  local line
  plan=() command_of=()
  {
    read -r line
    while IFS= read -r line; do
      plan_line "$line"
    done
  } <"$campaigns_folder/$campaign/plan.tsv"
}

# plan_line LINE: adds it to the plan
plan_line() {
  local contender=${1##*$'\t'}
  [[ $1 =~ $line_pattern ]] || refuse plan.tsv "has the line '${1//[[:cntrl:]]/ }'"
  plan+=("$1")
  [[ ${command_of[$contender]:-} ]] || keep_command "$contender"
}

# keep_command CONTENDER: copies its command, and checks the copy
keep_command() {
  local environment arguments jvm deadline entry
  local copy=$scratch/command-${#command_of[@]} name=commands/$1
  local file=$campaigns_folder/$campaign/$name
  # A link is copied as one.
  [[ -f $file && ! -L ${file%/*} ]] && cp -P -- "$file" "$copy" && [[ ! -L $copy ]] || refuse "$name" "is missing, or a link"
  read_command "$copy"
  [[ ! ${arguments[0]:-} =~ ^(command|service)$ ]] || programs=yes
  [[ ${arguments[0]:-} != service ]] || services=yes
  listed "$jvm" "${jvms[@]}" || refuse "$name" "is for the JVM '${jvm//[[:cntrl:]]/ }', which the campaign has not"
  for entry in "${environment[@]}"; do
    [[ $entry != WHICHJVM_PERF_EVENT=* ]] || perf_events=yes
    allows "$entry" || refuse "$name" "has '${entry//[[:cntrl:]]/ }' in its environment"
  done
  command_of[$1]=$copy
}

# allows ENTRY: whether a command may have it in its environment. What a person has to grant they grant by
# an option, also of a campaign that is resumed.
allows() {
  local value=${1#*=}
  case ${1%%=*} in
    WHICHJVM_JVM | JAVA_OPTS | WHICHJVM_FLAGS) ;;
    WHICHJVM_FLAG_SET) [[ $value =~ ^[a-z0-9][a-z0-9+._-]{0,99}$ ]] ;;
    WHICHJVM_SLICE) [[ $value =~ ^0\.[0-9]{1,3}$ ]] ;;
    WHICHJVM_QUEUE_IS_HUGE) [[ $value == 1 ]] ;;
    WHICHJVM_MEMORY | WHICHJVM_SHM | WHICHJVM_HEAP) [[ $value =~ ^[0-9]{1,15}$ ]] ;;
    WHICHJVM_DEADLINE) [[ $value =~ ^[1-9][0-9]{0,8}$ ]] ;;
    WHICHJVM_MOUNT) listed "$value" "${mounts[@]#*=}" ||
      die "$exit_usage" "the campaign $campaign mounts '${value//[[:cntrl:]]/ }' into its forks; if it may, give --mount (of a version: --app) with that folder too" ;;
    WHICHJVM_NETWORK) [[ $value == bridge && $network ]] ||
      die "$exit_usage" "the campaign $campaign gives its forks the network '${value//[[:cntrl:]]/ }'; if it may be the engine's own, bridge, give --network too" ;;
    WHICHJVM_WITH) [[ $value && $value == "$with" ]] ||
      die "$exit_usage" "the campaign $campaign runs '${value//[[:cntrl:]]/ }' beside its forks; give --with FILE:${value//[[:cntrl:]]/ } with the compose file that they are in too" ;;
    WHICHJVM_PERF_EVENT) [[ $value && $value == "$event" ]] ||
      die "$exit_usage" "the campaign $campaign lets its forks call perf_event_open for '${value//[[:cntrl:]]/ }'; if they may, give --event with that too" ;;
    *) return 1 ;;
  esac
}

# read_command FILE: into `environment` and `arguments`, which an empty entry divides
read_command() {
  local entry behind=0
  environment=() arguments=() jvm='' deadline=''
  while IFS= read -r -d '' entry; do
    if ((behind)); then
      arguments+=("$entry")
    elif [[ $entry ]]; then
      environment+=("$entry")
      case $entry in
        WHICHJVM_JVM=*) jvm=${entry#*=} ;;
        WHICHJVM_DEADLINE=*) deadline=${entry#*=} ;;
      esac
    else
      behind=1
    fi
  done <"$1"
}
