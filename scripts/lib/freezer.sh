# Freezes and thaws control groups, by the kernel's freezer: of version 1 freezer.state, of version 2 cgroup.freeze.

# freezer_of PID: the file that freezes the control group of a process, into `freezer`; fails if there is none that this
# user may write
freezer_of() {
  local line path=''
  freezer=
  while IFS= read -r line; do
    case $line in
      *:freezer:/?*) path=/sys/fs/cgroup/freezer/${line#*:freezer:/}/freezer.state ;;
      0::/?*) path=${path:-/sys/fs/cgroup/${line#0::/}/cgroup.freeze} ;;
    esac
  done 2>/dev/null <"/proc/$1/cgroup" || return 1
  [[ $path && -w $path ]] || return 1
  freezer=$path
}

# freezer_root: the folder in which a host has a control group for each program, if this user may make one
freezer_root() {
  local folder
  for folder in /sys/fs/cgroup/freezer /sys/fs/cgroup; do
    [[ ! -w $folder/cgroup.procs ]] || {
      printf '%s' "$folder"
      return
    }
  done
  return 1
}

# freeze FILE, thaw FILE: returns when the kernel has done it, or the group is gone
freeze() {
  local state=''
  case $1 in
    */freezer.state)
      { printf FROZEN >"$1"; } 2>/dev/null || return 0
      until [[ $state == FROZEN ]]; do
        read -r state 2>/dev/null <"$1" || return 0
      done
      ;;
    *)
      { printf 1 >"$1"; } 2>/dev/null || return 0
      until [[ $state == *"frozen 1"* ]]; do
        read -r -d '' state 2>/dev/null <"${1%/*}/cgroup.events" || [[ $state ]] || return 0
      done
      ;;
  esac
}

thaw() {
  case $1 in
    */freezer.state) { printf THAWED >"$1"; } 2>/dev/null || true ;;
    *) { printf 0 >"$1"; } 2>/dev/null || true ;;
  esac
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
    ! group_freezer "$group" || thaw "$freezer"
  done
}
