# shellcheck shell=bash
# A fork of the runner `docker`: a container with the settings that `docker compose run` would give it.

# Compose makes a container of each variant in a project of this name, which is never started.
readonly settings_project=whichjvm-settings

# read_settings: what compose makes of each service of `ready`, as options of `docker run`, into a file
# each. `docker compose run` takes a second more for each fork (measured: 1.2 s against 0.3 s).
read_settings() {
  local service container
  ((! dry_run && ${#ready[@]})) || return 0
  build_says=$("${prebuilt[@]}" --project-name "$settings_project" create --force-recreate "${ready[@]}" 2>&1 </dev/null) ||
    die "$exit_cannot" "compose cannot make containers of ${ready[*]}: ${build_says##*$'\n'}"
  for service in "${ready[@]}"; do
    container=$settings_project-$service-1
    docker inspect --format "$(<"$root/scripts/lib/docker-run.template")" "$container" >"$scratch/$service.settings" ||
      die "$exit_cannot" "the engine does not tell the settings of the container $container (see above)"
  done
  remove_settings
}

remove_settings() {
  local names=("${ready[@]/#/$settings_project-}")
  docker_remove "${names[@]/%/-1}"
}

# docker_fork NAME SERVICE ARGUMENT…: replaces this shell by the fork, with `environment`
docker_fork() {
  local name=$1 service=$2 settings mount
  shift 2
  # shellcheck disable=SC2154 # start_command has read it
  if ((dry_run)); then
    # There is no image yet to read settings of, and this does the same.
    settings=()
    for mount in "${environment[@]}"; do
      [[ $mount != WHICHJVM_MOUNT=* ]] || settings+=(--volume "${mount#*=}:/app:ro")
    done
    show "${compose_command[@]}" run --rm --no-TTY --name "$name" "${settings[@]}" "${environment[@]/#/--env=}" "$service" "$@"
    return
  fi
  mapfile -d '' settings <"$scratch/$service.settings"
  # Behind the last one is the end of the line.
  unset 'settings[-1]'
  confine
  # The last of two values counts, so the fork's own come behind.
  exec docker run --rm --pull never --name "$name" "${settings[@]}" "${environment[@]/#/--env=}" "whichjvm/$service" "$@"
}

# confine: what the container of a person's own program has in place of, and beside, what `settings` says
confine() {
  local entry setting kept=()
  for entry in "${environment[@]}"; do
    case $entry in
      WHICHJVM_IPC=*) settings+=("--ipc=${entry#*=}" --shm-size=1g) ;;
      WHICHJVM_MOUNT=*) settings+=(--mount "type=bind,\"source=${entry#*=}\",target=/app,readonly") ;;
      WHICHJVM_MEMORY=*) settings+=("--memory=${entry#*=}" "--memory-swap=${entry#*=}") ;;
      WHICHJVM_NETWORK=*)
        # A second network would be added to the first.
        for setting in "${settings[@]}"; do
          [[ $setting == --network=* ]] || kept+=("$setting")
        done
        settings=("${kept[@]}" "--network=${entry#*=}")
        ;;
    esac
  done
}

# docker_stop NAME PID: of the container and of its client; as a person's Ctrl-C would; the fork cleans up after itself.
docker_stop() {
  # The client first: it may be about to start the container.
  kill -TERM "$2" 2>/dev/null || true
  docker stop --time 15 "$1" >/dev/null 2>&1 || true
}

# docker_remove NAME…: a container may outlive the client that started it.
docker_remove() { docker rm --force "$@" >/dev/null 2>&1 || true; }
