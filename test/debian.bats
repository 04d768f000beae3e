#!/usr/bin/env bats
# bats file_tags=beside
# What scripts/install-docker and docker/packages let apt do, by a real apt and a mirror made of files. Nothing is
# installed.

load helper

setup() {
  forget_settings
  command -v apt-get >/dev/null || skip "needs apt"
  cd "$root" || return
  scratch=$(mktemp -d)
  chmod 755 "$scratch"
  mirror=$scratch/mirror
  architecture=$(dpkg --print-architecture)
  # Its own state, in which nothing is installed, and nothing of this machine's settings. The mirror has no signatures;
  # its dates are checked all the same.
  mkdir -p "$scratch/state/lists/partial" "$scratch/cache/archives/partial"
  touch "$scratch/status"
  cat >"$scratch/apt.conf" <<END
Dir::Etc::main "/dev/null";
Dir::Etc::parts "/dev/null";
Dir::State "$scratch/state";
Dir::State::status "$scratch/status";
Dir::Cache "$scratch/cache";
Acquire::AllowInsecureRepositories "true";
APT::Get::AllowUnauthenticated "true";
APT::Sandbox::User "root";
END
  export APT_CONFIG=$scratch/apt.conf
  # What every Debian has.
  others=(ca-certificates debian-archive-keyring util-linux procps python3-pip iptables)
  suite bookworm 1 "${others[@]}"
  suite trixie 2 "${others[@]}" docker.io docker-cli containerd docker-compose docker-buildx
  suite sid 3 docker.io docker-cli containerd docker-compose docker-buildx
}

teardown() { [[ -z ${scratch:-} ]] || rm -rf "$scratch"; }

# suite NAME VERSION PACKAGE…: of the mirror
suite() {
  local suite=$1 version=$2 folder package
  shift 2
  folder=$mirror/dists/$suite/main/binary-$architecture
  mkdir -p "$folder"
  for package; do
    printf 'Package: %s\nVersion: %s\nArchitecture: %s\nMaintainer: x\nDescription: x\nFilename: pool/%s\nSize: 1\nSHA256: %064d\n\n' \
      "$package" "$version" "$architecture" "$package" 0
  done >"$folder/Packages"
  dated "$suite" "$(date --utc --date tomorrow -R)"
}

# dated SUITE UNTIL: how long its index is good for
dated() {
  local index=main/binary-$architecture/Packages folder=$mirror/dists/$1
  printf 'Origin: Debian\nLabel: Debian\nSuite: %s\nCodename: %s\nDate: %s\nValid-Until: %s\nArchitectures: %s\nComponents: main\nSHA256:\n %s %s %s\n' \
    "$1" "$1" "$(date --utc --date 2020-01-01 -R)" "$2" "$architecture" \
    "$(sha256sum "$folder/$index" | cut -d ' ' -f 1)" "$(stat -c %s "$folder/$index")" "$index" >"$folder/Release"
}

past() { date --utc --date 2020-01-02 -R; }

# install CODENAME: scripts/install-docker on such a Debian with an /etc of its own and no engine; apt only says what it would
# install, and then there is an engine
install() {
  need_root "have an /etc of its own"
  rm -rf "${scratch:?}"/{bin,etc,etc.before,installed,engine}
  mkdir -p "$scratch/bin" "$scratch/etc/docker" "$scratch"/etc/apt/{preferences,sources.list}.d
  cp -a /etc/alternatives "$scratch/etc/"
  printf 'ID=debian\nVERSION_CODENAME=%s\n' "$1" >"$scratch/etc/os-release"
  printf 'deb [trusted=yes] file:%s %s main\n' "$mirror" "$1" >"$scratch/etc/apt/sources.list.d/machine.list"
  printf '{}\n' >"$scratch/etc/docker/daemon.json"
  cp -r "$scratch/etc" "$scratch/etc.before"
  cat >"$scratch/bin/apt-get" <<END
#!/bin/bash
[[ " \$* " == *" install "* ]] || exec $(command -v apt-get) "\$@"
$(command -v apt-get) --simulate "\$@" >>$scratch/installed || exit
[[ \$* != *docker.io* ]] || touch $scratch/engine
END
  cat >"$scratch/bin/docker" <<END
#!/bin/bash
[[ -e $scratch/engine ]] || exit 1
case \$1 in
  compose) echo 2.40.3 ;;
  *) echo x 28 ;;
