# Which platforms this machine has: its own, and those that an emulator is registered for.

# Where the kernel keeps its table of foreign executables.
binfmt_table=/proc/sys/fs/binfmt_misc

# local_platform: this machine's own, in the engine's words
local_platform() {
  case $(uname -m) in
    x86_64) printf 'linux/amd64' ;;
    aarch64 | arm64) printf 'linux/arm64' ;;
    *) die "$exit_cannot" "this machine is a '$(uname -m)' and there are images for x86_64 and aarch64 only: name one with --platform." ;;
  esac
}

# runs_platform PLATFORM: whether its programs run here. The table knows an emulator of this machine, and a
# container finds one only with the flag F; the builder knows one where the engine has a kernel of its own.
runs_platform() {
  local handler=$binfmt_table/qemu-x86_64
  [[ $1 != "$(local_platform)" ]] || return 0
  [[ $1 == linux/amd64 ]] || handler=$binfmt_table/qemu-aarch64
  if [[ -e $binfmt_table/register ]]; then
    grep -qsx enabled "$handler" && grep -qs '^flags:.*F' "$handler"
  else
    docker buildx inspect 2>/dev/null | grep -E '^Platforms:' | tr -d '*' | tr ',' '\n' | grep -E "[: ]$1\$" >/dev/null
  fi
}

# how_to_run PLATFORM: the sentence where runs_platform says no
how_to_run() {
  printf '%s programs do not run on this machine, a %s, and no emulator is registered for them: run scripts/install-docker --with-qemu as root (Debian), or docker run --privileged --rm tonistiigi/binfmt --install %s' \
    "$1" "$(local_platform)" "${1#linux/}"
}
