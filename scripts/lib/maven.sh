# shellcheck shell=bash
# Runs Maven, whichever there is. Needs common.sh.

# Debian 12's is 3.8.7; plugins in pom.xml refuse anything older than 3.6.3.
readonly maven_wanted=3.6.3
readonly jdk_wanted=17

# run_maven ARGUMENT…: on the whole project, with a JDK that can build it; says nothing on stdout
run_maven() {
  local java_home maven
  java_home=$(build_java_home) || return
  maven=$(JAVA_HOME=$java_home maven_command) || return
  JAVA_HOME=$java_home "$maven" -Dstyle.color=never --batch-mode --quiet --no-transfer-progress --file "$root/pom.xml" "$@" >&2
}

# build_jars: both, unless they are newer than all that they are built from
build_jars() {
  local jar
  [[ ! ${WHICHJVM_IN_IMAGE:-} ]] || return 0
  for jar in "$root/workload/target/whichjvm-workload.jar" "$root/collector/target/whichjvm-collector.jar"; do
    [[ ! -f $jar || $(find "$root/pom.xml" "$root"/{common,workload,collector}/{pom.xml,src/main} -newer "$jar" -print -quit) ]] || continue
    say "building the jars"
    run_maven -Dmaven.test.skip=true package
    return
  done
}

# maven_command: mvn from PATH, else the wrapper, which fetches the one it names
maven_command() {
  local found
  if found=$(maven_version) && version_at_least "$found" "$maven_wanted"; then
    printf mvn
    return
  fi
  # The wrapper knows the zip's checksum, and without unzip would fetch another file and call it
  # compromised.
  command -v unzip >/dev/null ||
    die "$exit_cannot" "Maven is ${found:-missing} ($maven_wanted or newer is needed) and unzip, with which ./mvnw would install it, is missing; install either (Debian: apt-get install maven)"
  printf '%s/mvnw' "$root"
}

maven_version() {
  command -v mvn >/dev/null || return
  # Its version alone, without the colours that some installations force on.
  mvn --version 2>/dev/null | sed -n 's/.*Apache Maven \([0-9.]*\).*/\1/p'
}

# build_java_home: JAVA_HOME, else the PATH's javac, else the newest under /usr/lib/jvm
build_java_home() {
  local home
  for home in "${JAVA_HOME:-}" "$(javac_home)"; do
    jdk_new_enough "$home" || continue
    printf '%s' "$home"
    return
  done
  while read -r home; do
    jdk_new_enough "$home" || continue
    printf '%s' "$home"
    return
  done < <(printf '%s\n' /usr/lib/jvm/* | sort --version-sort --reverse)
  die "$exit_cannot" "building needs a JDK $jdk_wanted or newer and there is none in JAVA_HOME ('${JAVA_HOME:-}'), PATH or /usr/lib/jvm; install one (Debian: apt-get install openjdk-17-jdk-headless) or set JAVA_HOME"
}

javac_home() {
  local javac
  javac=$(command -v javac) || return 0
  javac=$(readlink -f "$javac")
  printf '%s' "${javac%/bin/javac}"
}

# jdk_new_enough HOME
jdk_new_enough() {
  [[ $1 && -x $1/bin/javac ]] || return
  local said
  # "javac 17.0.15", "javac 1.8.0_504", which says so on stderr
  said=$("$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p')
  ((${said:-0} >= jdk_wanted))
}
