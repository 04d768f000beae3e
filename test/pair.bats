#!/usr/bin/env bats
# Two JVMs at once on this host: workload/launch with --role, and pairs of scripts/compare. Real, but
# short. That a side which never comes is not waited for is in PairTest.

load helper

setup() {
  need_cpus 2
  forget_settings
  warm_up_soon
  wait_for_host
  launch=$root/workload/launch
  export WHICHJVM_JAR=$root/workload/target/whichjvm-workload.jar
  [[ -f $WHICHJVM_JAR ]] || fail "there is no $WHICHJVM_JAR; build it: ./mvnw package"
  scratch=$(mktemp -d)
  out=$scratch/out
  mkdir "$out"
  mapfile -t homes < <(two_jvms)
  short=(--rate 10000 --duration 500ms --warmup 300ms)
  queues_before=$(queues)
  producer='' consumer='' started=''
  compare=(env "--default-signal=INT,TERM" "$root/scripts/compare" --runner host --out "$out")
}

# hold_host: no other campaign on this host while this test's JVMs run
hold_host() {
  exec {lock}<"$shm"
  flock --wait 120 "$lock" || fail "a campaign measures on this host; run the tests when it is done"
  lock_held=1
}
lock_held=

teardown() {
  local process
  for process in ${producer:-} ${consumer:-} ${started:-}; do
    kill -KILL "$process" 2>/dev/null || true
  done
  [[ -z ${scratch:-} ]] || rm -rf "$scratch"
}

