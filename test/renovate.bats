#!/usr/bin/env bats
# bats file_tags=beside
# renovate.json: its expressions find every pin of the project's own tables. Renovate's own validator is a part of lint.

load helper

setup() {
  scratch=$(mktemp -d)
  cd "$root" || return
  cp --parents renovate.json compose.yaml docker/variants.tsv docker/packages/*.tsv docker/seccomp-profile test/lint.py "$scratch"
}

teardown() { rm -rf "$scratch"; }

pins() { run python3 "$root/test/renovate.py" "$scratch"; }

# misses PIN: it is the one that is not found
misses() {
  pins
  expect 1 "$status"
  contains "$output" "not found: $1"
}

@test "every pin of the tables is found" {
  pins
  expect 0 "$status" || fail "$output"
}

@test "an image with a digest is found with it, and one from a registry with a port" {
  digest=sha256:$(printf '%064d' 7)
  printf 'jdk99-x\tmore\tX\tany\tC2\t-\t%s\n' "here.example:5000/team/jdk:99_1-x@$digest" >>"$scratch/docker/variants.tsv"
  sed -i "s|docker-image://python:3.13-slim-trixie|&@$digest|" "$scratch/compose.yaml"
  pins
  expect 0 "$status" || fail "$output"
}

@test "a pin that no expression finds is named" {
  printf 'jdk99-x\tmore\tX\tany\tC2\t-\tteam/jdk:99 -\n' >>"$scratch/docker/variants.tsv"
  misses "docker/variants.tsv team/jdk 99 -"
  printf 'jdk99-x\tany\tconda\t1.2\tx\t\n' >>"$scratch/docker/packages/versions.tsv"
  misses "docker/packages/versions.tsv conda 1.2"
}

@test "each expression that is broken loses pins" {
  count=$(python3 -c 'import json; print(sum(len(each["matchStrings"]) for each in json.load(open("renovate.json"))["customManagers"]))')
  ((count > 8)) || fail "$count expressions"
  for ((number = 0; number < count; number++)); do
    python3 - "$number" renovate.json "$scratch/renovate.json" <<'END'
import json, sys
config = json.load(open(sys.argv[2]))
places = [(each, at) for each in config["customManagers"] for at in range(len(each["matchStrings"]))]
each, at = places[int(sys.argv[1])]
each["matchStrings"][at] = "nowhere" + each["matchStrings"][at]
json.dump(config, open(sys.argv[3], "w"))
END
    misses ""
  done
}

@test "no FROM names an image, whose pin Renovate is told not to look for" {
  git ls-files | grep -E '(^|/)Dockerfile(\.[^/]*)?$|\.Dockerfile$' | xargs grep -hE '^FROM' >"$scratch/from"
  run ! grep -E '^FROM .*[a-z0-9]:[a-zA-Z0-9]' "$scratch/from"
}
