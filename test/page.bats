#!/usr/bin/env bats
# bats file_tags=beside
# report.html as a browser shows it: of campaigns written by code, looked at by test/page.py.

load helper

setup() {
  scratch=$(mktemp -d)
  fixtures=$root/collector/src/test/java/org/whichjvm/collector
  collector=$root/collector/target/whichjvm-collector.jar
}

teardown() { [[ -z ${scratch:-} ]] || rm -rf "$scratch"; }

# cannot REASON: a skip, or a failure where the browser must be there
cannot() {
  [[ ${WHICHJVM_REQUIRE_BROWSER:-} != 1 ]] || fail "WHICHJVM_REQUIRE_BROWSER is 1, but $1"
  skip "$1"
}

# find_browser: into $browser
find_browser() {
  local name
  for name in chromium chromium-browser google-chrome; do
    ! browser=$(command -v "$name") || return 0
  done
  cannot "no Chromium is on PATH (Debian: apt-get install chromium)"
}

# find_playwright: into $tools, the folder that scripts/test puts its tools into
find_playwright() {
  local found
  for found in "$root"/.cache/tools/*/playwright; do
    [[ -d $found ]] && tools=${found%/playwright} && return
  done
  cannot "playwright is not in .cache/tools: scripts/test puts it there, for Python 3.10 to 3.14"
}

# campaigns: into $scratch/out. Compiled here, for the stage does not build the unit tests.
campaigns() {
  local name
  mkdir "$scratch/out" "$scratch/classes"
  javac --release 17 -cp "$collector" -sourcepath "$root/collector/src/test/java" -d "$scratch/classes" \
    "$fixtures/model/CampaignFixture.java" "$fixtures/across/FleetFixture.java"
  java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$scratch/classes:$collector" org.whichjvm.collector.model.CampaignFixture "$scratch/out"
  for name in demo hostile; do
    run --separate-stderr collect report "$name"
    expect 3 "$status" # of each campaign one fork failed
  done
  run --separate-stderr collect report scores steal
  expect 2 "$status" # of one host, and not of the same settings
  for name in scores steal; do
    run --separate-stderr collect report "$name"
    expect 0 "$status"
  done
}

# fleets: into $scratch/out
fleets() {
  local name
  java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$scratch/classes:$collector" org.whichjvm.collector.across.FleetFixture "$scratch/out"
  for name in fleet-1 fleet-200 fleet-scores; do
    run --separate-stderr collect fleet "$name"
    expect 0 "$status"
  done
  for name in fleet-3 fleet-12; do
    run --separate-stderr collect fleet "$name"
    expect 3 "$status" # a host has no campaign
  done
}

@test "the report's page shows in a browser: charts, dark, phone, paper, and hostile texts as text" {
  find_browser
  find_playwright
  campaigns
  fleets
  PYTHONPATH=$tools python3 "$root/test/page.py" "$browser" "$scratch/out"
}
