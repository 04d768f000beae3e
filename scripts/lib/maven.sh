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
    run_maven -T 2 -Dmaven.test.skip=true package
    return
  done
}

# run_test_class MODULE CLASS ARGUMENT…: a program of that module's tests, with `java_options`
run_test_class() {
  local target=$root/$1/target home
  run_maven --projects "$1" --also-make -DskipTests package dependency:build-classpath \
    -Dmdep.includeScope=test -Dmdep.outputFile="$target/tests.classpath"
  home=$(build_java_home)
  PATH=$home/bin:$PATH java "${java_options[@]}" -cp "$target/test-classes:$target/classes:$(<"$target/tests.classpath")" "${@:2}"
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
  local homes
  mapfile -t homes < <(printf '%s\n' /usr/lib/jvm/* | sort --version-sort --reverse)
  java_home_with javac "$jdk_wanted" "${JAVA_HOME:-}" "$(home_of javac)" "${homes[@]}" ||
    die "$exit_cannot" "building needs a JDK $jdk_wanted or newer and there is none in JAVA_HOME ('${JAVA_HOME:-}'), PATH or /usr/lib/jvm; install one (Debian: apt-get install openjdk-17-jdk-headless) or set JAVA_HOME"
}

# home_of PROGRAM: the JAVA_HOME of the java or javac that PATH has, if it has one
home_of() {
  local program
  program=$(command -v "$1") || return 0
  program=$(readlink -f "$program")
  printf '%s' "${program%/bin/"$1"}"
}

# java_home_with PROGRAM OLDEST HOME…: the first that has this program of that Java or a newer one
java_home_with() {
  local home major
  for home in "${@:3}"; do
    [[ $home && -x $home/bin/$1 ]] || continue
    # "javac 17.0.15", 'openjdk version "1.8.0_504"', which say so on stderr
    major=$("$home/bin/$1" -version 2>&1 | sed -nE 's/^(javac |.* version ")(1\.)?([0-9]+).*/\3/p') || continue
    ((${major:-0} < $2)) || {
      printf '%s' "$home"
      return
    }
  done
  return 1
}
