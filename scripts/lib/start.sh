# shellcheck shell=sh
# Starts a verb of the package in Python. Needs $scripts, the folder that it is in, and $verb.
if ! command -v python3 >/dev/null; then
  printf 'error: there is no python3 on the PATH, and whichjvm needs 3.9 or newer\n' >&2
  printf 'try: apt-get install python3 (Debian), or use the image whichjvm/all\n' >&2
  exit 4
fi
# Only the standard library: site packages would cost time, and could have our names. UTF-8 in every language of the person.
exec python3 -I -S -X utf8 "$scripts/whichjvm/__main__.py" "$verb" "$0" "$@"
