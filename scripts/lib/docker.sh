# The runner `docker`: variants are services of compose.yaml, a fork is a container as `docker compose run`
# would start it.

. "$root/scripts/lib/huge.sh"
. "$root/scripts/lib/platforms.sh"
. "$root/scripts/lib/container.sh"
. "$root/scripts/lib/bases.sh"

# As compose finds them by itself: what a person adds in compose.override.yaml is meant for forks too.
compose_command=(docker compose --project-directory "$root" --file "$root/compose.yaml")
for override in "$root"/compose.override.y{a,}ml; do
  [[ ! -e $override ]] || compose_command+=(--file "$override")
done

compose() { "${compose_command[@]}" --progress quiet "$@"; }

# The start of a command that runs a service as it was built: left alone, `compose run` builds the
# service's contexts each time, just before the fork.
use_prebuilt() {
  local service
  {
    printf 'services:\n'
    for service; do
      printf '  %s: {build: !reset null, pull_policy: never}\n' "$service"
    done
  } >"$scratch/prebuilt.yaml"
  prebuilt=("${compose_command[@]}" --file "$scratch/prebuilt.yaml" --progress quiet)
}

# Every service that is a variant: $1 is the profile, '*' for all.
docker_variants() {
  # With the profile of `base`, which every variant's build names: without it compose refuses.
  compose --profile build --profile "$1" config --services | grep -vxE 'base|os-.*|collector|tune|all' | sort
}

docker_known() { docker_variants '*'; }

# A person's own, then those of the table in its order: where the time is short, the last are left out.
docker_default() {
  local names
  names=$(docker_variants variant)
  grep -vxFf <(cut -f 1 "$root/docker/variants.tsv") <<<"$names" || true
  cut -f 1 "$root/docker/variants.tsv" | grep -xFf <(echo "$names") || true
}

# The platform of the variants' images: what the person asks the engine for, else its own.
asked_platform() { printf '%s' "${DOCKER_DEFAULT_PLATFORM:-linux/$(docker version --format '{{.Server.Arch}}')}"; }

# is_for_platform IMAGE: whether its programs are for what was asked; the sentence is left in `build_says`
is_for_platform() {
  local is
  is=$(docker image inspect --format '{{.Os}}/{{.Architecture}}' "$1") || is=missing
  [[ $is != "$(asked_platform)" ]] || return 0
  build_says="the image $1 is $is and $(asked_platform) is asked for: remove it (docker image rm $1), see that its base is for $(asked_platform), and run this again"
  return 1
}

# docker_prepare_collector: the one image that every campaign needs.
docker_prepare_collector() {
  define_images
  runs_platform "$(asked_platform)" || die "$exit_cannot" "$(how_to_run "$(asked_platform)"); or unset DOCKER_DEFAULT_PLATFORM"
  # It measures nothing: whatever the variants are for, it need not be emulated. And a dry run needs it too.
  local DOCKER_DEFAULT_PLATFORM='' dry_run=0 execute=()
  from_packages=() packages_because=
  choose_base build base || die "$exit_cannot" "there is nothing to build the jars with: $skip_reason"
  choose_base collector collector || die "$exit_cannot" "there is no JDK for the collector: $skip_reason"
  build_packages
  WHICHJVM_REVISION=$(git -C "$root" rev-parse HEAD 2>/dev/null || true)
  export WHICHJVM_REVISION
  build_image collector || die "$exit_cannot" "the collector could not be built: $build_says"
  use_prebuilt collector
}

