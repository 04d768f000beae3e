#!/usr/bin/env bats
# scripts/compare and scripts/report with the runner `host`: real campaigns of short forks.
# shellcheck disable=SC2030,SC2031 # each test sees what run set in it, and so do the functions it calls

load helper

setup() {
  need_cpus 2
  forget_settings
  wait_for_host
  scratch=$(mktemp -d)
  out=$scratch/out
  mkdir "$out"
  queues_before=$(queues)
  java=$(readlink -f "$(command -v java)")
  # Two names for one JVM: what is tested is the campaign.
  one=(--jdk "one=${java%/bin/java}" "${ungated[@]}")
  compare=("$root/scripts/compare" --runner host --out "$out")
  short=(-- --rate 2000 --duration 500ms --warmup 200ms)
  started=
}

teardown() {
  [[ -z ${started:-} ]] || kill -KILL "$started" 2>/dev/null || true
  [[ -z ${scratch:-} ]] || rm -rf "$scratch"
}

# half_done: a name that only something unfinished has
half_done() { find "$out" -name '.*' -mindepth 1; }

# refused CODE PART COMMAND…: a sentence, that code, nothing in the results folder
refused() {
  local code=$1 part=$2
  shift 2
  run --separate-stderr "$@"
  expect "$code" "$status"
  contains "$stderr" "$part"
  expect "" "$output"
  expect "" "$(ls -A "$out")"
  expect "$queues_before" "$(queues)"
}

@test "a campaign leaves tables, results and the forks of every block" {
  run --separate-stderr "${compare[@]}" --seed 7 --blocks 2 "${one[@]}" one "${short[@]}"
  expect 0 "$status"
  contains "$output" "Table 1. The JVMs"
  contains "$output" "Table 3. Latencies"
  contains "$stderr" "block 2/2, fork 2/2, one: p50 "
  campaign=$out/$(readlink "$out/latest")
  expect 2 "$(find "$campaign/forks" -name '*.json' | wc -l)"
  expect 2 "$(find "$campaign/forks" -name '*.hlog' | wc -l)"
  expect whichjvm.result/1 "$(json "$campaign/result.json" "d['schema']")"
  expect "{'ok': 2, 'failed': 0, 'setAside': 0, 'gated': 0}" "$(json "$campaign/result.json" "d['variants'][0]['forks']")"
  expect True "$(json "$campaign/result.json" "0 < d['variants'][0]['floorNs'] < d['variants'][0]['service']['p50'] <= d['variants'][0]['service']['max']")"
  expect 7 "$(json "$campaign/campaign.json" "d['seed']")"
  [[ -s $campaign/report.md && -s $campaign/result.csv ]]
  expect "" "$(half_done)"
  expect "$queues_before" "$(queues)"

  # The report again, from the files alone, by whichever runner there is.
  rm "$campaign"/result.json
  run "$root/scripts/report" --out "$out" "$(basename "$campaign")"
  expect 0 "$status"
  [[ -s $campaign/result.json ]]
}

@test "resuming runs only what is missing and keeps the rest" {
  "${compare[@]}" --blocks 2 "${one[@]}" one "${short[@]}"
  campaign=$(readlink "$out/latest")
  rm "$out/$campaign"/forks/002-*
  touch -d 2001-01-01 "$out/$campaign"/forks/001-1-one.json
  run --separate-stderr "${compare[@]}" --resume "$campaign"
  expect 0 "$status"
  contains "$stderr" "block 2/2, fork 2/2"
  [[ $stderr != *"block 1/2"* ]]
  expect 2001 "$(date -r "$out/$campaign"/forks/001-1-one.json +%Y)"
  expect 2 "$(json "$out/$campaign/result.json" "d['variants'][0]['forks']['ok']")"
}

@test "an interrupted campaign keeps whole forks and says how to go on" {
  env --default-signal=INT,TERM "${compare[@]}" --blocks 50 "${one[@]}" one "${short[@]}" >"$scratch/said" 2>&1 &
  started=$!
  eventually grep -q 'fork 1/50' "$scratch/said"
  kill -INT "$started"
  status=0
  wait "$started" || status=$?
  started=
  expect 130 "$status"
  campaign=$(readlink "$out/latest")
  grep -q -- "--resume $campaign --out $out" "$scratch/said"
  expect "" "$(half_done)"
  expect "$queues_before" "$(queues)"
  run pgrep -f "$out"
  expect 1 "$status"
}

