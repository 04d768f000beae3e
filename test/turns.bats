#!/usr/bin/env bats
# bats file_tags=beside
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
whole() {
  local id=\${fork##*/}
  await_others && mkdir -p "\${file%/*}" &&
    printf '{"schema":"whichjvm.fork/3","status":"failed","reason":"made up %s","campaign":"%s","block":%d,"contender":"%s"}' \
      "\$WHICHJVM_STEP" "\${fork%/*}" "\$((10#\$block))" "\${id#*-}" >"\$file"
}
lasts() { await_others && sleep 1 && whole; }
tells() { env >"\$seen/alone"; }
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
    # Each has a number of its own.
    [[ $(told "$block" 0 3) != "$(told "$block" 1 3)" ]]
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
  contains "$(json "$out/latest/forks/001-one.json" "d['reason']")" "made up"
  expect "failed no more (exit code 4)" "$(json "$out/latest/forks/001-two.json" "d['status'] + ' ' + d['reason']")"
}

@test "a block that lacks a fork is run again as a whole, and the others are kept" {
  run --separate-stderr "${compare[@]}" --blocks 2 one two "${measured[@]}"
  rm "$out/latest/forks/002-two.json"
  : >"$out/latest/forks/002-one.hlog"
  cp "$out/latest/forks/001-one.json" "$out/latest/forks/002-one.json" "$scratch"
  rm "$seen"/*
  run --separate-stderr "$root/scripts/compare" --out "$out" --resume latest
  expect 2 "$(find "$seen" -type f | wc -l)"
  cmp "$scratch/001-one.json" "$out/latest/forks/001-one.json"
  run ! cmp "$scratch/002-one.json" "$out/latest/forks/002-one.json"
  contains "$(json "$out/latest/forks/002-two.json" "d['reason']")" "made up"
  [[ ! -e $out/latest/forks/002-one.hlog ]]
}

@test "memory for one contender is a sentence, and nothing is measured" {
  JAVA_OPTS='-Xmx900g' run --separate-stderr "${compare[@]}" --dry-run one two "${measured[@]}"
  expect 4 "$status"
  contains "$stderr" "by turns one and two are alive together and need 1800."
}

# What a JVM does that is to hurt the others of its block, wherever they may meet.
# shellcheck disable=SC2016 # of that JVM
hostile='
  cd "${WHICHJVM_TURNS:-/}/own" && for ((i = 0; i < 1000; i++)); do : >name-$i; done && mkfifo warm
  until [[ -e $seen/goes-on ]]; do
    truncate --size 0 /dev/shm/whichjvm-"$WHICHJVM_STEP"/turns 2>/dev/null
    sleep 0.1
  done'

@test "a JVM that would hurt the others of its block costs its own fork alone" {
  made_up hostile "$hostile"
  local home
  home=$(java_home)
  mkdir "$scratch/tmp"
  TMPDIR=$scratch/tmp env --default-signal=INT,TERM "$root/scripts/compare" --runner host --out "$out" "${ungated[@]}" --jdk "hostile=$scratch/hostile" \
    --jdk "one=$home" --blocks 1 hostile one one+again "${measured[@]}" 2>"$scratch/err" 3>&- &
  started=$!
  # Both of the others have their results while the hostile one goes on.
  eventually has_forks "$started" one one+again
  : >"$seen/goes-on"
  end_of_start
  expect 3 "$status" || fail "$(<"$scratch/err")"
  expect 1 "$(for name in one one+again; do json "$out/latest/forks/001-$name.json" "d['turns']['startedNanos']"; done | uniq | wc -l)"
  expect failed "$(json "$out/latest/forks/001-hostile.json" "d['status']")"
}

# has_forks PID CONTENDER…: whether each has the file of its fork in its own folder, or the campaign has ended
has_forks() {
  local name
  kill -0 "$1" 2>/dev/null || return 0
  for name in "${@:2}"; do [[ $(find "$scratch/tmp" -name "001-$name.json") ]] || return; done
}
