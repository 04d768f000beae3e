#!/usr/bin/env bats
# bats file_tags=beside
# What the GitHub Action leaves for a workflow and a pull request. scripts/compare, scripts/report and gh are made up:
# they print what they were given, and end as the test says.

load helper

setup() {
  scratch=$(mktemp -d)
  mkdir -p "$scratch"/{scripts,bin,tmp}
  cp "$root/scripts/action" "$scratch/scripts/action"
  cat >"$scratch/scripts/compare" <<'END'
#!/usr/bin/env bash
printf '%s\n' "$@" >"$SCRATCH/compared"
echo "whichjvm: \`said\` <b>by</b> compare" >&2
[[ ${REPORT:-yes} == no ]] || {
  mkdir -p "$RUNNER_TEMP/whichjvm/one"
  ln -sfn one "$RUNNER_TEMP/whichjvm/latest"
  printf 'head is slower\n<details>folded\n' >"$RUNNER_TEMP/whichjvm/one/report.md"
}
exit "$COMPARE"
END
  cat >"$scratch/scripts/report" <<'END'
#!/usr/bin/env bash
printf '%s\n' "$@" >"$SCRATCH/reported"
echo "whichjvm: it was asked" >&2
exit "${REPORTED:-0}"
END
  cat >"$scratch/bin/gh" <<'END'
#!/usr/bin/env bash
printf '%s\n' "$*" >>"$SCRATCH/gh"
[[ ! ${GH_FAILS:-} ]] || { echo "gh: Resource not accessible by integration (HTTP 403)" >&2; exit 1; }
case $* in
  *graphql*) cat "$SCRATCH/comments.json" ;;
  *) cat >"$SCRATCH/posted" ;;
