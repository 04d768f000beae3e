# The runner `host`: variants are JVMs found on this machine, a fork is one process.
. "$root/scripts/lib/maven.sh"

# NAME to JAVA_HOME of what was found.
declare -A jvm_home=()

# host_find: JAVA_HOME, the PATH's java, /usr/lib/jvm, SDKMAN; --jdk first, whose names win, each of one JDK.
host_find() {
  local entry home
  for entry in "${jdks[@]}"; do
    home=${entry#*=}
    [[ -x $home/bin/java ]] || die "$exit_usage" "--jdk $entry: there is no $home/bin/java; give the folder that has bin/java"
    add_jvm "$home" "${entry%%=*}"
    [[ $(readlink -f "$home") == "${jvm_home[${entry%%=*}]:-}"?(/jre) ]] ||
      die "$exit_usage" "--jdk $entry: another --jdk has this name or is this JDK; give each JDK one name, and say name+again to run it twice"
  done
  for home in "${JAVA_HOME:-}" "$(home_of java)" /usr/lib/jvm/* "${SDKMAN_DIR:-$HOME/.sdkman}"/candidates/java/*; do
    [[ -z $home || ! -x $home/bin/java ]] || add_jvm "$home" ""
  done
}

# add_jvm HOME NAME: an empty name is made of vendor and version. The same JDK by another path, or
# another one of a name, is left out.
add_jvm() {
  local home name=$2
  home=$(readlink -f "$1")
  home=${home%/jre}
  ! listed "$home" "${jvm_home[@]}" || return 0
  [[ $name ]] || name=$(jvm_name "$home")
  [[ $name && -z ${jvm_home[$name]:-} ]] || return 0
  jvm_home[$name]=$home
}

# jvm_name HOME: that of docker/variants.tsv of its vendor, whose line of another version names it too where
# there is none of its own; of a vendor that has no line, in the same form.
jvm_name() {
  local said
  # AdoptOpenJDK is what Temurin was called, and GraalVM EE what Oracle GraalVM was.
  said=$("$1/bin/java" -XshowSettings:properties -version 2>&1 | sed 's/AdoptOpenJDK/Temurin/; s/GraalVM Community/GraalVM CE/; s/GraalVM EE/Oracle GraalVM/') || return 0
  LC_ALL=C awk -F '\t' -v major="$(sed -n 's/^ *java.specification.version = \(1\.\)\{0,1\}//p' <<<"$said")" \
    -v vendor="$(sed -nE 's/^ *java.vendor(.version)? = //p' <<<"$said" | paste -sd ' ')" '
    # Of two vendors the one that is named further on: Zulu is Azul, and Prime is too.
    ($2 == "variant" || $2 == "more") && index(vendor, $3) > at { name = $1; at = index(vendor, $3) }
    END {
      if (!name) { word = tolower(vendor); sub(/[^a-z].*/, "", word); name = "jdk0-" (word ? word : "unknown") }
      sub(/[0-9]+/, major, name)
      print name
    }' "$root/docker/variants.tsv"
}

