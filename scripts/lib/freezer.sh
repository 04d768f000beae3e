# Freezes and thaws control groups, by the kernel's freezer: of version 1 freezer.state, of version 2 cgroup.freeze.

# freezer_of PID: the file that freezes the control group of a process, into `freezer`; fails if there is none that this
# user may read
freezer_of() {
  local line path=''
  freezer=
  while IFS= read -r line; do
    case $line in
      *:freezer:/?*) path=/sys/fs/cgroup/freezer/${line#*:freezer:/}/freezer.state ;;
      0::/?*) path=${path:-/sys/fs/cgroup/${line#0::/}/cgroup.freeze} ;;
    esac
  done 2>/dev/null <"/proc/$1/cgroup" || return 1
  [[ $path && -r $path ]] || return 1
  freezer=$path
}

# freezer_root: the folder in which a host has a control group for each program, if this user may make one
freezer_root() {
  local folder
  for folder in /sys/fs/cgroup/freezer /sys/fs/cgroup; do
    [[ -w $folder/cgroup.procs ]] && printf '%s' "$folder" && return
  done
  return 1
}

# freeze FILE GROUP, thaw FILE GROUP: by the kernel, or where this user may not write the file by the container's engine
freeze() { set_frozen "$1" "$2" pause FROZEN 1; }
thaw() { set_frozen "$1" "$2" unpause THAWED 0; }

# set_frozen FILE GROUP OPERATION STATE NUMBER: returns when the kernel has done it, or the group is gone. Whoever thaws
# by the kernel waits for nothing: it is done at once, or a group around this one is frozen.
set_frozen() {
  local state='' wanted=$4 told=$1 client='' looks=0
  [[ -e $1 ]] || return 0
  [[ $1 == */freezer.state ]] || wanted=$5
  if [[ -w $1 ]]; then
    { printf '%s' "$wanted" >"$1"; } 2>/dev/null || return 0
    [[ $3 == pause ]] || return 0
  else
    exec {client}< <(exec docker "$3" "${2#docker:}" 2>/dev/null)
  fi
  [[ $1 == */freezer.state ]] || told=${1%/*}/cgroup.events wanted="frozen $5"
  until [[ $state == *"$wanted"* ]]; do
    # The client says something or ends, whether or not the engine did it.
    [[ ! $client ]] || { read -r -t 0.001 -u "$client" || (($? > 128)); } || break
    state=''
    read -r -d '' state 2>/dev/null <"$told" || [[ $state ]] || break
    # A process that calls exec waits for the end of its other threads, which are frozen by now: it has to get on first.
    [[ $client ]] || ((++looks % 500)) || { thaw "$@" && sleep 0.005 && freeze "$@" && return; }
  done
  [[ ! $client ]] || exec {client}<&-
}

# lives FILE: whether the control group has a process
lives() {
  local process
  read -r process 2>/dev/null <"${1%/*}/cgroup.procs"
}

# group_freezer GROUP: the file that freezes it, into `freezer`; fails if it has not begun or has ended
group_freezer() {
  local process
  if [[ $1 == docker:* ]]; then
    process=$(docker inspect --format '{{.State.Pid}}' "${1#docker:}" 2>/dev/null) && ((process)) && freezer_of "$process"
    return
  fi
  freezer=$1/freezer.state
  [[ -e $freezer ]] || freezer=$1/cgroup.freeze
  lives "$freezer"
}

# thaw_groups GROUP…
thaw_groups() {
  local group freezer
  for group; do
    ! group_freezer "$group" || thaw "$freezer" "$group"
  done
}
