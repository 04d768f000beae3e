# shellcheck shell=bash
# Images that a person names, --image NAME=IMAGE: each is a service like `custom` of compose.yaml.

# NAME to IMAGE.
declare -A image_of=()

# docker_knows NAME=IMAGE
docker_knows() {
  [[ $1 =~ ^([a-z0-9]+([._-][a-z0-9]+)*)=([a-zA-Z0-9][a-zA-Z0-9._/:@-]*)$ && ${1%%=*} != *-to-* ]] ||
    die "$exit_usage" "--image is '$1'; it takes NAME=IMAGE, the name in lower case and without a + or -to-, such as old=my/jdk:1"
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
    ! grep -qxF "$name" <<<"$taken" || die "$exit_usage" "--image ${name}=${image_of[$name]}: compose.yaml has a service $name; give another name"
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