@test "a JVM that is killed is a failed fork, the others go on, and nothing is left" {
  "${compare[@]}" --blocks 3 "${one[@]}" one "${short[@]}" >"$scratch/said" 2>&1 &
  started=$!
  eventually grep -q 'fork 1/3' "$scratch/said"
  eventually pkill -KILL -f "whichjvm-workload.jar queue-latency .*--fork"
  status=0
  wait "$started" || status=$?
  started=
  expect 3 "$status"
  grep -q 'killed (signal 9)' "$scratch/said"
  expect "{'ok': 2, 'failed': 1, 'setAside': 0, 'gated': 0}" "$(json "$out/latest/result.json" "d['variants'][0]['forks']")"
  expect "" "$(half_done)"
  expect "$queues_before" "$(queues)"
}

@test "a truncated fork and a foreign file are named and the other forks count" {
  "${compare[@]}" --blocks 3 "${one[@]}" one "${short[@]}"
  forks=$out/latest/forks
  truncate --size=200 "$forks/001-1-one.json"
  truncate --size=200 "$forks/002-1-one.hlog"
  echo hello >"$forks/shopping.txt"
  run --separate-stderr "$root/scripts/report" --out "$out"
  expect 3 "$status"
  contains "$output" 001-1-one.json
  contains "$output" 002-1-one.hlog
  contains "$output" shopping.txt
  expect 1 "$(json "$out/latest/result.json" "d['variants'][0]['forks']['ok']")"
}

