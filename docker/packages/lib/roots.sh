# shellcheck shell=bash
# The root file systems that go into the images, as archives in the build's context: the one below every
# JVM, and one for each base. Needs docker/packages/build's settings, sources.sh and common.sh.

# unpack_debs FOLDER ROOT: without running anything of theirs, so any architecture will do. Manuals and translations are
# left behind, licences are not.
unpack_debs() {
  local deb
  mkdir -p "$2"
  for deb in "$1"/*.deb; do
    dpkg-deb --fsys-tarfile "$deb" |
      tar -x -C "$2" --exclude=./usr/share/{man,info,locale,lintian,gdb} --exclude='./usr/share/doc/*/[!c]*'
    # What is in it, where scanners look in an image without dpkg's own list.
    mkdir -p "$2/var/lib/dpkg/status.d"
    dpkg-deb --field "$deb" >"$2/var/lib/dpkg/status.d/$(dpkg-deb --field "$deb" Package)"
  done
}

# pack ROOT NAME ARCHITECTURE: the same content gives the same archive, so that layers are reused.
pack() {
  tar -c -C "$1" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -f "$context/$2-$3.tar.part" .
  mv "$context/$2-$3.tar.part" "$context/$2-$3.tar"
}

make_os() { # ARCHITECTURE
  local arch=$1 tree=$work/os-$1
  # Once a run is enough.
  [[ ! -e $work/os-$arch.done ]] || return 0
  fetch_debs "$arch" "$cache/debs-os-$arch" install "${os_packages[@]}"
  unpack_debs "$cache/debs-os-$arch" "$tree"
  # What the packages' own scripts would do on a machine.
  cp "$tree/usr/share/base-passwd/passwd.master" "$tree/etc/passwd"
  cp "$tree/usr/share/base-passwd/group.master" "$tree/etc/group"
  printf 'passwd: files\ngroup: files\nhosts: files dns\n' >"$tree/etc/nsswitch.conf"
  ln -s mawk "$tree/usr/bin/awk"
  pack "$tree" os "$arch"
  touch "$work/os-$arch.done"
}

# --- one for each kind of source ------------------------------------------------------------

# Each of these fills ROOT, with the JDK at /opt/java, and prints what it really put there. The caller has the base's row.

put_wheel() { # NAME ARCHITECTURE ROOT
  local wheel home=$3/opt/java java build
  wheel=$(fetch_wheel "$source" "$version" "$from" "$2")
  python3 -m zipfile -e "$wheel" "$work/wheel-$1-$2"
  mkdir -p "$3/opt"
  mv "$work/wheel-$1-$2"/*/*runtime "$home"
  # Python's unpacking loses the permissions.
  chmod -R u=rwX,go=rX "$home"
  chmod 755 "$home"/bin/* "$home/lib/jspawnhelper"
  # The wheel's version is its own; the JVM's build number is only in its library.
  java=$(sed -n 's/^JAVA_VERSION="\(.*\)"$/\1/p' "$home/release")
  build=$(grep -aom 1 "${java//./\\.}+[0-9]*" "$home/lib/server/libjvm.so" | sed -n 1p)
  [[ $build ]] || fail "$wheel does not say which build it holds: its libjvm.so names no $java+…"
  printf '%s %s|jlinked runtime from PyPI %s %s' "$(wheel_vendor "$source" "$version")" "$build" "$source" "$version"
}

link_java() { # PACKAGE ARCHITECTURE ROOT
  local major=${1#openjdk-}
  mkdir -p "$3/opt"
  ln -s "/usr/lib/jvm/java-${major%%-*}-openjdk-$2" "$3/opt/java"
}

put_debian() { # NAME ARCHITECTURE ROOT
  local package=${from#*/} folder=$cache/debs-$1-$2 fetched
  fetch_debs "$2" "$folder" download "$package/${from%%/*}"
  fetched=$(deb_version "$folder" "$package")
  # A row for Graal has its compiler's version there, not the package's.
  [[ $version == "$fetched" || $source == graal ]] ||
    say "$1: Debian has $package $fetched now, not the $version last tried"
  unpack_debs "$folder" "$3"
  link_java "$package" "$2" "$3"
  printf 'Debian OpenJDK %s|%s from Debian %s' "$fetched" "$package" "${from%%/*}"
}

put_graal() { # NAME ARCHITECTURE ROOT
  local base
  base=$(put_debian "$@")
  fetch_jars "$version" "$3/opt/graal/modules"
  mkdir "$3/opt/graal/bin"
  cp "$here/graal-java" "$3/opt/graal/bin/java"
  printf 'Graal CE compiler %s in Java on %s|jars from Maven, %s' "$version" "${base%%|*}" "${base#*|}"
}

# What an image that has several JVMs has beside the one below every JVM: Python, which runs campaigns in it.
put_os() { # NAME ARCHITECTURE ROOT
  put_all "$@"
  printf 'Debian %s with Python %s|without a JVM' "$os_suite" "$(deb_version "$cache/debs-$1-$2" python3)"
}

put_build() { # NAME ARCHITECTURE ROOT
  local folder=$cache/debs-$1-$2 jdk
  copy_machine_settings
  put_all "$@"
  jdk=${from#*/} jdk=${jdk%% *}
  link_java "$jdk" "$2" "$3"
  ln -s /usr/share/maven/bin/mvn "$3/usr/bin/mvn"
  printf 'Debian OpenJDK %s, Maven %s and Go %s|full JDK' "$(deb_version "$folder" "$jdk")" \
    "$(deb_version "$folder" maven)" "$(deb_version "$folder" golang-go)"
}

# The packages of a base, and what they depend on.
put_all() { # NAME ARCHITECTURE ROOT
  local packages
  read -ra packages <<<"${from#*/}"
  fetch_debs "$2" "$cache/debs-$1-$2" install "${packages[@]}"
  unpack_debs "$cache/debs-$1-$2" "$3"
}

# What the base `build` takes from this machine.
copy_machine_settings() {
  local target=$context/machine
  rm -rf "$target"
  mkdir -p "$target/etc/ssl/certs" "$target/etc/maven"
  [[ -e /etc/ssl/certs/ca-certificates.crt ]] ||
    fail "this machine has no /etc/ssl/certs/ca-certificates.crt: install ca-certificates"
  cp /etc/ssl/certs/ca-certificates.crt "$target/etc/ssl/certs/"
  # As Maven's system-wide settings, so that they hold for any user in the container.
  [[ ! -e $HOME/.m2/settings.xml ]] || cp "$HOME/.m2/settings.xml" "$target/etc/maven/"
  # As those of Go for root, who builds. An empty one would be no proxy at all.
  mkdir -p "$target/root/.config/go"
  go_proxy | sed -n 's/./GOPROXY=&/p' >"$target/root/.config/go/env"
}
