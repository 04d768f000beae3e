#!/usr/bin/env bats
# bats file_tags=beside
# Exports of campaigns written by code, as the programs that read them see them.

load helper

setup_file() {
  scratch=$(mktemp -d)
  collector=$root/collector/target/whichjvm-collector.jar
  export scratch collector
  mkdir "$scratch/out" "$scratch/classes"
  # Compiled here, for the stage does not build the unit tests.
  javac --release 17 -cp "$collector" -sourcepath "$root/collector/src/test/java" -d "$scratch/classes" \
    "$root/collector/src/test/java/org/whichjvm/collector/model/CampaignFixture.java"
  java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$scratch/classes:$collector" org.whichjvm.collector.model.CampaignFixture "$scratch/out"
}

teardown_file() { [[ -z ${scratch:-} ]] || rm -rf "$scratch"; }

# exported FORMAT CAMPAIGN: into $scratch/export
exported() {
  run --separate-stderr collect report --export "$1=$scratch/export" "$2"
  [[ $status == 0 || $status == 3 ]] || fail "$stderr" # of `demo` and `hostile` one fork failed
}

@test "Prometheus reads openmetrics, and has nothing to say against it" {
  command -v promtool >/dev/null || skip "no promtool is on PATH (Debian: apt-get install prometheus)"
  for campaign in demo hostile scores steal; do
    exported openmetrics "$campaign"
    run promtool check metrics <"$scratch/export"
    expect 0 "$status" || fail "$output"
    expect "" "$output"
  done
}

@test "Python's csv reads the long table, a line for each figure of each fork" {
  exported csv scores
  run -0 python3 - "$scratch/export" "$scratch/out/scores/result.csv" <<'END'
import csv, sys
with open(sys.argv[1], newline="") as file:
    rows = list(csv.DictReader(file, strict=True))
with open(sys.argv[2], newline="") as file:
    forks = [fork for fork in csv.DictReader(file, strict=True) if fork["status"] == "ok" and not fork["excluded_by"]]
print(list(rows[0]))
print(len(rows) == len(forks) * len({row["figure"] for row in rows}))
fork = forks[0]
same = [row for row in rows if (row["block"], row["contender"]) == (fork["block"], fork["contender"])]
value = next(float(row["value"]) for row in same if row["figure"] == "adjacent@2")
print(abs(value - float(fork["adjacent@2_ns_per_op"])) < 0.06)
END
  expect "['block', 'contender', 'turn', 'figure', 'value', 'unit']
True
True" "$output"
}

@test "an export on stdout is alone there, and whole in a file" {
  run --separate-stderr -0 collect report --export bmf --export "jmh=$scratch/result" steal
  python3 -c 'import json, sys
for benchmark, measures in json.loads(sys.argv[1]).items():
    for measure, metric in measures.items():
        assert metric["value"] > 0 and set(metric) <= {"value", "lower_value", "upper_value"}, (benchmark, measure)' "$output"
  python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))' "$scratch/result"
}
