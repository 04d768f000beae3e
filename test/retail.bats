#!/usr/bin/env bats
# bats file_tags=beside
# An application under load, and SPECjbb2015.

load helper
load programs

@test "an application under load finds its rates, and its books balance" {
  local left=/dev/shm/whichjvm-$$-1.jvm.log
  export WHICHJVM_HEAP=$((256 << 20))
  # A fork that was killed left it.
  touch --date "1 hour ago" "$left"
  run --separate-stderr "$launch" retail --fork c/1-jvm --out "$out" --warmup 500ms --turn 300ms --points 5 --live 32m
  expect 0 "$status"
  [[ ! -e $left ]] || fail "$left is still there"
  # On a busy host no rate may be answered within the shortest of the levels; then there is no critical throughput.
  expect True "$(told "0 < score('max-throughput')
    and all(0 < s['score'] <= score('max-throughput') for s in fork['scores'] if s['name'] == 'critical-throughput')")"
  expect "5 True" "$(told "len(fork['load']['curve']), all(s['answered'] + s['errors'] == s['sent'] for s in fork['load']['curve'])" | tr -d '(),')"
  expect "8 3" "$(told "len(fork['turns']['list']), sum(t['rate'] == 0 for t in fork['turns']['list'])" | tr -d '(),')"
  run --separate-stderr "$launch" retail --fork c/1-jvm --out "$out" --live 200m
  expect 2 "$status"
  [[ $stderr == *"--live is 200 MiB; it goes from 32 MiB to half of this JVM's heap, 128 MiB (+heap2g)"* ]] || fail "$stderr"
}

# make_kit FOLDER: a stand-in for what SPECjbb2015 is installed as, which prints what the real one's documentation says, and
# measures nothing
make_kit() {
  mkdir -p "$1/classes"
  cat >"$1/StandInForSpecJbb.java" <<'J'
public class StandInForSpecJbb {
  public static void main(String[] args) throws Exception {
    System.out.println("arguments: " + String.join(" ", args) + " " + System.getProperty("specjbb.group.count"));
    System.out.println("   856s: ( 1%)   IR =   8825 ....|... (rIR:aIR:PR = 8825:8825:8825) (tPR = 130938) [OK] ");
    System.out.println("   957s: ( 2%)   IR =  17650 ....|... (rIR:aIR:PR = 17650:17649:17648) (tPR = 261838) [OK] ");
    System.out.println("RUN RESULT: hbIR (max attempted) = 20138, hbIR (settled) = 19989, max-jOPS = 19131, critical-jOPS = 6237");
  }
}
J
  javac -d "$1/classes" "$1/StandInForSpecJbb.java"
  jar cfe "$1/specjbb2015.jar" StandInForSpecJbb -C "$1/classes" .
}

@test "SPECjbb2015 is run in the folder that it was installed into, and what comes of it is stamped" {
  (($(awk '/MemAvailable/ {print $2}' /proc/meminfo) > 8000000)) || skip "SPECjbb2015 needs 8 GB of memory"
  make_kit "$scratch/kit"
  local home
  home=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
  run --separate-stderr "$root/scripts/compare" --runner host --jdk "own=$home" --out "$out" --mount "$scratch/kit" \
    --adapter specjbb2015 --blocks 1 --retries 0 own -- java -Dspecjbb.group.count=1 -jar specjbb2015.jar -m COMPOSITE -skipReport
  expect 0 "$status"
  [[ $stderr == *"1 contender × 1 block of specjbb2015: about 2 h 00 min"* ]] || fail "$stderr"
  [[ $output == *"this is not a compliant SPECjbb2015 result"* ]] || fail "$output"
  grep -qx 'arguments: -m COMPOSITE -skipReport 1' "$out/latest/forks/001-own.out"
  run python3 -c "
import json
fork = json.load(open('$out/latest/forks/001-own.json'))
scores = {s['name']: (s['score'], s['unit'], s['better']) for s in fork['scores'] if 'better' in s and s['unit'] == 'jOPS'}
print(scores, [l['processed'] for l in fork['program']['levels']])"
  expect "{'max-jops': (19131.0, 'jOPS', 'more'), 'critical-jops': (6237.0, 'jOPS', 'more')} [8825, 17648]" "$output"
}

@test "the greatest rates of two contenders are found by turns, at the rates of one ladder" {
  run --separate-stderr "$root/scripts/compare" --runner host --out "$out" --jdk "one=$(java_home)" "${ungated[@]}" --control --blocks 1 \
    --rate max --service-level 1s one -- --warmup 300ms --turn 100ms --points 5
  [[ $status == [03] ]] || fail "exit code $status: $stderr"
  [[ $stderr != *failed* ]] || fail "$stderr"
  expect "True True True" "$(python3 -c "
import glob, json
forks = [json.load(open(f)) for f in glob.glob('$out/latest/forks/001-*.json')]
rates = [[s['rate'] for s in f['load']['curve']] for f in forks]
print(len(forks) == 2, rates[0] == rates[1], all(f['status'] == 'ok' for f in forks))")"
  contains "$output" "max-rate"
}

@test "the greatest rate that the queue keeps in time is found, and what stays behind is not kept" {
  run --separate-stderr "$launch" queue-rate --fork c/1-jvm --out "$out" --warmup 300ms --turn 100ms --points 5 --service-level 1s
  expect 0 "$status"
  # The greatest rate of all is rounded to tenths.
  expect "True True" \
    "$(told "0 < score('max-rate') < 1e8, score('max-rate') <= fork['load']['maxRate'] + 0.05" | tr -d '(),')"
  expect "5 True" "$(told "len(fork['load']['curve']), score('floor') > 0" | tr -d '(),')"
  run --separate-stderr "$launch" queue-rate --fork c/1-jvm --out "$out" --service-level 10ns
  expect 2 "$status"
  [[ $stderr == *"--service-level is 10 ns; it goes from 1 µs to 10 s"* ]] || fail "$stderr"
  expect "" "$(find /dev/shm -maxdepth 1 -name 'whichjvm-*' -newer "$app")"
}
