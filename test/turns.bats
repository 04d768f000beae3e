#!/usr/bin/env bats
# scripts/compare by turns: which JVMs are started together, what each is told, and what becomes of the
# others of a block. The JVMs are made up, so that nothing is measured.

load helper

setup() {
  need_cpus 2
  forget_settings
  wait_for_host
  scratch=$(mktemp -d)
  out=$scratch/out
  seen=$scratch/seen
  mkdir "$out" "$seen"
  export seen
  made_up one whole
  made_up two whole
  compare=("$root/scripts/compare" --runner host --out "$out" --retries 0
    --jdk "one=$scratch/one" --jdk "two=$scratch/two")
  measured=(-- --rate 10000 --duration 500ms --warmup 200ms)
}

teardown() { [[ -z ${scratch:-} ]] || rm -rf "$scratch"; }

# made_up NAME FORK: a JVM whose forks do that; what each was told is in $seen, by block and member
made_up() {
  mkdir -p "$scratch/$1/bin"
  cat >"$scratch/$1/bin/java" <<EOF
#!/usr/bin/env bash
[[ " \$* " != *" -version "* ]] || { echo 'openjdk version "17.0.1"' >&2; exit; }
[[ " \$* " != *" --check "* ]] || { echo '{"schema":"whichjvm.check/1","java":17,"arch":"amd64"}'; exit; }
fork=" \$* " fork=\${fork##* --fork } fork=\${fork%% *} file=\$WHICHJVM_OUT/\${fork%/*}/forks/\${fork##*/}.json
block=\${file##*/} block=\${block%%-*}
printf '%s %s %s' "\$WHICHJVM_STEP" "\$WHICHJVM_MEMBERS" "\${file##*/}" >"\$seen/\$block.\$WHICHJVM_MEMBER"
await_others() {
  local tries
  for ((tries = 0; tries < 200; tries++)); do
    [[ ! -e \$seen/\$block.0 || ! -e \$seen/\$block.1 ]] || return 0
    sleep 0.05
  done
}
whole() { await_others && printf '{}' >"\$file"; }
lasts() { await_others && sleep 1 && whole; }
tells() { env >"\$seen/alone" && printf '{}' >"\$file"; }
dies() {
  echo 'whichjvm: no more' >&2
  exit 4
}
$2
EOF
  chmod +x "$scratch/$1/bin/java"
}

# told BLOCK MEMBER FIELD
told() { cut -d ' ' -f "$3" "$seen/$1.$2"; }

@test "the contenders of a block are started together, and each knows which of how many it is" {
  mkdir "$shm/whichjvm-4711"
  run --separate-stderr "${compare[@]}" --blocks 2 one two "${measured[@]}"
  [[ $status == 3 ]] || fail "exit code $status: $stderr"
  expect 4 "$(find "$seen" -name '00[12].[01]' | wc -l)"
  for block in 001 002; do
    expect 2 "$(told "$block" 0 2)"
    expect 2 "$(told "$block" 1 2)"
    [[ $(told "$block" 0 1) =~ ^[0-9]+$ ]]
    expect "$(told "$block" 0 1)" "$(told "$block" 1 1)"
    # They are numbered as the plan has them.
    expect "$(awk -v block="$((10#$block))" '$1 == block { print $3; exit }' "$out/latest/plan.tsv")" \
      "$(told "$block" 0 3 | sed "s/^$block-//; s/.json$//")"
  done
  [[ $(told 001 0 1) != "$(told 002 0 1)" ]]
  # The forks leave it to the campaign to sweep what a killed one left.
  [[ ! -e $shm/whichjvm-4711 ]]
}

@test "by forks each is alone" {
  made_up one tells
  run --separate-stderr "${compare[@]}" --blocks 1 --interleave forks one "${measured[@]}"
  grep -q '^WHICHJVM_STEP=[0-9]*$' "$seen/alone"
  run grep WHICHJVM_MEMBER "$seen/alone"
  expect 1 "$status"
}

@test "a contender that dies ends its own fork alone" {
  made_up one lasts
  made_up two dies
  run --separate-stderr "${compare[@]}" --blocks 1 one two "${measured[@]}"
  [[ $status == 3 ]] || fail "exit code $status: $stderr"
  expect "{}" "$(<"$out/latest/forks/001-one.json")"
  expect "failed no more (exit code 4)" "$(json "$out/latest/forks/001-two.json" "d['status'] + ' ' + d['reason']")"
}

@test "a block that lacks a fork is run again as a whole, and the others are kept" {
  run --separate-stderr "${compare[@]}" --blocks 2 one two "${measured[@]}"
  rm "$out/latest/forks/002-two.json"
  printf '[]' | tee "$out/latest/forks/001-one.json" "$out/latest/forks/002-one.json" >"$out/latest/forks/002-one.hlog"
  rm "$seen"/*
  run --separate-stderr "$root/scripts/compare" --out "$out" --resume latest
  expect 2 "$(find "$seen" -type f | wc -l)"
  expect "[]" "$(<"$out/latest/forks/001-one.json")"
  expect "{}" "$(<"$out/latest/forks/002-one.json")"
  expect "{}" "$(<"$out/latest/forks/002-two.json")"
  [[ ! -e $out/latest/forks/002-one.hlog ]]
}

@test "memory for one contender is a sentence, and nothing is measured" {
  JAVA_OPTS='-Xmx900g' run --separate-stderr "${compare[@]}" --dry-run one two "${measured[@]}"
  expect 4 "$status"
  contains "$stderr" "by turns one and two are alive together and need 1800."
}

# alone_of_two NAME: the first of two contenders, of which the other never comes
alone_of_two() {
  env --default-signal=TERM WHICHJVM_STEP=4712 WHICHJVM_MEMBERS=2 WHICHJVM_MEMBER=0 WHICHJVM_LOCK_HELD=1 \
    WHICHJVM_JAR="$root/workload/target/whichjvm-workload.jar" WHICHJVM_OUT="$out" PATH="$scratch/$1/bin:$PATH" \
    "$root/workload/launch" queue-latency --fork "c/001-$1" 3>&- &
  started=$!
}

@test "a contender that ends tells those that come, and leaves nothing if it was told to stop" {
  made_up dead dies
  status=0
  alone_of_two dead
  wait "$started" || status=$?
  expect 4 "$status"
  [[ -e $shm/whichjvm-4712/gone-0 ]]
  rm -r "$shm/whichjvm-4712"

  made_up slow 'exec sleep 30'
  rm -f "$seen/001.0"
  alone_of_two slow
  eventually test -e "$seen/001.0"
  kill -TERM "$started"
  status=0
  wait "$started" || status=$?
  expect 143 "$status"
  [[ ! -e $shm/whichjvm-4712 ]]
}
