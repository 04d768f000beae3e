# What scripts/test --only lint looks at. Needs check and skip of scripts/test, common.sh and maven.sh.

# The host starts, watches and asks; what plans and computes belongs in the collector.
readonly longest_readme=150 most_scripts=11000

lint() {
  local -a shell_list docker_list script_list
  mapfile -t shell_list < <(shell_files)
  mapfile -t docker_list < <(project_files | grep -E '(^|/)Dockerfile(\.[^/]*)?$|\.Dockerfile$')
  ((${#shell_list[@]} && ${#docker_list[@]})) ||
    die "$exit_cannot" "git lists no files in $root; run this in a git checkout, with git installed"
  check_where "command -v shellcheck" "no wheel for $(uname -m), and none on PATH: apt-get install shellcheck" \
    "lint: shellcheck" python3 scripts/lib/shellcheck.py "${shell_list[@]}"
  check "lint: shfmt" shfmt -d -i 2 -ci "${shell_list[@]}"
  check "lint: ruff" ruff check --quiet --no-cache --config scripts/ruff.toml scripts/whichjvm test/host_code test/conftest.py test/support.py test/test_*.py
  check "lint: python format" ruff format --quiet --no-cache --diff --config scripts/ruff.toml scripts/whichjvm test/host_code test/conftest.py test/support.py test/test_*.py
  # From there, for some modules have names of the standard library.
  check "lint: mypy" env -C scripts PYTHONPATH="$modules" python3 -m mypy --cache-dir "$work/mypy" --strict --python-version 3.9 \
    --package whichjvm
  check "lint: hadolint" hadolint --config .hadolint.yaml "${docker_list[@]}"
  check_where "docker compose version" "docker compose is not installed: scripts/install-docker" \
    "lint: compose.yaml" docker compose --profile '*' config --quiet
  check_where "docker buildx version" "docker buildx is not installed: scripts/install-docker" "lint: docker-bake.hcl" bake_resolves
  # 1.7.12 is the newest; Go's own checksum database guards what it fetches.
  check "lint: workflows" go run github.com/rhysd/actionlint/cmd/actionlint@v1.7.12 .github/workflows/*.yml
  # The newest of both: Renovate runs on Node 24 only, and does without its optional packages, which npm would compile.
  check_where "command -v npm" "npm is not installed: apt-get install npm" "lint: renovate.json" env RENOVATE_X_IGNORE_RE2=true \
    npm exec --yes --loglevel=error --omit=optional --package=node@24.21.0 --package=renovate@44.121.2 -- \
    renovate-config-validator --strict --no-global renovate.json
  check "lint: java format" run_maven -T 2 spotless:check
  check "lint: README.md has $longest_readme lines at most" at_most "$longest_readme" README.md
  mapfile -t script_list < <(project_files | grep -E '^scripts/|^whichjvm$')
  check "lint: the scripts have $most_scripts lines at most" at_most "$most_scripts" "${script_list[@]}"
  check "lint: what docker/variants.tsv says" scripts/generate-variants --check
}

# project_files: of this checkout, committed or not, whoever owns it
project_files() {
  git -c safe.directory="$root" -C "$root" ls-files --cached --others --exclude-standard --deduplicate |
    while read -r file; do
      [[ ! -f $root/$file ]] || printf '%s\n' "$file"
    done
}

# shell_files: by name or by what their first line calls. The Maven wrapper is generated, so it is not there.
shell_files() {
  local file first
  project_files | while read -r file; do
    case $file in
      mvnw) ;;
      *.sh | *.bash | *.bats) printf '%s\n' "$file" ;;
      *)
        IFS= read -r first 2>/dev/null <"$root/$file" || continue
        [[ ! $first =~ ^#!.*[/\ ](ba|da|)sh($|\ ) ]] || printf '%s\n' "$file"
        ;;
    esac
  done
}

# at_most MOST FILE…: they have so many lines at most, all together
at_most() {
  local lines
  lines=$(cat "${@:2}" | wc -l)
  ((lines <= $1)) || {
    printf '%s lines, and %s are the most\n' "$lines" "$1"
    return 1
  }
}

# check_where PROBE REASON NAME COMMAND…: skipped for that reason where the probe, words, fails
check_where() {
  # shellcheck disable=SC2086
  if $1 >/dev/null 2>&1; then check "${@:3}"; else skip "$3" "$2"; fi
}

# bake_resolves: every target that the groups name is there
bake_resolves() { docker buildx bake --progress quiet --print default article history versions vendors-21 vendors-25 all >/dev/null; }