@test "another arm of a JVM is the same JVM under another name" {
  run --separate-stderr "${compare[@]}" --blocks 1 "${one[@]}" one one+delay5us "${short[@]}"
  expect 2 "$status"
  contains "$stderr" "the variant 'one+delay5us' has the unknown suffix '+delay5us'; it takes +again, +again2 to"

  "${compare[@]}" --blocks 1 --control "${one[@]}" one one+again2 one+delay5000ns "${short[@]}" || true
  forks=$out/latest/forks
  expect "['one', 'one+again2', 'one+delay5000ns', 'one+again']" "$(json "$out/latest/campaign.json" "d['variants']")"
  expect "${java%/bin/java}" "$(json "$out/latest/campaign.json" "d['settings']['jdk.one']")"
  for arm in one one+again2 one+again one+delay5000ns; do
    fork=$(find "$forks/" -name "001-?-$arm.json")
    expect "$arm" "$(json "$fork" "d['variant']")"
    expect "$(if [[ $arm == *delay* ]]; then echo 5000; else echo 0; fi)" "$(json "$fork" "d['parameters']['delayNanos']")"
  done

  # Resuming finds the JVM of each arm again.
  campaign=$(readlink "$out/latest")
  rm "$forks"/*again2*
  run --separate-stderr "${compare[@]}" --resume "$campaign"
  contains "$stderr" "/4, one+again2: p50"
  expect 1 "$(find "$forks/" -name '*again2.json' | wc -l)"
}

@test "suffixes that no arm has are refused, and a control of an arm" {
  for suffix in + +again1 +again100 +Again +again2x +delay +delay0ns +delay1000001ns +delay030ns +delay30 +delay30ns-1 +delay30ns-100 +shm +spin +park0ns +park1000000001ns +park +huge2 +@ +zgc2; do
    refused 2 "has the unknown suffix '$suffix'" "${compare[@]}" "${one[@]}" "one$suffix"
  done
  refused 2 "a flag set: +compact-headers +epsilon " "${compare[@]}" "${one[@]}" one+zgc2
  refused 2 "'one+again+again2' has both +again and +again2; give one" "${compare[@]}" "${one[@]}" one+again+again2
  refused 2 "'one+zgc+huge+thp' has both +zgc and +thp" "${compare[@]}" "${one[@]}" one+zgc+huge+thp
  refused 2 "'one+yield+park5ns' has both +yield and +park5ns" "${compare[@]}" "${one[@]}" --idle spin,park:5 one+yield
  refused 2 "there is no variant 'two' for --runner host" "${compare[@]}" "${one[@]}" two+again
  refused 2 "--jdk is 'a+again=" "${compare[@]}" --jdk a+again="${java%/bin/java}"
  refused 2 "the baseline one+again is such an arm itself" "${compare[@]}" "${one[@]}" --control --baseline one+again one
}

# A JVM that answers in the collector's place what the test wants; asked for anything else it is the
# real one. Its plan looks at blocks 1 and 3, unless `planned` is another change of it.
collector_says() {
  local planned=${planned:-'0,/"seed"/s//"looks": [\n    1,\n    3\n  ],\n  "seed"/'}
  mkdir -p "$scratch/jdk/bin"
  printf '%s\n' "$@" >"$scratch/answers"
  cat >"$scratch/jdk/bin/java" <<EOF
#!/usr/bin/env bash
subcommand=none
if [[ \$* == *whichjvm-collector.jar* ]]; then
  until [[ \$1 == *.jar ]]; do shift; done
  shift
  subcommand=\$1
fi
case \$subcommand in
  none) exec "$java" "\$@" ;;
  gate) exec "$scratch/gate" "\$3/\$4" "\$5" ;;
  look)
    printf '%s\n' "\$*" >>"$scratch/asked"
    sed -n "\$(wc -l <"$scratch/asked")p" "$scratch/answers"
    ;;
  plan)
    printf '%s\n' "\$*" >"$scratch/planned"
    plain=()
    while ((\$#)); do
      case \$1 in
        --precision | --max-time | --margin) shift ;;
        *) plain+=("\$1") ;;
      esac
      shift
    done
    "$java" -jar "$root/collector/target/whichjvm-collector.jar" "\${plain[@]}" || exit
    sed -i '$planned' "$out"/latest/campaign.json
    ;;
  *) exec "$java" -jar "$root/collector/target/whichjvm-collector.jar" "\$@" ;;
esac
EOF
  chmod +x "$scratch/jdk/bin/java"
  PATH=$scratch/jdk/bin:$PATH
  collector=$scratch/asked
  : >"$collector"
}

# blocks_run: how many blocks the latest campaign has forks of
blocks_run() { find "$out/latest/forks/" -name '*.json' -printf '%f\n' | cut -c 1-3 | sort -u | wc -l; }

# ended: to its end, though forks may have failed, as on a busy host they do
ended() { [[ $status == 0 || $status == 3 ]] || fail "exit code $status: $stderr"; }

@test "the collector is asked after the blocks it planned to look at, and ends the campaign" {
  collector_says "go on: too wide" "stop: precise enough"
  run --separate-stderr "${compare[@]}" --precision 2% --max-time 10m --margin 3% --blocks 5 "${one[@]}" one one+again "${short[@]}"
  ended
  contains "$(<"$scratch/planned")" "--precision 2% --max-time 600 --margin 3%"
  contains "$stderr" "block 1: go on: too wide"
  contains "$stderr" "block 3: stop: precise enough"
  contains "$output" "Table 1. The JVMs"
  campaign=$(readlink "$out/latest")
  expect 3 "$(blocks_run)"
  expect 6 "$(find "$out/latest/forks/" -name '*.json' | wc -l)"
  expect "look --out $out $campaign|look --out $out $campaign" "$(paste -sd '|' "$collector")"

  # What has stopped stays so.
  echo '{}' >"$out/$campaign/stopped.json"
  run --separate-stderr "${compare[@]}" --resume "$campaign"
  ended
  contains "$stderr" "the campaign $campaign has stopped of itself: nothing more is run"
  contains "$output" "Table 1. The JVMs"
  expect 3 "$(blocks_run)"
}

@test "a large known effect is found, and ends the campaign at a look" {
  run --separate-stderr "${compare[@]}" --precision 5% --max-time 10m --decide p50 --blocks 20 "${one[@]}" one one+delay900000ns "${short[@]}" --rate 500
  ended
  contains "$stderr" "stop: after block "
  [[ $(blocks_run) -lt 20 ]] || fail "$(blocks_run) blocks"
  expect slower "$(json "$out/latest/result.json" "d['comparisons'][0]['verdict']")"
  contains "$output" "Each message of one+delay900000ns was delayed by 900000 ns on purpose"
}

@test "when its time is over a campaign ends after a whole block" {
  collector_says "go on: too wide" "stop: the time is over"
  run --separate-stderr "${compare[@]}" --precision 2% --max-time 1s --blocks 5 "${one[@]}" one one+again "${short[@]}"
  ended
  contains "$stderr" "block 1: stop: the time is over"
  expect 1 "$(blocks_run)"
  expect 2 "$(find "$out/latest/forks/" -name '*.json' | wc -l)"
  contains "$(tail -n 1 "$collector")" " --last "
}

@test "a collector that cannot say whether to go on ends the campaign, and its forks are kept" {
  collector_says "perhaps"
  run --separate-stderr "${compare[@]}" --precision 2% --blocks 5 "${one[@]}" one "${short[@]}"
  expect 4 "$status"
  contains "$stderr" "the forks are kept: scripts/compare --resume $(readlink "$out/latest")"
  expect 1 "$(blocks_run)"
}

@test "without --blocks there are as many as fit into the time" {
  # A fork of 0.5 s after 0.2 s is expected to take 2.7 s on a host.
  planned() {
    run --separate-stderr "${compare[@]}" --dry-run --precision 2% "$@" "${one[@]}" one one+again "${short[@]}"
    expect 0 "$status"
    sed -n 's/.* plan .*--blocks \([0-9]*\) .*--precision 2% --max-time \([0-9]*\) .*/\1 \2/p' <<<"$output"
  }
  expect "333 1800" "$(planned)"
  expect "111 600" "$(planned --max-time 10m)"
  expect "8 30" "$(planned --max-time 30s)"
  expect "1000 7200" "$(planned --max-time 2h)"
  expect "3 1800" "$(planned --blocks 3)"
}

