# Companions: services of a person's own compose file that a program needs (--with). Each fork has its own, in its
# network. That is a holder's, a container that does nothing: they and the fork join it, and its hosts file has their
# names. So all ports are on one loopback, nobody reaches a neighbour, and no name is looked up outside.

# Those that are needed; all services and volumes of the file; and how those services differ that are built: a build is
# the campaign's, and not each fork's.
needed_companions=() companion_names=() companion_volumes=()
declare -A companion_image=()

companions() { docker compose --project-directory "${with_file%/*}" --file "$with_file" --progress quiet "$@"; }

# companions_of FORK WORD…: those beside that fork. Its project has its name, in letters that compose takes.
companions_of() { companions --file "$scratch/with-$1.yaml" --project-name "${1,,}" "${@:2}"; }

# prepare_companions: their images, and what the file has
prepare_companions() {
  local each images built=$scratch/with-built.yaml
  IFS=, read -ra needed_companions <<<"$with"
  { companions config --services >"$scratch/with-services" && companions config --volumes >"$scratch/with-volumes"; } ||
    die "$exit_usage" "--with names $with_file, which docker compose cannot read (it says why above)"
  mapfile -t companion_names <"$scratch/with-services"
  mapfile -t companion_volumes <"$scratch/with-volumes"
  for each in "${needed_companions[@]}"; do
    listed "$each" "${companion_names[@]}" ||
      die "$exit_usage" "--with names the service '$each', which $with_file has not; it has: ${companion_names[*]}"
  done
  ((! dry_run)) || return 0
  companions config >"$scratch/with.yaml"
  printf 'services:\n' >"$built"
  while read -r each; do
    companion_image[$each]="build: !reset null, image: whichjvm-companion/$each, "
    printf '  %s: {image: whichjvm-companion/%s}\n' "$each" "$each" >>"$built"
  done < <(awk '/^[a-z]/ { part = $1 } /^  [^ ]/ { name = $1 } part == "services:" && /^    build:/ { sub(/:$/, "", name); print name }' "$scratch/with.yaml")
  ((! ${#companion_image[@]})) || companions --file "$built" build --with-dependencies "${needed_companions[@]}" >&2 ||
    die "$exit_cannot" "a service of --with $with cannot be built (a line above says why)"
  images=$(companions ${companion_image[@]+--file "$built"} config --images "${needed_companions[@]}")
  for each in $images; do
    docker image inspect "$each" >/dev/null 2>&1 || docker pull --quiet "$each" >&2 ||
      die "$exit_cannot" "the image $each of --with $with cannot be had (a line above says why)"
  done
}

# define_companions FORK: what they do not have of the person's file: a network, a port or a name that those of another
# fork would have too, and data of the person's own, which would not be the same for all and is not theirs to change
define_companions() {
  local each
  {
    printf 'services:\n'
    for each in "${companion_names[@]}"; do
      printf '  %s: {%spull_policy: never, network_mode: "container:%s-net", restart: "no", labels: [%s], %s: !reset null, %s: !reset []}\n' \
        "$each" "${companion_image[$each]:-}" "$1" \
        "$campaign_label" 'networks: !reset null, container_name: !reset null, hostname: !reset null, mac_address' \
        'ports: !reset [], expose: !reset [], links: !reset [], external_links: !reset [], extra_hosts: !reset [], dns'
    done
    ((! ${#companion_volumes[@]})) || printf 'volumes:\n'
    for each in "${companion_volumes[@]}"; do
      printf '  %s: !override {labels: [%s]}\n' "$each" "$campaign_label"
    done
  } >"$scratch/with-$1.yaml"
}

# run_with_companions FORK VARIANT COMMAND…: in this shell, which ends with the command's exit code. It outlives a
# campaign that is killed until the fork has ended too.
run_with_companions() {
  local status=0 client='' stopped='' hosts=("${companion_names[@]/#/--add-host=}")
  define_companions "$1"
  # shellcheck disable=SC2064 # now
  trap "end_companions '$1'" EXIT
  trap 'stopped=yes; [[ ! $client ]] || kill -TERM "$client" 2>/dev/null || true' TERM
  docker run --detach --pull never --name "$1-net" --label "$campaign_label" --network none --hostname localhost \
    --user "$nobody" --read-only --cap-drop ALL --security-opt no-new-privileges "${hosts[@]/%/:127.0.0.1}" --entrypoint sleep "whichjvm/$2" infinity >/dev/null
  companions_of "$1" up --detach --wait --quiet-pull "${needed_companions[@]}" >"$scratch/with-$1.err" 2>&1 || {
    companions_of "$1" logs --no-color --tail 20 >&2 || true
    die 1 "the services of --with $with did not start: $(tail -n 1 "$scratch/with-$1.err")"
  }
  [[ ! $stopped ]] || exit "$exit_interrupted"
  "${@:3}" &
  client=$!
  wait "$client" || status=$?
  # A signal ends the wait, and not the fork.
  while kill -0 "$client" 2>/dev/null; do
    status=0
    wait "$client" || status=$?
  done
  exit "$status"
}

# end_companions FORK
end_companions() {
  trap '' TERM
  companions_of "$1" down --volumes --timeout 1 >/dev/null 2>&1 || true
  docker_remove "$1-net"
}
