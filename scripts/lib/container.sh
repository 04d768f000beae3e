# A fork of the runner `docker`: a container with the settings that `docker compose run` would give it, but
# that nothing in it is root's, and that it sees nothing of the campaign.

# Compose makes a container of each variant in a project of this name, which is never started.
readonly settings_project=whichjvm-settings

# By which containers of a campaign are found that was killed.
readonly campaign_label=org.whichjvm.of=campaign

# A fork's own folder: its result has at most 64 MiB of .hlog and 3 of the rest, in folders and under
# temporary names.
readonly result_options=size=80m,nr_inodes=64,mode=0777
# By turns each contender says with names of files how far it is, and the collector tells the others.
readonly turns_options=size=64k,nr_inodes=48,mode=0777
# What a JVM, JNA and a program write elsewhere counts as the container's memory.
readonly tmp_options=rw,exec,nosuid,nodev,size=1g,nr_inodes=65536,mode=1777

# A JVM has hundreds of threads on a large machine. Who needs more says pids_limit in compose.override.yaml.
readonly most_processes=2048

# `docker logs` has the end of what a fork said; the engine's disk has no more of it.
readonly log_options=(--log-driver=json-file --log-opt=max-size=1m --log-opt=max-file=1)

# Who forks are where the results folder is root's: no image's, and nobody's on the host.
readonly nobody=65534:65534

# Volumes of the collector's container, as docker run takes them, by the folder that it has them at. The engine makes one
# anew where the collector was killed and its volumes went with it: the label lets docker_sweep find that one.
declare -A volume_of=()

# read_settings: what compose makes of each service of `ready` and of the collector, as options of `docker
# run`, into a file each. `docker compose run` takes a second more for each fork (measured: 1.2 s against
# 0.3 s).
read_settings() {
  local service container containers=()
  ((! dry_run)) || return 0
  build_says=$(WHICHJVM_RESULTS=$campaigns_folder "${prebuilt[@]}" --project-name "$settings_project" create --force-recreate collector "${ready[@]}" 2>&1 </dev/null) ||
    die "$exit_cannot" "compose cannot make containers of ${ready[*]}: ${build_says##*$'\n'}"
  for service in collector "${ready[@]}"; do
    container=$settings_project-$service-1
    containers+=("$container")
    docker inspect --format "$(<"$root/scripts/lib/docker-run.template")" "$container" >"$scratch/$service.settings" ||
      die "$exit_cannot" "the engine does not tell the settings of the container $container (see above)"
  done
  docker_remove "${containers[@]}"
}

# settings_of SERVICE: into `settings`
settings_of() {
  mapfile -d '' settings <"$scratch/$1.settings"
  # Behind the last one is the end of the line.
  unset 'settings[-1]'
}

# tmpfs FOLDER OPTIONS [VOLUME]: of a volume in memory, as docker run takes it; without a name it goes with
# the container that it was made for
tmpfs() {
  printf 'type=volume,target=%s%s,volume-label='"$campaign_label"',volume-opt=type=tmpfs,volume-opt=device=tmpfs,"volume-opt=o=%s"' "$1" "${3:+,source=$3}" "$2"
}

# docker_beside ARGUMENT…: of the collector, in place of this shell. Its container has the folders that forks
# write into, and holds what is in them until it has read it.
docker_beside() {
  local i settings mounts=()
  if ((dry_run)); then
    docker_collector "$@"
    return
  fi
  settings_of collector
  for ((i = 0; i < slots; i++)); do
    mounts+=(--mount "$(tmpfs "/forks/$i" "$result_options")" --mount "$(tmpfs "/turns/$i/own" "$turns_options")")
  done
  mounts+=(--mount "$(tmpfs /turns/referee "$turns_options")")
  exec docker run --interactive --rm --pull never --name "whichjvm-$campaign-collector" --label "$campaign_label" \
    --log-driver none "${settings[@]}" "${mounts[@]}" whichjvm/collector \
    "$1" --forks /forks --turns /turns "${@:2}"
}

# docker_begun_beside: learns what the engine calls the volumes of the collector's container
docker_begun_beside() {
  local folder name
  ((! dry_run)) || return 0
  volume_of=()
  docker inspect --format '{{range .Mounts}}{{if eq .Type "volume"}}{{.Destination}} {{.Name}}{{println}}{{end}}{{end}}' \
    "whichjvm-$campaign-collector" >"$scratch/volumes" || beside_ended
  while read -r folder name; do
    [[ ! $folder ]] || volume_of[$folder]=type=volume,source=$name,volume-label=$campaign_label
  done <"$scratch/volumes"
}

# docker_fork NAME INDEX SERVICE ARGUMENT…: replaces this shell by the fork, with `environment`
docker_fork() {
  local name=$1 index=$2 service=$3 settings limits own mount
  shift 3
  if ((dry_run)); then
    # There is no image yet to read settings of, and this does the same.
    settings=()
    for mount in "${environment[@]}"; do
      [[ $mount != WHICHJVM_MOUNT=* ]] || settings+=(--volume "${mount#*=}:/app:ro")
    done
    show "${compose_command[@]}" run --rm --no-TTY --name "$name" "${settings[@]}" "${environment[@]/#/--env=}" "$service" "$@"
    return
  fi
  settings_of "$service"
  confine "$index"
  # The last of two values counts. A person's own limits in compose.override.yaml come before these.
  exec docker run --rm --pull never --name "$name" --label "$campaign_label" "${limits[@]}" "${settings[@]}" \
    "${own[@]}" "${environment[@]/#/--env=}" "whichjvm/$service" "$@"
}

