#!/usr/bin/env bats
# bats file_tags=beside
# The lines of docs/ci.md that feed Apache Otava, on the exports of campaigns written by code.

load helper

setup_file() {
  scratch=$(mktemp -d)
  export scratch
  venv=$root/.cache/otava
  cmp -s "$root/test/otava.txt" "$venv/otava.txt" || {
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement "$root/test/otava.txt"
    cp "$root/test/otava.txt" "$venv"
  }
  mkdir "$scratch/out" "$scratch/classes"
  # Compiled here, for the stage does not build the unit tests.
  javac --release 17 -cp "$root/collector/target/whichjvm-collector.jar" -sourcepath "$root/collector/src/test/java" \
    -d "$scratch/classes" "$root/collector/src/test/java/org/whichjvm/collector/model/NightsFixture.java"
}

teardown_file() { [[ -z ${scratch:-} ]] || rm -rf "$scratch"; }

# of_page MARK: the lines of docs/ci.md in the fence after this mark
of_page() { awk -v mark="<!-- $1 -->" '$0 == mark { found = 1 } found && /^```/ { if (inside) exit; inside = 1; next } inside' "$root/docs/ci.md"; }

# nights SHARE: thirty campaigns of one seed, of which the last ten are slower by that; each goes through the page's lines
nights() {
  local night
  rm -rf "$scratch/site" "$scratch/out"
  mkdir "$scratch/site" "$scratch/out"
  java -cp "$scratch/classes:$root/collector/target/whichjvm-collector.jar" \
    org.whichjvm.collector.model.NightsFixture "$scratch/out" 7 30 21 "$1"
  of_page otava.yaml >"$scratch/site/otava.yaml"
  of_page nightly >"$scratch/site/nightly"
  grep -q otava "$scratch/site/nightly" || fail "docs/ci.md has no nightly lines"
  cd "$scratch/site" || return
  # shellcheck disable=SC2329 # what the lines call
  whichjvm() { expect "report --export bmf=night.json" "$*" && cp "$scratch/out/n$night.json" night.json; }
  # shellcheck disable=SC2329
  date() { command date -u -d "-$((31 - night)) days" "${@:2}"; }
  # Only the last night's answer is of interest.
  # shellcheck disable=SC2329
  otava() { ((night < 30)) || "$root/.cache/otava/bin/otava" "$@"; }
  for night in {1..30}; do
    # shellcheck source=/dev/null
    . ./nightly
  done
}

@test "Otava finds the night from which a build is 5 % slower" {
  run -0 nights 0.05
  expect 31 "$(wc -l <"$scratch/site/ratios.csv")"
  # Two dotted lines frame the change, above the first night that has it.
  expect "$(sed -n 22p "$scratch/site/ratios.csv" | cut -c 1-10)" "$(awk 'dotted == 2 { print $1; exit } /··/ { dotted++ }' <<<"$output")"
}

@test "Otava finds nothing where nothing changed" {
  run -0 nights 0
  [[ $output != *'··'* ]] || fail "$output"
}

@test "a campaign without the ratio adds no line" {
  mkdir -p "$scratch/site"
  cd "$scratch/site"
  echo time,ratio >ratios.csv
  of_page nightly >lines
  whichjvm() { echo '{}' >night.json; }
  otava() { true; }
  # shellcheck source=/dev/null
  . ./lines 2>/dev/null
  expect 1 "$(wc -l <ratios.csv)"
}