@test "a precision, margin or time that cannot be meant is refused" {
  refused 2 "--precision is '2'; it is a percentage from 0.1% to 50%" "${compare[@]}" --precision 2
  refused 2 "--precision is '0%'" "${compare[@]}" --precision 0%
  refused 2 "--precision is '50.1%'" "${compare[@]}" --precision 50.1%
  refused 2 "--margin is '-3%'" "${compare[@]}" --margin -3%
  refused 2 "--max-time is '0'; it is a time from 1s to 24h" "${compare[@]}" --precision 2% --max-time 0
  refused 2 "--max-time is '25h'" "${compare[@]}" --precision 2% --max-time 25h
  refused 2 "--max-time is 'soon'" "${compare[@]}" --precision 2% --max-time soon
  refused 2 "--max-time ends a campaign that --precision lets run on" "${compare[@]}" --max-time 10m
  refused 2 "'soon' is not a duration" "${compare[@]}" --precision 2% --duration soon "${one[@]}" one
  run --separate-stderr "${compare[@]}" --dry-run --precision 2% --duration soon "${one[@]}" one
  expect 2 "$status"
  contains "$stderr" "--duration is 'soon', which is no duration"
}

# A collector as above that finds every fork clean but for those of the given blocks, each of which it
# adds once more to the plan.
collector_finds_spoilt() {
  planned='s/"gates": {}/"gates": {"overloaded": true}/' collector_says
  cat >"$scratch/gate" <<EOF
#!/usr/bin/env bash
plan=\$1/plan.tsv block=\$2
printf '%s\n' "\$block" >>"$scratch/asked"
[[ " $* " == *" \$block "* ]] || { echo clean; exit; }
last=\$(tail -n 1 "\$plan" | cut -f 1)
cp "\$plan" "\$plan.tmp"
awk -F '\t' -v OFS='\t' -v new=\$((last + 1)) '\$1 == 1 { \$1 = new; print }' "\$plan" >>"\$plan.tmp"
mv "\$plan.tmp" "\$plan"
echo "again: block \$((last + 1)), because steal was 9 %"
EOF
  chmod +x "$scratch/gate"
}

