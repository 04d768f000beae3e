#!/usr/bin/env bats
# bats file_tags=engine
# Hostile images, --jdk NAME=IMAGE: what they set for a container, what they have in place of tools, and what
# they do when they are built upon. One campaign, of which each image is a contender.

load ../helper
load ../attacks

readonly hostile=(tools settings substitute environment volumes volume-root onbuild)

setup_file() {
  begin
  read -r -a attacks <<<"${ATTACKS:-${hostile[*]}}"
  hostile_images none "${attacks[@]}"
  campaign --blocks 1 --workload command --interleave forks --mount "$scratch/app" --timeout 20s \
    "${images[@]}" jdk17-temurin "${contenders[@]}" -- ./attack
}

teardown_file() { end; }

# The contenders that do nothing wrong count in every test.
setup() {
  counts jdk17-temurin
  counts attack-none
}

# is_refused NAME: it was skipped with a sentence, and has no fork
is_refused() {
  said=$(tr -d '\r' <"$scratch/terminal" | grep -a "^skipped attack-$1: ") &&
    [[ $said == *[a-z]*\ *[a-z]* && $said != *[[:cntrl:]]* && ! -e $(fork_of "attack-$1") ]] ||
    fail "it was not skipped with a sentence: $(printf %q "$said"); the terminal said: $(last_said)"
}

# refused_or_failed NAME: an image that cannot be run as it is may be skipped, too
refused_or_failed() {
  if [[ -e $(fork_of "attack-$1") ]]; then
    costs_itself "$1"
  else
    is_refused "$1"
  fi
}

# no_proof_of NAME PATTERN: of root's hand, anywhere that the campaign or a person sees
no_proof_of() {
  expect "" "$(grep -rlaE "proof of root by .* in $1" "$scratch/terminal" "$out" || true)"
  expect "" "$(find "$out" -name "$2")"
}

@test "the campaign comes to its end" { ended "[03]"; }

@test "nothing is left behind: no container, no volume, no file" { nothing_is_left; }

@test "an image's own sh, stat, id, chroot, uname and java never run as root in a fork" {
  refused_or_failed tools
  no_proof_of tools nothing
}

@test "USER, ENTRYPOINT, CMD, HEALTHCHECK, STOPSIGNAL and ENV WHICHJVM_… of an image decide nothing" {
  refused_or_failed settings
  no_proof_of settings nothing
}

@test "escape sequences in what an image says of itself do not reach the terminal, nor the report" {
  shows_no_escape "$scratch/terminal" "$out"/latest/{report.md,report.html,result.csv,result.json}
}

@test "LD_PRELOAD, LD_DEBUG_OUTPUT and JAVA_TOOL_OPTIONS of an image write nothing but into its own fork" {
  refused_or_failed environment
  no_proof_of environment 'proof-of-[lj]*'
}

@test "VOLUME of an image on /out, /tmp, /dev/shm and others" { refused_or_failed volumes; }

@test "VOLUME / of an image costs itself alone" { refused_or_failed volume-root; }

@test "an image with ONBUILD is refused with a sentence" {
  is_refused onbuild
  contains "$said" ONBUILD
}

@test "what an image runs while a variant is built has no network" {
  expect "" "$(cat "$scratch/heard" 2>/dev/null || true)"
}