# docker_prepare VARIANT…: leaves those that can be had in `ready`, says why not of the others.
docker_prepare() {
  local variant wanted=() all_built=
  [[ $(asked_platform) == "$(local_platform)" ]] || slowed=20
  # Of compose.yaml, the same for every fork. A kernel without transparent huge pages would not mount it at all.
  WHICHJVM_HUGE_SIZE=$(huge_size)
  export WHICHJVM_HUGE_SIZE
  [[ -e /sys/kernel/mm/transparent_hugepage ]] || export WHICHJVM_HUGE_PAGES=never
  from_packages=() packages_because=
  for variant; do
    if [[ $variant == custom ]]; then
      [[ ${JDK_IMAGE:-} ]] || die "$exit_usage" "custom needs an image: JDK_IMAGE=my/jdk:tag scripts/compare custom …; of several, --image NAME=IMAGE"
    elif [[ ${image_of[$variant]:-} ]]; then
      have_image "$variant" || {
        skip "$variant" "${image_of[$variant]}: $pull_says"
        continue
      }
    elif ! choose_base "$variant" "$variant"; then
      skip "$variant" "$skip_reason"
      continue
    fi
    wanted+=("$variant")
  done
  build_packages
  use_prebuilt collector "${wanted[@]}"
  ready=()
  # At once, because compose needs two seconds to find that there is nothing to build.
  if ((! dry_run && ${#wanted[@]} > 1)); then
    say "building ${wanted[*]}"
    ! compose_build "${wanted[@]}" || all_built=yes
  fi
  for variant in "${wanted[@]}"; do
    if { [[ $all_built ]] && is_for_platform "whichjvm/$variant"; } || build_image "$variant" &&
      { [[ ! ${image_of[$variant]:-} && $variant != custom ]] || checks_image "$variant"; }; then
      ready+=("$variant")
      tell_substitute "$variant"
    else
      skip "$variant" "$build_says"
    fi
  done
  read_settings
}

# skip JVM REASON
skip() {
  missing[$1]=$2
  say "skipped $1: $2"
}

# compose_build SERVICE…: what it says is in build.log
compose_build() {
  "$root/docker/keep-layers" 'whichjvm/*:latest' "${compose_command[@]}" --progress quiet --profile '*' build "$@" \
    </dev/null >"$scratch/build.log" 2>&1
}

# build_image SERVICE: the reason of a failure is left in `build_says`.
build_image() {
  say "building $1"
  local log=$scratch/build.log
  if ((dry_run)); then
    show docker compose build "$1"
    return
  fi
  if compose_build "$1"; then
    is_for_platform "whichjvm/$1"
    return
  fi
  # BuildKit repeats what failed; the last sentence that is the build's own is the reason.
  build_says=$(sed -nE '/^#[0-9]+ [0-9.]+ (whichjvm: .*|\[ERROR\] .*|.*[Ee]rror: .*)/{s//\1/p;q}' "$log")
  [[ $build_says ]] || build_says=$(grep -v '^ *$' "$log" | tail -n 1)
  return 1
}

tell_substitute() {
  ((! dry_run)) || return 0
  local sentence
  sentence=$(docker image inspect --format '{{range .Config.Env}}{{println .}}{{end}}' "whichjvm/$1" |
    sed -n 's/^WHICHJVM_SUBSTITUTE=//p')
  # An image may say anything of itself.
  sentence=${sentence//[[:cntrl:]]/ }
  [[ $sentence ]] || return 0
  substitutes+=("$1")
  say "$1 is a substitute: $sentence"
}

# docker_leave: the volume holds nothing any more, but its name would stay
docker_leave() {
  ((! dry_run)) || return 0
  docker_sweep
  docker volume rm "whichjvm_huge_${WHICHJVM_HUGE_PAGES:-always}_${WHICHJVM_HUGE_SIZE:-4g}" >/dev/null 2>&1 || true
}

# Of the container that the collector runs in.
collector_options=()

# docker_collector ARGUMENT…: it reads what is on stdin
docker_collector() {
  WHICHJVM_RESULTS=$campaigns_folder DOCKER_DEFAULT_PLATFORM='' \
    "${prebuilt[@]}" run --rm --no-TTY "${collector_options[@]}" collector "$@"
}

# docker_plan STUDY_FILE ARGUMENT…
docker_plan() {
  local study=() collector_options=(--env JAVA_OPTS="${JAVA_OPTS:-}"
    --volume "$root/docker/flags:/definitions/flags:ro" --volume "$root/studies:/definitions/studies:ro")
  [[ ! $1 ]] || collector_options+=(--volume "$1:/definitions/study:ro") study=(--study-file /definitions/study)
  docker_collector plan --flag-sets /definitions/flags --studies /definitions/studies "${study[@]}" "${@:2}"
}