# two_jvms: the homes of two different ones, if there are two, else one twice
two_jvms() {
  local java
  for java in "$(command -v java)" /usr/lib/jvm/*/bin/java; do
    java=$(readlink -f "$java")
    [[ ! -x $java ]] || printf '%s\n' "${java%/bin/java}"
  done | awk '!seen[$0]++ { print; last = $0; n++ } END { if (n == 1) print last }' | head -n 2
}

# start_side ROLE HOME OPTION…: in the background, as the variant producer-jvm or consumer-jvm; its
# process in $producer or $consumer
start_side() {
  local role=$1 home=$2
  shift 2
  PATH=$home/bin:$PATH WHICHJVM_VARIANT=$role-jvm WHICHJVM_LOCK_HELD=$lock_held env --default-signal=INT,TERM \
    "$launch" --out "$out" --role "$role" --pair "$$-${BATS_TEST_NUMBER}" "$@" \
    >"$scratch/$role.out" 2>"$scratch/$role.err" 3>&- &
  printf -v "$role" '%s' "$!"
}

# start_pair PRODUCER-HOME CONSUMER-HOME OPTION…
start_pair() {
  start_side consumer "$2" "${@:3}"
  start_side producer "$1" "${@:3}"
}

# end_of ROLE: its exit code in $status
end_of() {
  status=0
  wait "${!1}" || status=$?
  printf -v "$1" ''
}

# says ROLE TEXT: on stderr, by now
says() { grep -qF -- "$2" "$scratch/$1.err"; }

# in_exchange: both have met, and their JVMs exchange messages
in_exchange() { says consumer 'messages of' && says producer 'messages of'; }

# jvm_of PID: the one child of launch
jvm_of() { tr -d ' ' <"/proc/$1/task/$1/children"; }

ended() { ! kill -0 "$1" 2>/dev/null; }

# forks: the files of all
forks() { find "$out" -name '*.json' -path '*/forks/*'; }

nothing_left() {
  expect "" "$(find "$out" -name '.*' -mindepth 1)"
  expect "" "$(find "$shm" -maxdepth 1 -name "whichjvm-$$-*")"
  eventually no_orphans
}

# pair_once PRODUCER-HOME CONSUMER-HOME: both exit codes in $statuses
pair_once() {
  rm -rf "${out:?}"/*
  start_pair "$1" "$2" "${short[@]}"
  end_of producer
  statuses=$status
  end_of consumer
  statuses+=" $status"
}

@test "either way round every message is read, and the fork says which JVM each was" {
  hold_host
  for order in "0 1" "1 0"; do
    read -r sends reads <<<"$order"
    # Again if this host is too busy to keep the pace, which is not what is tested.
    for _ in 1 2 3; do
      pair_once "${homes[sends]}" "${homes[reads]}"
      ! says consumer overloaded || continue
      break
    done
    expect "0 0" "$statuses" || {
      cat "$scratch"/*.err >&2
      return 1
    }
    fork=$(forks)
    expect "('ok', 5000, 5000, 5000)" "$(json "$fork" "(d['status'], *d['messages'].values())")"
    expect "producer-jvm-to-consumer-jvm" "$(json "$fork" "d['contender']")"
    expect "${homes[sends]} ${homes[reads]}" "$(json "$fork" "d['producerJvm']['home'] + ' ' + d['jvm']['home']")"
    expect "['producer-0', 'consumer']" "$(json "$fork" "[t['name'] for t in d['disturbances']['threads']]")"
    expect True "$(json "$fork" "all(t['minorFaults'] > 0 for t in d['disturbances']['threads'])")"
    expect True "$(json "$fork" "len(d['cpuSeconds']['threads']) == 2 and min(d['cpuSeconds']['threads']) > 0")"
    python3 "$root/test/latencies.py" "$fork" >"$scratch/latencies"
    max=$(json "$scratch/latencies" "d['service']['max']")
    expect True "$(json "$fork" "0 < d['floorNs']['before'] <= $max and d['floorNs']['after'] > 0")"
    expect True "$(json "$scratch/latencies" "d['service']['p50'] <= d['response']['p50']")"
    contains "$(<"$scratch/consumer.out")" "service ns"
    expect "" "$(<"$scratch/producer.out")"
    says producer "sent 5,000 messages"
    nothing_left
  done
}

@test "if one JVM is killed the other ends at once, says why, and nothing is left" {
  hold_host
  for victim in producer consumer; do
    other=$([[ $victim == producer ]] && echo consumer || echo producer)
    rm -rf "${out:?}"/*
    start_pair "${homes[0]}" "${homes[1]}" "${short[@]}" --duration 60s
    eventually in_exchange
    sleep 1
    kill -KILL "$(jvm_of "${!victim}")"
    killed=$(date +%s%N)
    eventually ended "${!other}"
    (($(date +%s%N) - killed < 5000000000)) || fail "the $other took longer than 5 s to end"
    end_of "$other"
    expect 3 "$status"
    end_of "$victim"
    expect 137 "$status"
    says "$other" "failed: the $victim's JVM died: killed or crashed"
    if [[ $victim == producer ]]; then
      expect "failed: the producer's JVM died: killed or crashed" "$(json "$(forks)" "d['status'] + ': ' + d['reason']")"
      expect "${homes[0]}" "$(json "$(forks)" "d['producerJvm']['home']")"
    else
      expect "" "$(forks)"
    fi
    nothing_left
  done
}

@test "if both are killed their launchers remove what they left" {
  hold_host
  start_pair "${homes[0]}" "${homes[0]}" "${short[@]}" --duration 60s
  eventually in_exchange
  kill -KILL "$(jvm_of "$producer")" "$(jvm_of "$consumer")"
  end_of producer
  end_of consumer
  nothing_left
}

@test "options that differ are named by both" {
  hold_host
  start_side consumer "${homes[0]}" "${short[@]}"
  start_side producer "${homes[0]}" "${short[@]}" --rate 4000
  for role in consumer producer; do
    end_of "$role"
    expect 2 "$status"
  done
  says consumer "rate is 10000 for the consumer and 4000 for the producer; give both JVMs of a pair the same options"
  says producer "rate is 4000 for the producer and 10000 for the consumer"
  expect "" "$(forks)"
  nothing_left
}

@test "a side that is stopped while it waits leaves nothing, and one that comes alone keeps others off" {
  start_side consumer "${homes[0]}" "${short[@]}"
  eventually has_control
  run --separate-stderr "$launch" --out "$out" "${short[@]}"
  expect 4 "$status"
  contains "$stderr" "another campaign measures on this host"
  kill -TERM "$consumer"
  end_of consumer
  expect 143 "$status"
  says consumer "interrupted: nothing was kept"
  expect "" "$(forks)"
  nothing_left
}

has_control() { [[ -s $shm/whichjvm-$$-$BATS_TEST_NUMBER/control ]]; }

# two: both JVMs as --jdk, into `names`; one of them under two names if there is one
two() {
  mkdir -p "$scratch/other"
  ln -sfn "${homes[1]}"/* "$scratch/other/"
  names=("${ungated[@]}" --jdk "one=${homes[0]}" --jdk "two=${homes[1]}")
  [[ ${homes[0]} != "${homes[1]}" ]] || names[-1]=two=$scratch/other
}

@test "a campaign with a pair beside one JVM: one of the pair killed, interrupted and resumed" {
  two
  "${compare[@]}" "${names[@]}" --blocks 2 --retries 0 --producer one --consumer two one \
    -- "${short[@]}" --duration 1s >"$scratch/said" 2>&1 &
  started=$!
  eventually grep -q ' × 2 blocks' "$scratch/said"
  eventually test -L "$out/latest"
  campaign=$(readlink "$out/latest")
  eventually pkill -KILL -f "jar queue-latency --fork $campaign/001-one-to-two .*--role consumer"
  eventually grep -q 'block 1 of 2' "$scratch/said"
  kill -INT "$started"
  status=0
  wait "$started" || status=$?
  started=
  expect 130 "$status"
  nothing_left
  run --separate-stderr "${compare[@]:0:3}" --out "$out" --resume "$campaign"
  expect 3 "$status" || fail "$stderr"
  expect "['one', 'one-to-two']" "$(json "$out/$campaign/campaign.json" "d['contenders']")"
  expect 4 "$(find "$out/$campaign/forks" -name '00[12]-*.json' | wc -l)"
  expect "failed: the consumer's JVM was killed (signal 9)" \
    "$(json "$out/$campaign/forks/001-one-to-two.json" "d['status'] + ': ' + d['reason']")"
  expect "('one-to-two', '${homes[0]}', True)" "$(json "$out/$campaign/forks/002-one-to-two.json" \
    "(d['contender'], d['producerJvm']['home'], d['messages']['verified'] == d['messages']['sent'])")"
  expect "[]" "$(json "$out/$campaign/forks/001-one.json" "[k for k in d if k == 'producerJvm']")"
  contains "$output" "one-to-two"
  nothing_left
}
