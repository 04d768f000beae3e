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

# have_image NAME: whether its image is on this machine now; the reason is left in `pull_says`
have_image() {
  docker image inspect "${image_of[$1]}" >/dev/null 2>&1 || pull_base "$1" "${image_of[$1]}" || return 1
  execute docker tag "${image_of[$1]}" "$(own_image "$1")"
}
