# The runner `docker`: variants are services of compose.yaml. A fork is a container with the settings that `docker compose
# run` would give it, but that nothing in it is root's, and that it sees nothing of the campaign.

. "$root/scripts/lib/huge.sh"
. "$root/scripts/lib/platforms.sh"
. "$root/scripts/lib/bases.sh"
. "$root/scripts/lib/companions.sh"

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

# refuse_emulator: before anything is built for another platform than this host's
refuse_emulator() {
  local own
  own=linux/$(docker version --format '{{.Server.Arch}}')
  [[ ${DOCKER_DEFAULT_PLATFORM:-$own} != "$own" ]] || return 0
  say "error: DOCKER_DEFAULT_PLATFORM is $DOCKER_DEFAULT_PLATFORM, but this host is $own: an emulator would be measured"
  say "try: unset DOCKER_DEFAULT_PLATFORM, or run this on a $DOCKER_DEFAULT_PLATFORM host"
  exit "$exit_cannot"
}

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
  # Whatever the variants are for, it need not be emulated. And a dry run needs it too.
  local DOCKER_DEFAULT_PLATFORM='' dry_run=0 execute=()
  { choose_base build base && choose_base go base; } || die "$exit_cannot" "there is nothing to build the images with: $skip_reason"
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
  [[ ! $with ]] || prepare_companions
  # Of compose.yaml, the same for every fork. A kernel without transparent huge pages would not mount it at all.
  WHICHJVM_HUGE_SIZE=$(huge_size)
  export WHICHJVM_HUGE_SIZE
  [[ -e /sys/kernel/mm/transparent_hugepage ]] || export WHICHJVM_HUGE_PAGES=never
  for variant; do
    if [[ $variant == custom ]]; then
      [[ ${JDK_IMAGE:-} ]] || die "$exit_usage" "custom needs an image: JDK_IMAGE=my/jdk:tag scripts/compare custom …; of several, --jdk NAME=IMAGE"
    elif [[ ${image_of[$variant]:-} ]] && ! have_image "$variant"; then
      skip "$variant" "${image_of[$variant]}: $pull_says"
      continue
    elif [[ ! ${image_of[$variant]:-} ]] && ! choose_base "$variant" "$variant"; then
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
  local began=$SECONDS
  say "building $*"
  "$root/docker/keep-layers" 'whichjvm/*:latest' "${compose_command[@]}" --progress quiet --profile '*' build "$@" \
    </dev/null >"$scratch/build.log" 2>&1 && say "$*: built in $((SECONDS - began)) s"
}