@test "a block that was spoilt is run again, and resuming goes on in the middle of it" {
  collector_finds_spoilt 1
  run --separate-stderr "${compare[@]}" --blocks 1 "${one[@]}" one one+again "${short[@]}"
  ended
  contains "$stderr" "again: block 2, because steal was 9 %"
  contains "$stderr" "block 2/2, fork 4/4"
  expect "1 2" "$(paste -sd ' ' "$collector")"
  expect 4 "$(find "$out/latest/forks/" -name '*.json' | wc -l)"

  # Half of the new block, which has not been judged then.
  campaign=$(readlink "$out/latest")
  rm "$out/$campaign"/forks/002-2-* && : >"$collector"
  run --separate-stderr "${compare[@]}" --resume "$campaign"
  ended
  contains "$stderr" "block 2/2, fork 4/4"
  [[ $stderr != *"fork 3/4"* ]]
  expect 2 "$(paste -sd ' ' "$collector")"

  # Interrupted before the first block was judged: that comes first.
  rm "$out/$campaign"/forks/002-* && : >"$collector"
  sed -i '/^2/d' "$out/$campaign/plan.tsv"
  run --separate-stderr "${compare[@]}" --resume "$campaign"
  ended
  contains "$stderr" "again: block 2, because"
  expect "1 2" "$(paste -sd ' ' "$collector")"
  expect 4 "$(find "$out/latest/forks/" -name '*.json' | wc -l)"
}

@test "a campaign says what it is about to run and how long that takes" {
  # announced SENTENCE OPTION…
  announced() {
    run --separate-stderr "${compare[@]}" --dry-run "${@:2}" "${one[@]}" one one+again
    expect 0 "$status"
    expect "$1" "$(grep ' × ' <<<"$stderr")"
  }
  announced "2 variants × 12 blocks of 1 s: about 2 min"
  announced "2 variants × 1 block of 100 s: about 4 min" --preset article
  contains "$output" "--duration 100s --warmup 5s --rate 100000 --size 256 "
  announced "2 variants × 20 blocks of 20 s: about 18 min" --preset full
  announced "2 variants × 15 blocks of 120 s: about 66 min" --preset deep
  announced "2 variants × 20 blocks of 120 s: about 88 min" --preset deep --blocks 20
  announced "2 variants × at most 225 blocks of 1 s: at most 30 min" --precision 2%
  announced "2 variants × at most 3 blocks of 1 s: at most 24 s" --precision 2% --blocks 3
}

@test "several memories and idle loops are an arm each, one is for all" {
  # planned ARMS OPTION…: the baseline and all arms
  planned() {
    run --separate-stderr "${compare[@]}" --dry-run --blocks 1 "${one[@]}" "${@:2}"
    expect 0 "$status"
    expect "$1" "$(sed -n 's/.* plan .*--baseline \([^ ]*\) --variant \(.*\) --set runner.*/\1: \2/p' <<<"$output" | sed 's/ --variant//g')"
  }
  # forks N PATTERN: whose command is like this
  forks() { expect "$1" "$(grep -c -- "$2.* --fork" <<<"$output")"; }
  planned "one: one one+park50ns one+huge one+huge+park50ns one+zgc one+zgc+park50ns one+zgc+huge one+zgc+huge+park50ns" \
    --queue-memory shm,huge --idle spin,park:50 one one+zgc
  forks 8 queue-latency
  forks 4 'unshare .*mount .*WHICHJVM_HUGE_DIR=/dev/shm .*--queue-memory huge'
  forks 4 'queue-latency .*--idle park:50'
  forks 4 'WHICHJVM_FLAG_SET=zgc WHICHJVM_FLAGS=-XX:+UnlockExperimentalVMOptions\\ -XX:+UseZGC'
  contains "$output" '--set queueMemory=shm\,huge --set idle=spin\,park:50'
  contains "$output" '--set flags.zgc=-XX:+UnlockExperimentalVMOptions\ -XX:+UseZGC'
  planned "one: one" --queue-memory huge --idle yield one
  forks 1 '--queue-memory huge --idle yield'
  contains "$output" "--set queueMemory=huge --set idle=yield"
  # Without a plain one, the first is what the others are compared with.
  planned "one+yield: one+yield one+onspinwait one+yield+again" --control --idle yield,onspinwait one
}

