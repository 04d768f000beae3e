#!/usr/bin/env bats
# bats file_tags=beside
# The client of a fleet of twenty hosts of which ten attack it at once, each by another way: test/crowd.py stands for
# kubectl, its API server and the pods.

load helper

readonly honest=(honest-{01..10})
readonly attackers=(garbage stderr large many silent kinds forged cut escapes clock)
# 200 MB, in kB.
readonly most_kb=200000

# shellcheck disable=SC2154 # helper.bash has root
setup_file() {
  export scratch collector=$root/collector/target/whichjvm-collector.jar
  scratch=$(mktemp -d)
  mkdir "$scratch/bin" "$scratch/classes" "$scratch/campaigns"
  ln -s "$root/test/crowd.py" "$scratch/bin/kubectl"
  # Reports are made by this host: how long an engine takes is no matter here.
  printf '#!/bin/sh\nexit 1\n' >"$scratch/bin/docker"
  chmod +x "$scratch/bin/docker"
  PATH=$scratch/bin:$PATH
  javac --release 17 -cp "$collector" -sourcepath "$root/collector/src/test/java" -d "$scratch/classes" \
    "$root/collector/src/test/java/org/whichjvm/collector/model/CampaignFixture.java"
  java -cp "$scratch/classes:$collector" org.whichjvm.collector.model.CampaignFixture "$scratch/campaigns"
  java -jar "$collector" report --out "$scratch/campaigns" steal >/dev/null
}

teardown_file() { rm -rf "$scratch"; }

# follow NAME HOST…: scripts/fleet run on these hosts; leaves status, its screen, the seconds until the honest hosts were
# whole, and the client's peak memory in kB
follow() {
  local name=$1
  shift
  export CROWD=$scratch/$name
  out=$CROWD/out
  mkdir -p "$out"
  ln -s "$scratch/campaigns/steal" "$CROWD/campaign"
  printf '%s\n' "$@" >"$CROWD/hosts"
  status=0
  python3 "$root/test/impatient.py" "$CROWD/peak" 12 10 run --image my.registry/all:1 --hosts kubernetes.io/os=linux \
    --out "$out" jdk17-temurin jdk11-temurin >"$CROWD/stdout" 2>"$CROWD/stderr" 3>&- || status=$?
  fleet=$(echo "$out"/fleet-*)
  read -r peak <"$CROWD/peak"
  seconds=$(python3 -c "import glob, os, sys
ended = [os.stat(each).st_mtime for each in glob.glob(sys.argv[2] + '/hosts/honest-*/host.json')]
print(f'{max(ended) - os.stat(sys.argv[1]).st_mtime:.1f}')" "$CROWD/applied" "$fleet")
}

# are_whole: the honest hosts have all that their pods measured, and their times
are_whole() {
  local host
  for host in "${honest[@]}"; do
    expect whole "$(json "$fleet/hosts/$host/host.json" 'd["state"]')"
    diff -r "$scratch/campaigns/steal" "$fleet/hosts/$host"/2*
  done
}

# ends HOST STATE PATTERN: what a person reads of it
ends() {
  local file=$fleet/hosts/$1/host.json reason
  reason=$(json "$file" 'd.get("reason")')
  printf '#   %-8s %-7s %s\n' "$1" "$(json "$file" 'd["state"]')" "$(tr -d '\000-\037' <<<"$reason")" >&3
  expect "$2" "$(json "$file" 'd["state"]')"
  # shellcheck disable=SC2053 # a pattern
  [[ $reason == $3 ]] || fail "$1: $reason"
}

@test "ten hosts are whole while ten others attack, each of which ends alone, with a sentence" {
  follow alone "${honest[@]}"
  expect 0 "$status" || fail "$(<"$CROWD/stderr")"
  are_whole
  local alone=$seconds
  printf '# ten honest hosts alone: whole after %s s, the client had %s MB\n' "$seconds" "$((peak / 1000))" >&3
  follow crowd "${honest[@]}" "${attackers[@]}"
  expect 3 "$status" || fail "$(<"$CROWD/stderr")"
  are_whole
  printf '# beside ten that attack: whole after %s s, %s times as long; the client had %s MB\n' "$seconds" \
    "$(python3 -c "print(f'{$seconds / $alone:.3f}')")" "$((peak / 1000))" >&3
  ((peak <= most_kb)) || fail "the client had $peak kB"
  local failing='what was asked of its pod failed for 10 s (*); scripts/fleet run --resume asks again'
  ends garbage partial "${failing/\*/the transfer from *garbage* broke off: *}"
  ends stderr partial "${failing/\*/*and so on}"
  ends large failed "its pod sent a file of 10,737,418,240 bytes*"
  ends many failed "its pod sent more than 1,000 files that it had not announced"
  ends silent partial "${failing/\*/*was silent for 12 s}"
  ends kinds failed "its pod sent that its campaign ended with 0, and no plan of a campaign"
  ends forged failed "its pod sent that its campaign ended with 0, and no plan of a campaign"
  ends cut partial "${failing/\*/the transfer from *cut* broke off: *}"
  ends escapes failed "the plan *cannot be read"
  ends clock whole None
  # Neither screen nor folder has anything of theirs but what a campaign has.
  ! grep -lP '[\x00-\x08\x0b-\x1f\x7f]' "$CROWD/stdout" "$CROWD/stderr" || fail "the screen has escape sequences"
  expect "$(basename "$fleet")" "$(ls -A "$out")"
  expect "$(printf '%s\n' "${honest[@]}" "${attackers[@]}" | sort | xargs)" "$(cd "$fleet/hosts" && echo *)"
  expect "" "$(find "$CROWD" \( -name '*evil*' ! -path "$fleet/hosts/forged/*" \) -o -name '.*.part')"
  expect "" "$(find "$out" -type l)"
  (($(du -sk "$fleet"/hosts/{garbage,stderr,large,many,silent,kinds,forged,cut} | cut -f 1 | paste -sd +) < 10000))
  expect "" "$(pgrep --full "$scratch/bin/kubectl")"
}
