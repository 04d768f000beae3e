# shellcheck shell=bash
# The processes of a cluster: how they begin, and how they are found again. Needs the cluster's folder in $dir.

fail() { die 1 "$*"; }

# within SECONDS COMMAND…: whether it succeeds in time
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || return 1
    sleep 0.1
  done
}

gone() { ! "$@"; }

# await CONDITION LOG ARGUMENT…: where it does not come, the log says why
await() {
  within "$ready_seconds" "$1" "${@:3}" || {
    tail -n 5 "$dir/log/$2.log" >&2 || true
    fail "the cluster was not ready within $ready_seconds seconds, for want of '$1': see $dir/log/$2.log"
  }
}

# running NAME: whether the process of its pid file is one of this cluster's. Each has the folder among
# its arguments, so that a number that the kernel gave to another process since is not taken for it.
running() {
  local pid
  [[ -e $dir/pids/$1 ]] || return 1
  pid=$(<"$dir/pids/$1")
  [[ $pid ]] && grep --quiet --fixed-strings --text "$dir/" "/proc/$pid/cmdline" 2>/dev/null
}

# launch NAME COMMAND…: in the background, with a pid file and a log
launch() {
  local name=$1
  shift
  (
    # What the caller has open, such as a pipe or a lock, must not stay open as long as the cluster.
    for fd in /proc/self/fd/*; do
      fd=${fd##*/}
      ((fd <= 2)) || eval "exec $fd>&-"
    done
    cd "$dir"
    exec setsid "$@" </dev/null >>"$dir/log/$name.log" 2>&1
  ) &
  printf '%s\n' "$!" >"$dir/pids/$name"
}

# kill_process NAME: at once, because nothing that it would save is needed
kill_process() {
  ! running "$1" || kill -KILL "$(<"$dir/pids/$1")" 2>/dev/null || true
}

# child NAME: the process that the named one waits for
child() { pgrep --parent "$(<"$dir/pids/$1")" | head -n 1; }