host_known() { ((! ${#jvm_home[@]})) || printf '%s\n' "${!jvm_home[@]}" | sort -V; }

host_default() { host_known; }

# host_prepare_collector: both jars, built with this host's JDK and Maven.
host_prepare_collector() { build_jars || die "$exit_cannot" "the jars could not be built (see above)"; }

# host_prepare VARIANT…: the jars are those that the collector needs
host_prepare() {
  local variant
  ready=("$@")
  for variant in "${ready[@]}"; do
    say "$variant is ${jvm_home[$variant]}$(sed -n 's/^WHICHJVM_SUBSTITUTE=/, a substitute: /p' "${jvm_home[$variant]}/whichjvm.env" 2>/dev/null)"
  done
}

# host_home JVM
host_home() { printf '%s' "${jvm_home[$1]}"; }

# host_fork NAME NUMBER JVM ARGUMENT…: replaces this shell by the fork, with `environment`. It writes its
# result into a folder of its own.
host_fork() {
  local name=$1 home=${jvm_home[$3]} result=$scratch/forks/$2 huge=()
  ((members < 2)) || environment+=("WHICHJVM_TURNS=$scratch/turns/$2")
  shift 3
  if [[ $slice ]]; then
    # This process and all that it starts are in a control group of their own from now on.
    mkdir "$group_of$name"
    printf '%s' "$BASHPID" >"$group_of$name/cgroup.procs"
  fi
  ! listed WHICHJVM_QUEUE_IS_HUGE=1 "${environment[@]}" || huge_command
  "${become[@]}" "${huge[@]}" env -u WHICHJVM_FLAG_SET -u WHICHJVM_FLAGS PATH="$home/bin:$PATH" \
    WHICHJVM_JAR="$root/workload/target/whichjvm-workload.jar" WHICHJVM_OUT="$result" \
    ${WHICHJVM_VEGETA:+"WHICHJVM_VEGETA=$WHICHJVM_VEGETA"} "${environment[@]}" "$root/workload/launch" "$@"
}

# host_check_freezer: whether this user can freeze programs of this host, and where their control groups are
host_check_freezer() {
  group_of=$(freezer_root)/ ||
    die "$exit_cannot" "--interleave turns freezes programs by control groups, which $(id -un) may not make here; be root, use --runner docker, or --interleave forks"
}

# host_remove_groups NAME…: of a program that has left a process behind it stays until that has ended
host_remove_groups() { rmdir "${@/#/$group_of}" 2>/dev/null || true; }

# host_run_beside JVM COMMAND…
host_run_beside() { PATH="${jvm_home[$1]}/bin:$PATH" "${@:2}"; }

# host_stop NAME PID: the launcher hands it on and waits for the JVM. What does not end is killed.
host_stop() {
  kill -TERM "$2" 2>/dev/null || return 0
  ! ends_soon "$2" 150 || return 0
  kill_tree "$2"
  keep_left "$1" "${killed[@]}"
}

# kill_tree PID: with all that it has started, itself last
kill_tree() {
  local child children
  killed+=("$1")
  kill -STOP "$1" 2>/dev/null || return 0
  read -r -d '' -a children < <(cat "/proc/$1/task/"*/children 2>/dev/null) || true
  for child in "${children[@]}"; do
    kill_tree "$child"
  done
  kill -KILL "$1" 2>/dev/null || true
}

# What has ended leaves no process and no tmpfs: a fork ends with its campaign's lock, before which no campaign begins. The
# launcher has removed its folder unless it was killed too.
host_remove() {
  sweep_copies
  [[ ! $group_of ]] || host_remove_groups "$@"
}

# sweep_copies: removes the temporary folders of forks whose launcher was killed; its process number is in their names
sweep_copies() {
  local folder
  [[ $alone ]] || return 0
  for folder in /tmp/whichjvm-[0-9]*; do
    [[ ! $folder =~ ^/tmp/whichjvm-([0-9]+)-[0-9]+(-home)?$ || -e /proc/${BASH_REMATCH[1]} ]] || rm -rf "$folder" 2>/dev/null || true
  done
}

# host_sweep: the control groups of killed campaigns, and the temporary folders of their forks
host_sweep() {
  local folder group
  [[ $alone ]] || return 0
  sweep_copies
  # By which the memory of programs was counted; they are inside the group that the campaign was in.
  find /sys/fs/cgroup -depth -type d -name 'whichjvm-[0-9]*-[0-9]*' -exec rmdir {} + 2>/dev/null || true
  folder=$(freezer_root) || return 0
  for group in "$folder"/whichjvm-*; do
    thaw_groups "$group"
    rmdir "$group" 2>/dev/null || true
  done
}

host_leave() { :; }
host_begun_beside() { :; }

# host_beside ARGUMENT…: of the collector, in place of this shell
host_beside() {
  local i
  rm -rf "$scratch/forks" "$scratch/turns"
  for ((i = 0; i < slots; i++)); do
    mkdir -p "$scratch/forks/$i"
  done
  mkdir -p "$scratch/turns"
  host_collector "$1" --forks "$scratch/forks" --turns "$scratch/turns" "${@:2}"
}

# host_collector ARGUMENT…
host_collector() {
  local home
  home=$(java_home_with java 17 "$(home_of java)" "${jvm_home[@]}") ||
    die "$exit_cannot" "the collector needs Java 17 or newer, and this machine has none; install openjdk-17-jdk-headless or give --jdk NAME=PATH"
  env PATH="$home/bin:$PATH" WHICHJVM_OUT="$campaigns_folder" \
    WHICHJVM_COLLECTOR_JAR="$root/collector/target/whichjvm-collector.jar" "$root/collector/collect" "$@"
}

# host_plan STUDY_FILE ARGUMENT…
host_plan() {
  host_collector plan --flag-sets "$root/docker/flags" --studies "$root/studies" ${1:+--study-file "$1"} "${@:2}"
}
