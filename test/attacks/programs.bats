#!/usr/bin/env bats
# bats file_tags=engine
# Hostile programs and hostile results: one campaign of --workload command, in which each attack is a
# contender: a version of the program, in one hostile image. Every test looks at what became of one.

load ../helper
load ../attacks

readonly programs=(probes overwrite stdout fill-out fill-tmp fill-shm files-out files-tmp bomb memory endures
  stops-watcher kills daemon escape names)
readonly results=(result-symlink result-hardlink result-fifo result-folder result-path result-path-out
  result-block result-contender result-big result-out result-escape java-stdout java-escape)

# The contender of each attack.
attack="attack-program+app-"

setup_file() {
  local name versions=()
  begin
  read -r -a attacks <<<"${ATTACKS:-${programs[*]} ${results[*]}}"
  hostile_images program
  for name in none "${attacks[@]}"; do
    cp -r "$scratch/app" "$scratch/app-$name"
    echo "$name" >"$scratch/app-$name/name"
    versions+=(--app "$name=$scratch/app-$name")
    contenders+=("$attack$name")
  done
  chmod -R a+rX "$scratch"/app-*
  campaign --blocks 1 --workload command --interleave forks "${versions[@]}" --timeout 8s --memory 1g \
    "${images[@]}" jdk17-temurin+app-none "${contenders[@]:1}" -- ./attack
}

teardown_file() { end; }

@test "the campaign comes to its end, says that forks failed, and counts those that do nothing wrong" {
  ended 3
  for name in "${programs[@]}" "${results[@]}"; do
    [[ -f $(fork_of "$attack$name") ]] || fail "there is no fork of $name"
  done
  counts jdk17-temurin+app-none
  counts "${attack}none"
  grep -qF "${attack}none" "$out/latest/result.csv"
}

@test "nothing is left behind" { nothing_is_left; }

@test "the host's disk, its /tmp and its /dev/shm do not fill" {
  at_most disk "$most_disk"
  at_most shm "$most_shm"
}

@test "escape sequences do not reach the terminal, nor the report" {
  shows_no_escape "$scratch/terminal" "$out"/latest/{report.md,report.html,result.csv,result.json,forks/*.json}
}

# --- what a program finds in its container --------------------------------------------------------

# refused NAME…: probes of one program
refused() {
  local name
  costs_itself_but_probes
  for name; do
    grep -qx "refused $name" "$said" || fail "$(grep "^proof $name:" "$said" || echo "nothing is said of $name")"
  done
}

costs_itself_but_probes() {
  local fork
  fork=$(fork_of "${attack}probes")
  said=${fork%.json}.out
  is_whole "$fork"
  is_whole "$said"
  expect failed "$(json "$fork" "d['status']")"
}

@test "a program is never root, and has no capability" { refused uid-0 capabilities new-privileges; }

@test "a program does not become root: su, sudo, setpriv, chroot" { refused become-root; }

@test "a setuid file of its own or of the image's gives it nothing" { refused setuid; }

@test "it cannot write to the image's files" { refused root-file-system; }

@test "it mounts nothing" { refused mount; }

@test "it makes no device, and reads none" { refused mknod disks; }

@test "it sees no process but its own, and no file through them" { refused others-processes root-of-1; }

@test "it cannot read the kernel's memory and log" { refused kernel-memory; }

@test "it cannot reach sysrq, and writes no setting of the kernel" { refused sysrq sysctl; }

@test "it cannot change its control group" { refused cgroup; }

@test "it has no network: the host's loopback and the bridge's gateway hear nothing" {
  refused network
  expect "" "$(cat "$scratch/heard" 2>/dev/null || true)"
}

@test "it does not see the engine" { refused engine; }

@test "it sees nothing of the campaign, and nothing of other forks" { refused campaign; }

@test "it does not see the host's /dev/shm" { refused host-shm; }

@test "its processes and its memory have a limit" { refused processes-unlimited memory-unlimited; }

# --- what it may try ------------------------------------------------------------------------------

@test "it cannot write over campaign.json, another's fork, nor latest" {
  costs_itself overwrite
  expect "" "$(grep -rlF 'proof of overwrite' "$out" || true)"
  [[ $(readlink "$out/latest") == [0-9]*T* ]] || fail "latest leads to $(readlink "$out/latest")"
}

@test "10 GB on stdout" {
  costs_itself stdout
  (($(stat -c %s "$out/latest/forks/001-${attack}stdout.out") < 16 << 20))
}

@test "10 GB into /out" { costs_itself fill-out; }

@test "10 GB into /tmp" { costs_itself fill-tmp; }

@test "10 GB into /dev/shm" { costs_itself fill-shm; }

@test "a million files in /out" { costs_itself files-out; }

@test "a million files in /tmp" { costs_itself files-tmp; }

@test "a fork bomb" { costs_itself bomb; }

@test "memory without end" { costs_itself memory; }

@test "a program that ignores SIGTERM and runs for ever" {
  costs_itself endures
  contains "$reason" "had not ended after 8 s"
}

@test "a program that stops its watcher: the fork's deadline ends it" { costs_itself stops-watcher; }

@test "a program that kills all that it may signal" { costs_itself kills; }

@test "a child that outlives the program and keeps writing" {
  costs_itself daemon
  expect "" "$(pgrep -f 'attack-[d]aemon-marker' || true)"
}

@test "escape sequences on stdout and stderr" {
  costs_itself escape
  contains "$reason" attack-red
}

@test "names and words with newlines and tabs" {
  costs_itself names
  expect "" "$(grep -r planted "$out/latest/campaign.json" || true)"
}

# --- what it may leave as its result --------------------------------------------------------------

@test "a symbolic link in place of its result" {
  costs_itself result-symlink
  expect "" "$(grep -rl '^root:' "$out" || true)"
}

@test "a hard link in place of its result" { costs_itself result-hardlink; }

@test "a FIFO in place of its result" { costs_itself result-fifo; }

@test "a folder in place of its result" { costs_itself result-folder; }

@test "a link in place of a folder on the path to its result" {
  costs_itself result-path
  costs_itself result-path-out
}

@test "a result that claims another block" {
  costs_itself result-block
  [[ ! -e $(fork_of "${attack}none" 2) ]]
}

@test "a result that claims another contender" { costs_itself result-contender; }

@test "a result of 2 MB, and an output of 10 GB" {
  costs_itself result-big
  costs_itself result-out
}

@test "escape sequences in a score's name" { costs_itself result-escape; }

@test "10 GB on the container's own stdout" { costs_itself java-stdout; }

@test "escape sequences on the container's own stderr" {
  costs_itself java-escape
  contains "$reason" "attack java-escape: not possible"
}