esac
END
  chmod +x "$scratch/bin/"*
  # shellcheck disable=SC2016 # for the shell that it starts
  PATH=$scratch/bin:$PATH run unshare --mount --propagation private sh -c 'mount --bind "$0" /etc && exec scripts/install-docker' "$scratch/etc"
}

@test "the engine comes from trixie, its plugins from sid, and the machine's apt is as it was" {
  dated sid "$(past)"
  for codename in bookworm trixie; do
    install "$codename"
    expect 0 "$status"
    contains "$output" "ready: engine"
    expect "containerd:2 docker-buildx:3 docker-cli:2 docker-compose:3 docker.io:2" \
      "$(sed -nE 's/^Inst (docker[^ ]*|containerd) \(([0-9]+) .*/\1:\2/p' "$scratch/installed" | sort | xargs)"
    diff -r "$scratch/etc.before" "$scratch/etc"
  done
}

@test "an index of trixie that is past its date installs nothing, and leaves nothing" {
  dated trixie "$(past)"
  install bookworm
  [[ $status != 0 ]] || fail "apt took an index that is past its date: $output"
  contains "$output" "is expired"
  [[ ! -e $scratch/engine ]] || fail "an engine was installed"
  diff -r "$scratch/etc.before" "$scratch/etc"
}

# checkout: a cache that is not this checkout's, which may be at work, with nothing from before
checkout() {
  rm -rf "$scratch/checkout"
  mkdir -p "$scratch/checkout/docker" "$scratch/checkout/scripts" "$scratch/checkout/.cache/packages"
  cp -r docker/packages "$scratch/checkout/docker/"
  cp -r scripts/lib "$scratch/checkout/scripts/"
}

# newest SUITE: as docker/packages finds it there for a base that comes from it
newest() {
  checkout
  printf 'probe\tany\tdebian\t1\t%s/docker.io\t\n' "$1" >"$scratch/checkout/docker/packages/versions.tsv"
  # shellcheck disable=SC2016 # for the inner shell
  WHICHJVM_DEBIAN_MIRROR=file:$mirror run /bin/bash -euo pipefail -c '
    here=$1/docker/packages cache=$1/.cache/packages work=$1 log=$1/log os_suite=trixie names=(probe)
    fail() { printf "%s\n" "$*"; exit 1; }
    . "$here/lib/sources.sh"
    update_apt "$2"
    private_apt "$2" apt-cache madison docker.io | sed -n "s/ *| */ /gp" | grep -F " $3/"' \
    _ "$scratch/checkout" "$architecture" "$1"
}

@test "of sid docker/packages takes an index that is past its date, and of no other suite" {
  dated sid "$(past)"
  newest sid
  contains "$output" "docker.io 3 "
  dated trixie "$(past)"
  newest trixie
  contains "$output" "apt cannot read file:$mirror"
}

@test "docker/packages reads the indexes of those suites alone that something is asked for of" {
  rm -r "$mirror"/dists/{bookworm,sid}
  newest trixie
  contains "$output" "docker.io 2 "
}

@test "docker/packages waits for another one that is at work, and then does what was asked" {
  local lock builds
  checkout
  # An engine without an image.
  mkdir "$scratch/bin"
  printf '#!/bin/sh\n' >"$scratch/bin/docker"
  chmod +x "$scratch/bin/docker"
  exec {lock}>"$scratch/checkout/.cache/packages/lock"
  flock "$lock"
  PATH=$scratch/bin:$PATH WHICHJVM_DEBIAN_MIRROR=file:$mirror "$scratch/checkout/docker/packages/build" all \
    >"$scratch/built" 2>&1 {lock}>&- 3>&- &
  builds=$!
  eventually grep -q "waiting for another docker/packages/build" "$scratch/built"
  expect 1 "$(wc -l <"$scratch/built")"
  flock --unlock "$lock"
  # The mirror has none of its packages.
  wait "$builds" || expect 3 "$?"
  contains "$(<"$scratch/built")" "building base all"
}

@test "the base that builds has the proxy of Go that this machine has, and Go's own where it has none" {
  settings() {
    # shellcheck disable=SC2016 # for the inner shell
    env --unset=GOPROXY "$@" PATH="$scratch/no-go" /bin/bash -euo pipefail -c '
      PATH+=:/usr/bin:/bin context=$1
      go() { return 127; }
      . docker/packages/lib/sources.sh
      . docker/packages/lib/roots.sh
      copy_machine_settings
      cat "$1/machine/root/.config/go/env"' _ "$scratch/context"
  }
  expect "" "$(settings)"
  expect GOPROXY=https://proxy.example,direct "$(settings GOPROXY=https://proxy.example,direct)"
}