esac
END
  chmod +x "$scratch"/scripts/* "$scratch/bin/gh"
  export SCRATCH=$scratch RUNNER_TEMP=$scratch/tmp PATH=$scratch/bin:$PATH COMPARE=0
  export GITHUB_OUTPUT=$scratch/output GITHUB_STEP_SUMMARY=$scratch/summary
  export GITHUB_REPOSITORY=me/jdk NUMBER=7 GITHUB_WORKFLOW=bench GITHUB_JOB=jvms
  export JVMS=$'base=my/jdk:main\nhead=my/jdk:pr\n'
}

teardown() { rm -rf "$scratch"; }

measure() { run --separate-stderr "$scratch/scripts/action" measure; }

# comments NODE…: what the pull request has
comments() {
  local IFS=,
  printf '[{"data":{"repository":{"pullRequest":{"comments":{"nodes":[%s]}}}}}]' \
    "$*" >"$scratch/comments.json"
}

output() { sed -n "s/^$1=//p" "$GITHUB_OUTPUT"; }

@test "options come before the contenders, and a program behind all" {
  PROGRAM=$'java\n{flags}\n-jar\n{app}/my app.jar' MOUNT=$scratch/tmp ARGUMENTS=$'--max-time\n20m' measure
  expect 0 "$status"
  expect "$(printf '%s\n' --runner docker --out "$RUNNER_TEMP/whichjvm" --jdk base=my/jdk:main --jdk head=my/jdk:pr \
    --baseline base --control --workload command --mount "$scratch/tmp" --max-time 20m base head -- java '{flags}' -jar \
    '{app}/my app.jar')" "$(<"$scratch/compared")"
}

@test "a variant of the project needs no image" {
  JVMS=$'jdk17-temurin\nmine=my/jdk:pr' measure
  contains "$(tr '\n' ' ' <"$scratch/compared")" "--jdk mine=my/jdk:pr --baseline jdk17-temurin --control jdk17-temurin mine"
}

@test "one JVM, or a -- among the options, is a sentence and exit code 2" {
  JVMS=alone measure
  expect 0 "$status"
  expect 2 "$(output exit)"
  contains "$(<"$GITHUB_STEP_SUMMARY")" "jvms has 1 lines; name at least two JVMs"
  rm "$GITHUB_OUTPUT"
  JVMS=$'a\nb' ARGUMENTS=$'--\njava' measure
  expect 2 "$(output exit)"
  contains "$stderr" "give the program as 'program'"
  [[ ! -e $scratch/compared ]]
}

@test "exit code 0: the summary is what comes before the first fold" {
  measure
  expect 0 "$status"
  expect "head is slower" "$(<"$GITHUB_STEP_SUMMARY")"
  expect 0 "$(output exit)"
  expect "$(realpath "$RUNNER_TEMP/whichjvm/one")" "$(output report)"
  [[ ! -e $scratch/reported ]]
}

@test "exit code 3: the summary and the folder come all the same, and say that forks failed" {
  COMPARE=3 measure
  expect 0 "$status"
  expect 3 "$(output exit)"
  contains "$(<"$GITHUB_STEP_SUMMARY")" "head is slower"
  contains "$(<"$GITHUB_STEP_SUMMARY")" "ended with exit code 3: forks failed."
  [[ $(output report) ]]
}

@test "exit code 4: without a report the summary has the last words, as text" {
  COMPARE=4 REPORT=no measure
  expect 0 "$status"
  expect 4 "$(output exit)"
  expect "" "$(output report)"
  contains "$(<"$GITHUB_STEP_SUMMARY")" "<pre>whichjvm: \`said\` &lt;b&gt;by&lt;/b&gt; compare</pre>"
  contains "$stderr" "<b>by</b> compare"
}

@test "fail-on: exit code 1 where it is met, also where forks failed" {
  local compare
  for compare in 0 3; do
    rm -f "$GITHUB_OUTPUT" "$GITHUB_STEP_SUMMARY"
    FAIL_ON=slower:5% REPORTED=1 COMPARE=$compare measure
    expect 1 "$(output exit)"
    contains "$(<"$GITHUB_STEP_SUMMARY")" "\`fail-on\` is \`slower:5%\`, and this is met."
  done
  expect "$(printf '%s\n' --out "$RUNNER_TEMP/whichjvm" --fail-on slower:5%)" "$(<"$scratch/reported")"
}

@test "fail-on: exit code 2 where it is undecided, 0 where it is not met, and not asked without a report" {
  FAIL_ON=slower:5% REPORTED=2 measure
  expect 2 "$(output exit)"
  contains "$(<"$GITHUB_STEP_SUMMARY")" "undecided, or wrong"
  rm "$GITHUB_OUTPUT" "$scratch/reported"
  FAIL_ON=slower:5% measure
  expect 0 "$(output exit)"
  rm -r "$GITHUB_OUTPUT" "$scratch/reported" "$RUNNER_TEMP/whichjvm"
  FAIL_ON=slower:5% COMPARE=4 REPORT=no measure
  expect 4 "$(output exit)"
  [[ ! -e $scratch/reported ]]
}

@test "the first push comments, and the next one says it anew in its own comment" {
  local mark='<!-- whichjvm bench/jvms -->'
  measure
  comments '{"databaseId":1,"viewerDidAuthor":true,"body":"something else"}'
  "$scratch/scripts/action" comment
  contains "$(tail -n 1 "$scratch/gh")" "api repos/me/jdk/issues/7/comments --input -"
  expect "$mark"$'\nhead is slower' "$(json "$scratch/posted" "d['body'].strip()")"
  # Whoever else begins a comment like that keeps it.
  comments "{\"databaseId\":2,\"viewerDidAuthor\":true,\"body\":\"$mark old\"}" \
    "{\"databaseId\":3,\"viewerDidAuthor\":false,\"body\":\"$mark forged\"}"
  "$scratch/scripts/action" comment
  contains "$(tail -n 1 "$scratch/gh")" "--method PATCH repos/me/jdk/issues/comments/2 --input -"
}

@test "a token that may not comment is a sentence" {
  measure
  GH_FAILS=1 run --separate-stderr "$scratch/scripts/action" comment
  expect 1 "$status"
  contains "$stderr" "give the job the permission pull-requests: write, or comment: false"
}

@test "action.yml gives scripts/action every input, and ends with its exit code" {
  python3 - "$root/action.yml" "$root/scripts/action" <<'END'
import re, sys
text, script = (open(name, encoding="utf-8").read() for name in sys.argv[1:])
inputs = re.findall(r"^  ([a-z-]+):$", text.partition("outputs:")[0], re.M)
assert inputs, text
for name in inputs:
    assert f"inputs.{name} " in text or f"inputs.{name}}}" in text, name
for name in ("JVMS", "PROGRAM", "MOUNT", "ARGUMENTS", "FAIL_ON", "NUMBER"):
    assert f"{name}: ${{{{" in text and f'"{name}"' in script, name
last = text.rpartition("- if:")[2]
assert "always()" in last and 'exit "${CODE:-4}"' in last, last
END
}
