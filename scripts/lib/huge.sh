# A tmpfs of huge pages for a fork's queue. In containers it is compose.yaml's volume `huge`; on the
# host each fork sees one of its own in place of /dev/shm, which goes with the last of its processes.

# What the JVM needs beside the queue, in kB.
readonly huge_spared=$((1024 * 1024))

# available_memory: for more processes, in kB; nothing where the kernel does not say
available_memory() { awk '/^MemAvailable:/ { print $2 }' /proc/meminfo; }

# huge_size: how large it may become: what WHICHJVM_HUGE_SIZE says, else 4g, or less where there is
# less memory. The workload refuses a queue that does not fit.
huge_size() {
  local available
  available=$(available_memory)
  if [[ ${WHICHJVM_HUGE_SIZE:-} ]]; then
    printf '%s' "$WHICHJVM_HUGE_SIZE"
  elif ((${available:-8388608} - huge_spared >= 4 * 1024 * 1024)); then
    printf 4g
  else
    printf '%dm' $((available > huge_spared + 1024 ? (available - huge_spared) / 1024 : 1))
  fi
}

# huge_command: the start of a command that runs with such a tmpfs, into `huge`. A person's own
# WHICHJVM_HUGE_DIR needs none.
huge_command() {
  local said
  huge=()
  [[ ! ${WHICHJVM_HUGE_DIR:-} ]] || return 0
  huge=(unshare --mount)
  ((EUID == 0)) || huge=(unshare --user --map-root-user --mount)
  # shellcheck disable=SC2016 # for the shell that mounts
  huge+=(sh -c 'mount -t tmpfs -o "huge=always,size=$1,mode=1777" whichjvm /dev/shm && shift && exec "$@"' sh "$(huge_size)")
  ((dry_run)) || said=$("${huge[@]}" true 2>&1) || {
    printf 'whichjvm: huge pages need a tmpfs of their own, and %s may mount none here (%s); leave out +huge or --queue-memory huge; what works too is --runner docker, scripts/compare as root, or WHICHJVM_HUGE_DIR=/mnt/huge after: sudo mkdir -p /mnt/huge && sudo mount -t tmpfs -o huge=always,size=4g,mode=1777 whichjvm /mnt/huge\n' \
      "$(id -un)" "$(tail -n 1 <<<"$said")" >&2
    exit "$exit_cannot"
  }
  huge+=(env WHICHJVM_HUGE_DIR=/dev/shm)
}