# build_image SERVICE: the reason of a failure is left in `build_says`.
build_image() {
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

# collector_volume PATH TARGET: by a link where the path has a colon, at which a volume's path would end
collector_volume() {
  local path=$1
  [[ $1 != *:* ]] || { path=$scratch/volume-${#collector_options[@]} && ln -s "$1" "$path"; }
  collector_options+=(--volume "$path:$2")
}

# docker_collector ARGUMENT…: it reads what is on stdin
docker_collector() {
  WHICHJVM_RESULTS=$campaigns_folder DOCKER_DEFAULT_PLATFORM='' \
    "${prebuilt[@]}" run --rm --no-TTY "${collector_options[@]}" collector "$@"
}

# docker_plan STUDY_FILE ARGUMENT…
docker_plan() {
  local study=() collector_options=(--env JAVA_OPTS="${JAVA_OPTS:-}")
  collector_volume "$root/docker/flags" /definitions/flags:ro
  collector_volume "$root/studies" /definitions/studies:ro
  [[ ! $1 ]] || { collector_volume "$1" /definitions/study:ro && study=(--study-file /definitions/study); }
  docker_collector plan --flag-sets /definitions/flags --studies /definitions/studies "${study[@]}" "${@:2}"
}

# --- a fork ------------------------------------------------------------------------------------

# Compose makes a container of each variant in a project of this name, which is never started.
readonly settings_project=whichjvm-settings

# By which containers of a campaign are found that was killed.
readonly campaign_label=org.whichjvm.of=campaign

# A fork's own folder: its result has at most 64 MiB of .hlog or of a profile, and 3 of the rest, in folders and under
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

# The options that let a fork call perf_event_open. A seccomp profile in compose.override.yaml stands behind them, and counts.
perf_profile=()

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

# tmpfs FOLDER OPTIONS: of a volume in memory, as docker run takes it, which goes with the container
tmpfs() {
  printf 'type=volume,target=%s,volume-label='"$campaign_label"',volume-opt=type=tmpfs,volume-opt=device=tmpfs,"volume-opt=o=%s"' "$1" "$2"
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

# Of a file by which a JVM knows its user's name and home, whatever users its image has.
passwd_mount=()

# docker_begun_beside: learns what the engine calls the volumes of the collector's container, and who forks are
docker_begun_beside() {
  local folder name user=$owner
  ((! dry_run)) || return 0
  volume_of=()
  docker inspect --format '{{range .Mounts}}{{if eq .Type "volume"}}{{.Destination}} {{.Name}}{{println}}{{end}}{{end}}' \
    "whichjvm-$campaign-collector" >"$scratch/volumes" || beside_ended
  while read -r folder name; do
    [[ ! $folder ]] || volume_of[$folder]=type=volume,source=$name,volume-label=$campaign_label
  done <"$scratch/volumes"
  [[ $user != 0:* ]] || user=$nobody
  printf 'root:x:0:0:root:/root:/bin/sh\nwhichjvm:x:%s::/tmp/home:/bin/sh\n' "$user" | install -m 644 /dev/stdin "$scratch/passwd"
  passwd_mount=(--mount "type=bind,\"source=$scratch/passwd\",target=/etc/passwd,readonly")
  docker create --name "$settings_project-passwd" "${passwd_mount[@]}" whichjvm/collector >/dev/null 2>&1 || {
    passwd_mount=()
    say "the engine does not see this host's $scratch: user.home and user.name of forks are the image's"
  }
  docker_remove "$settings_project-passwd"
}

# docker_fork NAME NUMBER SERVICE ARGUMENT…: replaces this shell by the fork, with `environment`
docker_fork() {
  local name=$1 number=$2 service=$3 settings limits own mount
  shift 3
  if ((dry_run)); then
    # There is no image yet to read settings of, and this does the same.
    settings=()
    for mount in "${environment[@]}"; do
      [[ $mount != WHICHJVM_MOUNT=* ]] || settings+=(--volume "${mount#*=}:/app:ro")
      [[ $mount != WHICHJVM_WITH=* ]] || show docker compose --file "$with_file" up --detach --wait "${needed_companions[@]}"
      [[ $mount != WHICHJVM_PERF_EVENT=* ]] || say "# by docker run, with the seccomp profile that docker/seccomp-profile writes:"
    done
    show "${compose_command[@]}" run --rm --no-TTY --name "$name" "${settings[@]}" "${environment[@]/#/--env=}" "$service" "$@"
    return
  fi
  settings_of "$service"
  confine "$number"
  ! listed "WHICHJVM_WITH=$with" "${environment[@]}" || become=(run_with_companions "$name" "$service")
  # The last of two values counts. A person's own limits in compose.override.yaml come before these.
  "${become[@]}" docker run --rm --pull never --name "$name" --label "$campaign_label" "${limits[@]}" "${settings[@]}" \
    "${own[@]}" "${environment[@]/#/--env=}" "whichjvm/$service" "$@"
}

# docker_run_beside JVM COMMAND…: in its image, while nothing is measured
docker_run_beside() {
  docker run --rm --pull never --network none --user "$nobody" --label "$campaign_label" --entrypoint "$2" "whichjvm/$1" "${@:3}"
}

# confine NUMBER: into `own` what the container of a fork has whatever `settings` says, and into `limits` what it
# has unless a person says otherwise; `settings` loses what `docker compose run` by hand needs
confine() {
  local entry setting kept=() network_of='' shm='' pages='' user=$owner tmp=("--tmpfs=/tmp:$tmp_options")
  limits=("--pids-limit=$most_processes")
  [[ $user != 0:* ]] || user=$nobody
  own=(--user="$user" --read-only --no-healthcheck "${log_options[@]}"
    --mount "${volume_of["/forks/$1"]},target=/out" "${passwd_mount[@]}")
  for entry in "${environment[@]}"; do
    case $entry in
      WHICHJVM_MOUNT=*)
        setting=${entry#*=}
        # A line of CSV.
        own+=(--mount "type=bind,\"source=${setting//\"/\"\"}\",target=/app,readonly")
        ;;
      WHICHJVM_MEMORY=*) limits+=("--memory=${entry#*=}" "--memory-swap=${entry#*=}") ;;
      WHICHJVM_SHM=*) shm=${entry#*=} ;;
      WHICHJVM_NETWORK=*) network_of=${entry#*=} ;;
      WHICHJVM_WITH=*) network_of=container:$name-net ;;
      WHICHJVM_PERF_EVENT=*) limits+=("${perf_profile[@]}") ;;
      WHICHJVM_QUEUE_IS_HUGE=1) pages=yes ;;
    esac
  done
  if ((members > 1)); then
    own+=(--mount "${volume_of["/turns/$1/own"]},target=/turns/own"
      --mount "${volume_of["/turns/referee"]},target=/turns/referee,readonly")
    environment+=(WHICHJVM_TURNS=/turns)
  fi
  [[ ! $shm ]] || own_memory
  for setting in "${settings[@]}"; do
    case $setting in
      # What the launcher needs to become the owner of /out, by hand.
      --user=* | --cap-add=*SETUID | --cap-add=*SETGID | --cap-add=*SYS_CHROOT | --log-driver=* | --log-opt=*) ;;
      --mount=*'"target=/out"'* | --volume=*:/out | --volume=*:/out:*) ;;
      --mount=*'"target=/etc/passwd"'* | --volume=*:/etc/passwd | --volume=*:/etc/passwd:*) ;;
      --tmpfs=/out* | --tmpfs=/turns* | --tmpfs=/dev/shm* | --tmpfs=/queue* | --tmpfs=/app*) ;;
      --mount=*'"target=/queue"'* | --volume=*:/queue:*) [[ ! $pages || $shm ]] || kept+=("$setting") ;;
      # A second network would be added to the first.
      --network=*) [[ $network_of ]] || kept+=("$setting") ;;
      --hostname=* | --add-host=* | --dns=*) [[ $network_of == container:* ]] || kept+=("$setting") ;;
      # A person's own.
      --tmpfs=/tmp | --tmpfs=/tmp:*) tmp=("$setting") ;;
      *) kept+=("$setting") ;;
    esac
  done
  settings=("${kept[@]}" "${tmp[@]}" ${network_of:+"--network=$network_of"})
}