@test "arms of memory, idle loop and flags are what their names say, and what a JVM refuses is left out" {
  need_root "mount a tmpfs"
  run --separate-stderr "${compare[@]}" --blocks 1 "${one[@]}" --jdk "$(mute_flags)" one one+huge one+yield+huge \
    one+park20000ns one+no-bounds-checks+again stubborn+thp "${short[@]}"
  ended
  contains "$stderr" "skipped stubborn+thp: the JVM refuses it: Unrecognized VM option 'UseTransparentHugePages'"
  forks=$out/latest/forks
  expect 5 "$(find "$forks" -name '*.json' | wc -l)"
  # arm ARM EXPRESSION WANTED
  arm() { expect "$3" "$(json "$(find "$forks/" -name "001-?-$1.json")" "$2")"; }
  arm one "d['parameters']['idle'], d['parameters']['queueMemory'], d['jvm']['flagSet']" "('spin', 'shm', None)"
  arm one+huge "d['parameters']['queueMemory'], d['memory']['pageBytes'], d['memory']['hugeKb'] > 0" "('huge', 2097152, True)"
  arm one+yield+huge "d['parameters']['idle'], d['parameters']['queueMemory']" "('yield', 'huge')"
  arm one+park20000ns "d['parameters']['idle']" park:20000
  arm one+no-bounds-checks+again "d['jvm']['flagSet'], '-Dbytes.bounds.unchecked=true' in d['jvm']['flags']" "('no-bounds-checks', True)"
  settings="d['settings']['flags.no-bounds-checks'], d['settings']['flagsSay.no-bounds-checks']"
  expect "('-Dbytes.bounds.unchecked=true', 'Chronicle Bytes does not check offsets against its limits.')" \
    "$(json "$out/latest/campaign.json" "$settings")"
  # Nobody else has seen the mount, and it is gone.
  expect 0 "$(grep -c ' /dev/shm .*huge=always' /proc/mounts)"
  expect "$queues_before" "$(queues)"
}

# mute_flags: --jdk's value for a JVM that knows no flag of a set
mute_flags() {
  mkdir -p "$scratch/stubborn/bin"
  cat >"$scratch/stubborn/bin/java" <<EOF
#!/usr/bin/env bash
[[ " \$* " != *UseTransparentHugePages* ]] || {
  echo "Unrecognized VM option 'UseTransparentHugePages'
Error: Could not create the Java Virtual Machine." >&2
  exit 1
}
exec "$java" "\$@"
EOF
  chmod +x "$scratch/stubborn/bin/java"
  printf 'stubborn=%s' "$scratch/stubborn"
}

# with_huge COMMAND…: as a fork with --queue-memory huge is started
with_huge() {
  bash -c '. "$0/scripts/lib/common.sh"; . "$0/scripts/lib/huge.sh"; huge_command; "${huge[@]}" "$@"' "$root" "$@"
}

@test "huge pages of a user who is not root, and what works where none may be mounted" {
  need_root "become another user"
  chmod 711 "$scratch"
  chown 4321:4321 "$out"
  become=(setpriv --reuid=4321 --regid=4321 --clear-groups)
  "${become[@]}" unshare --user --map-root-user --mount true || skip "no user namespaces here"
  export -f with_huge
  export root out
  # shellcheck disable=SC2016 # for the inner shell
  run --separate-stderr "${become[@]}" bash -c 'with_huge sh -c "grep \" /dev/shm .*huge=always\" /proc/self/mounts; touch /dev/shm/queue $out/file"'
  expect 0 "$status"
  contains "$output" huge=always
  expect 4321:4321 "$(stat -c %u:%g "$out/file")"
  [[ ! -e $shm/queue ]]

  mkdir "$scratch/bin"
  printf '#!/bin/sh\necho unshare: unshare failed: Operation not permitted >&2\nexit 1\n' >"$scratch/bin/unshare"
  chmod +x "$scratch/bin/unshare"
  PATH=$scratch/bin:$PATH run --separate-stderr with_huge true
  expect 4 "$status"
  contains "$stderr" "root may mount none here (unshare: unshare failed: Operation not permitted); --queue-memory shm works"
  WHICHJVM_HUGE_DIR=/mnt PATH=$scratch/bin:$PATH run --separate-stderr with_huge true
  expect 0 "$status"
}

@test "gates and retries are the collector's to keep" {
  run --separate-stderr "${compare[@]}" --dry-run "${one[@]}" --gate jit-share=0.5 --gate=overloaded=off --retries 2 one
  expect 0 "$status"
  contains "$output" "--gate jit-share=0.5 --gate overloaded=off --retries 2"
}

@test "flag sets have a sentence each, and a bad one is named" {
  run --separate-stderr "$root/scripts/compare" --list-flags
  expect 0 "$status"
  expect "$(find "$root/docker/flags" -name '*.options' | wc -l)" "$(grep -cE '^[a-z][a-z0-9-]*: [A-Z].*\.$' <<<"$output")"
}

