#!/usr/bin/env bats
# bats file_tags=engine
# A hostile JVM by turns: one campaign of queue-latency with one that does nothing wrong and one that tries
# another attack in each block (image/by-turns has them in this order).

load ../helper
load ../attacks

readonly by_turns=(warm never stop fill truncate names referee locks links)

setup_file() {
  begin
  # The others wait a minute for one that never comes, and then measure.
  export WHICHJVM_DEADLINE=90
  warm_up_soon
  hostile_images turns
  blocks=${ATTACK_BLOCKS:-${#by_turns[@]}}
  campaign --blocks "$blocks" "${ungated[@]}" --duration 500ms "${images[@]}" jdk17-temurin attack-turns \
    -- --rate 10000 --warmup 200ms
}

teardown_file() { end; }

# has_measured CONTENDER BLOCK: it counts, or only this host was too slow for it, whoever took its CPUs
has_measured() {
  local fork
  fork=$(fork_of "$@")
  is_whole "$fork"
  case $(json "$fork" "d['status'], d['reason']") in
    "('overloaded', "* | "('failed', "*" could start on time: the measured CPUs were taken by others')")
      expect "($2, '$1')" "$(json "$fork" "d['block'], d['contender']")"
      ;;
    *) counts "$@" ;;
  esac
}

# of ATTACK: the other contender of its block has measured, and the attack has failed
of() {
  local block
  for block in "${!by_turns[@]}"; do
    [[ ${by_turns[block]} != "$1" ]] || break
  done
  block=$((block + 1))
  has_measured jdk17-temurin "$block"
  costs_itself turns "$block"
}

@test "the campaign by turns comes to its end, and says that forks failed" { ended 3; }

@test "nothing is left behind by turns" { nothing_is_left; }

@test "the host's disk and its /dev/shm do not fill by turns" {
  at_most disk "$most_disk"
  # Each has a queue there.
  at_most shm $((most_shm + (2 << 20)))
}

@test "a JVM that claims to be warm at once" { of warm; }

@test "a JVM that never comes" { of never; }

@test "a JVM that stops itself: the block goes on, and the deadline ends it" { of stop; }

@test "a JVM that fills what contenders share" { of fill; }

@test "a JVM that truncates what contenders share" { of truncate; }

@test "a JVM that makes thousands of names where it may write" { of names; }

@test "a JVM that writes to what the referee alone writes" { of referee; }

@test "a JVM that holds locks on all that it can open" { of locks; }

@test "a JVM that puts pipes and links in place of what it shares" { of links; }