# own_memory: what is not the project's has a /dev/shm that nobody else sees
own_memory() {
  local options=size=$shm,nr_inodes=4096,mode=1777
  [[ ! $pages ]] || options+=,huge=${WHICHJVM_HUGE_PAGES:-always}
  own+=(--ipc=private --mount "$(tmpfs /dev/shm "$options")")
  environment+=(WHICHJVM_HUGE_DIR=/dev/shm)
}

# open_perf_events: makes the profile of forks that call perf_event_open
open_perf_events() {
  local level=2
  read -r level </proc/sys/kernel/perf_event_paranoid || true
  ((level > 0)) ||
    die "$exit_cannot" "kernel.perf_event_paranoid is $level: a program in a container that may call perf_event_open could watch all of this host; set it to 2 (sysctl kernel.perf_event_paranoid=2), or use --runner host"
  docker info --format '{{.SecurityOptions}}' >"$scratch/security"
  grep -qE 'name=seccomp,profile=(builtin|default)' "$scratch/security" || {
    say "the engine's default seccomp profile is a person's own, or there is none: it stays as it is, and says whether forks may call perf_event_open"
    return 0
  }
  "$root/docker/seccomp-profile" "$scratch/seccomp.json" || die "$exit_cannot" "no container can call perf_event_open (see above)"
  perf_profile=(--security-opt "seccomp=$scratch/seccomp.json")
}

# docker_check_freezer: whether this user can see if containers are frozen. Who may not freeze them has the engine do it.
docker_check_freezer() {
  local freezer
  group_of=docker:
  group_freezer "docker:whichjvm-$campaign-collector" ||
    die "$exit_cannot" "--interleave turns freezes containers, and $(id -un) cannot read their control groups here; use the engine of this host, or --interleave forks"
}

docker_remove_groups() { :; }

# docker_stop NAME PID: of the container and of its client; as a person's Ctrl-C would; the fork cleans up after itself.
docker_stop() {
  # The client first: it may be about to start the container.
  kill -TERM "$2" 2>/dev/null || true
  docker stop --time 15 "$1" >/dev/null 2>&1 || ! docker top "$1" -o pid >"$scratch/$1.top" 2>/dev/null || {
    mapfile -t -s 1 killed <"$scratch/$1.top"
    keep_left "$1" "${killed[@]// /}"
    kill_tree "$2"
  }
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