@test "two campaigns at once: the second does not measure" {
  exec {lock}<"$shm"
  flock --nonblock "$lock"
  refused 4 "another campaign measures on this host" "${compare[@]}" "${one[@]}" one "${short[@]}"
}

@test "a dry run prints the commands and does nothing" {
  run --separate-stderr "${compare[@]}" --dry-run --blocks 2 "${one[@]}" one "${short[@]}"
  expect 0 "$status"
  expect 2 "$(grep -c 'workload/launch queue-latency' <<<"$output")"
  contains "$output" " plan "
  contains "$output" " report "
  expect "" "$(ls -A "$out")"
}

@test "an unknown variant, option, preset, runner or workload is refused with what there is" {
  refused 2 "there is no variant 'jdk99-temurin'" "${compare[@]}" jdk99-temurin
  refused 2 "'--frobnicate' is no option" "${compare[@]}" --frobnicate
  refused 2 "--preset is 'slow'; it is one of: quick article full deep" "${compare[@]}" --preset slow
  refused 2 "--runner is 'podman'; it is one of: auto docker host" "$root/scripts/compare" --out "$out" --runner podman
  refused 2 "--workload is 'specjbb'" "${compare[@]}" --workload specjbb
  refused 2 "--bases is 'cloud'" "${compare[@]}" --bases cloud
  refused 2 "--queue-memory is 'disk'; it takes shm, huge" "${compare[@]}" --queue-memory disk
  refused 2 "--queue-memory is 'shm,shm'" "${compare[@]}" --queue-memory shm,shm
  refused 2 "--idle is 'sleep'; it takes spin, yield, onspinwait, park:1000" "${compare[@]}" --idle sleep
  refused 2 "--idle is 'spin,'" "${compare[@]}" --idle spin,
  refused 2 "--idle is 'park:0'" "${compare[@]}" --idle park:0
  refused 2 "--gate is 'latency=2'; it takes NAME=LIMIT or NAME=off" "${compare[@]}" --gate latency=2
  refused 2 "--gate is 'steal-share=2%'" "${compare[@]}" --gate steal-share=2%
  refused 2 "--retries is '-1'; it goes from 0 to 10000" "${compare[@]}" --retries -1
  WHICHJVM_HUGE_SIZE=lots refused 2 "WHICHJVM_HUGE_SIZE is 'lots'; it is a size" "${compare[@]}" "${one[@]}" one
}

@test "numbers that cannot be meant are refused" {
  refused 2 "--blocks is '0'" "${compare[@]}" --blocks 0
  refused 2 "--blocks is '-3'" "${compare[@]}" --blocks -3
  refused 2 "--blocks is 'many'" "${compare[@]}" --blocks many
  refused 2 "--seed is 'x'" "${compare[@]}" --seed x
  refused 2 "--blocks needs a value" "${compare[@]}" --blocks
}

@test "what no fork could run with is refused before there is a campaign" {
  refused 2 "--rate is 0" "${compare[@]}" "${one[@]}" one -- --rate 0
  refused 2 "'soon' is not a duration" "${compare[@]}" "${one[@]}" --duration soon one
  refused 2 "--cpus is 0,4711" "${compare[@]}" "${one[@]}" --cpus 0,4711 one
  refused 4 "MiB of heap and this JVM has 512 MiB" "${compare[@]}" "${one[@]}" one -- --duration 1h
  refused 4 "the queue needs" "${compare[@]}" "${one[@]}" one -- --size 1m --rate 10000 --duration 10s
}

@test "a JDK that is not there, a results folder that is not there or not writable" {
  refused 2 "there is no /nowhere/bin/java" "${compare[@]}" --jdk x=/nowhere
  refused 2 "--jdk is 'JDK 17'" "${compare[@]}" --jdk "JDK 17"
  run --separate-stderr "$root/scripts/compare" --runner host --out "$scratch/missing"
  expect 2 "$status"
  contains "$stderr" "is missing; make it"
}

@test "resuming what is not there names what is" {
  refused 2 "there is no campaign 'yesterday' to resume" "${compare[@]}" --resume yesterday
}

@test "a report of nothing says how to start" {
  run --separate-stderr "$root/scripts/report" --out "$out"
  expect 2 "$status"
  contains "$stderr" "scripts/compare"
}