# confine INDEX: into `own` what the container of a fork has whatever `settings` says, and into `limits` what it
# has unless a person says otherwise; `settings` loses what `docker compose run` by hand needs
confine() {
  local entry setting kept=() network_of='' shm='' pages='' user=$owner tmp=("--tmpfs=/tmp:$tmp_options")
  limits=("--pids-limit=$most_processes")
  [[ $user != 0:* ]] || user=$nobody
  own=(--user="$user" --read-only --no-healthcheck "${log_options[@]}"
    --mount "${volume_of["/forks/$1"]},target=/out")
  for entry in "${environment[@]}"; do
    case $entry in
      WHICHJVM_MOUNT=*) own+=(--mount "type=bind,\"source=${entry#*=}\",target=/app,readonly") ;;
      WHICHJVM_MEMORY=*) limits+=("--memory=${entry#*=}" "--memory-swap=${entry#*=}") ;;
      WHICHJVM_SHM=*) shm=${entry#*=} ;;
      WHICHJVM_NETWORK=*) network_of=${entry#*=} ;;
      WHICHJVM_QUEUE_IS_HUGE=1) pages=yes ;;
    esac
  done
  if ((${#member_of[@]} > 1)); then
    own+=(--mount "${volume_of["/turns/${member_of[$contender]}/own"]},target=/turns/own"
      --mount "${volume_of["/turns/referee"]},target=/turns/referee,readonly")
    environment+=(WHICHJVM_TURNS=/turns)
  fi
  [[ ! $shm ]] || own_memory
  for setting in "${settings[@]}"; do
    case $setting in
      # What the launcher needs to become the owner of /out, by hand.
      --user=* | --cap-add=*SETUID | --cap-add=*SETGID | --cap-add=*SYS_CHROOT | --log-driver=* | --log-opt=*) ;;
      --mount=*'"target=/out"'* | --volume=*:/out | --volume=*:/out:*) ;;
      --tmpfs=/out* | --tmpfs=/turns* | --tmpfs=/dev/shm* | --tmpfs=/queue* | --tmpfs=/app*) ;;
      --mount=*'"target=/queue"'* | --volume=*:/queue:*) [[ ! $pages || $shm ]] || kept+=("$setting") ;;
      # A second network would be added to the first.
      --network=*) [[ $network_of ]] || kept+=("$setting") ;;
      # A person's own.
      --tmpfs=/tmp | --tmpfs=/tmp:*) tmp=("$setting") ;;
      *) kept+=("$setting") ;;
    esac
  done
  settings=("${kept[@]}" "${tmp[@]}" ${network_of:+"--network=$network_of"})
}

# own_memory: what is not the project's has a /dev/shm that nobody else sees but the other JVM of its pair
own_memory() {
  local options=size=$shm,nr_inodes=4096,mode=1777 volume=
  [[ ! $pages ]] || options+=,huge=${WHICHJVM_HUGE_PAGES:-always}
  [[ ${arguments[*]} != *"--role "* ]] || volume=whichjvm-$campaign-shm-${member_of[$contender]}
  own+=(--ipc=private --mount "$(tmpfs /dev/shm "$options" "$volume")")
  environment+=(WHICHJVM_HUGE_DIR=/dev/shm)
}

# docker_check_freezer: whether this user can freeze containers of the engine
docker_check_freezer() {
  group_of=docker:
  freezer_root >/dev/null ||
    die "$exit_cannot" "--interleave turns freezes containers by their control groups, which $(id -un) may not here; be root, or use --interleave forks"
}

docker_remove_groups() { :; }

# docker_stop NAME PID: of the container and of its client; as a person's Ctrl-C would; the fork cleans up after itself.
docker_stop() {
  # The client first: it may be about to start the container.
  kill -TERM "$2" 2>/dev/null || true
  docker stop --time 15 "$1" >/dev/null 2>&1 || true
}

# docker_remove NAME…: a container may outlive the client that started it.
docker_remove() { docker rm --force --volumes "$@" >/dev/null 2>&1 || true; }

# docker_sweep: what killed campaigns left in the engine. A volume stays where its container was removed while
# another one had it too.
docker_sweep() {
  local left
  [[ $alone ]] || return 0
  mapfile -t left < <(docker ps --all --quiet --filter "label=$campaign_label")
  # Nothing that is frozen can be ended.
  thaw_groups "${left[@]/#/docker:}"
  mapfile -t -O "${#left[@]}" left < <(docker ps --all --quiet --filter "name=^$settings_project-")
  ((! ${#left[@]})) || docker_remove "${left[@]}"
  mapfile -t left < <(docker volume ls --quiet --filter "label=$campaign_label")
  ((! ${#left[@]})) || docker volume rm "${left[@]}" >/dev/null 2>&1 || true
}
