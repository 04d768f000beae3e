#!/usr/bin/env bats
# bats file_tags=beside
# What scripts/release hands out.

load ../helper

setup_file() {
  cd "$root" || return
  build_images jdk21-temurin jdk21-temurin
}

setup() {
  forget_settings
  cd "$root" || return
  own=$(mktemp -d)
  platform=linux/$(docker version --format '{{.Server.Arch}}')
}

teardown() { rm -rf "$own"; }

# release NAME REPOSITORY OPTION…: its commit, from a clone with times and a path of its own
release() {
  git clone --quiet "$2" "$own/$1.clone"
  [[ ! -e .env ]] || cp .env "$own/$1.clone/"
  "$own/$1.clone/scripts/release" "${@:3}" --platforms "$platform" --tag test \
    --out "$own/$1" jdk21-temurin >"$own/$1.said" 2>&1 || fail "$(tail -n 20 "$own/$1.said")"
}

# layers ARCHIVE: digests of the layers that this project adds, and what is attested, with the packages of its SBOM
layers() {
  python3 - "$1" <<'PYTHON'
import json, sys, tarfile

with tarfile.open(sys.argv[1]) as archive:
    def blob(descriptor):
        return json.load(archive.extractfile("blobs/" + descriptor["digest"].replace(":", "/")))

    index = blob(json.load(archive.extractfile("index.json"))["manifests"][0])
    for descriptor in index["manifests"]:
        manifest = blob(descriptor)
        kind = descriptor.get("annotations", {}).get("vnd.docker.reference.type", "image")
        if kind != "image":
            print(kind, *(l["annotations"]["in-toto.io/predicate-type"] for l in manifest["layers"]))
            for packages in (blob(layer)["predicate"].get("packages", []) for layer in manifest["layers"]):
                print(*(r["referenceLocator"] for p in packages for r in p.get("externalRefs", [])), sep="\n")
            continue
        made = [h["created_by"] for h in blob(manifest["config"])["history"] if not h.get("empty_layer")]
        ours = next(i for i, by in enumerate(made) if "/opt/whichjvm" in by)
        for layer in manifest["layers"][ours:]:
            print(layer["digest"])
PYTHON
}

@test "release: built again from the same commit, what this project adds has the same digests" {
  # A cache may have the first from before the commit, and times before it stay in its layers.
  release one "$root" --no-cache
  # Of the same commit, whatever is committed meanwhile. What is attested is looked at once.
  release two "$own/one.clone" --no-cache --sbom none
  layers "$own/one/jdk21-temurin.tar" >"$own/layers"
  grep -q '^sha256:' "$own/layers"
  grep -q '^attestation-manifest .*slsa.dev/provenance' "$own/layers"
  grep -q '^attestation-manifest .*spdx.dev/Document' "$own/layers"
  grep -q '^pkg:maven/net.openhft/chronicle-queue@' "$own/layers"
  grep -q '^pkg:golang/github.com/tsenart/vegeta/v12@v12.' "$own/layers"
  grep -q '^pkg:golang/golang.org/x/net@v' "$own/layers"
  expect "$(grep ^sha256: "$own/layers")" "$(layers "$own/two/jdk21-temurin.tar" | grep ^sha256:)"
}

@test "release: what differs from a commit, and a platform that there is not, are refused" {
  git clone --quiet "$root" "$own/clone"
  echo >>"$own/clone/README.md"
  run --separate-stderr "$own/clone/scripts/release" --platforms "$platform" jdk21-temurin
  expect 4 "$status"
  contains "$stderr" "these files differ from it: README.md; commit or stash them"
  run --separate-stderr "$own/clone/scripts/release" --platforms linux/riscv64
  expect 2 "$status"
  contains "$stderr" "it takes linux/amd64, linux/arm64"
}
