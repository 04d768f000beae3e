# shellcheck shell=bash
# For test/container/registry.bats: an engine that has no image, in a network of its own in which docker.io and ghcr.io are a
# registry on the loopback.

# Nobody outside the network has this address (RFC 5737).
readonly registry_address=198.51.100.1 registry_port=5000
readonly registry_hosts="registry-1.docker.io auth.docker.io index.docker.io docker.io ghcr.io"
# Both ends of the way out, and what the engine gives its containers.
readonly out_here=10.213.77.1 out_there=10.213.77.2 engine_bridge=10.213.78.1/24

# What a test wants of this machine, by the Debian package that has it.
registry_tools=(docker-registry:docker-registry ip:iproute2 iptables:iptables openssl:openssl nsenter:util-linux)

# missing_tools: the packages of those that are missing
missing_tools() {
  local tool
  for tool in "${registry_tools[@]}"; do
    command -v "${tool%%:*}" >/dev/null || printf '%s ' "${tool#*:}"
  done
}

# inside COMMAND…: in the network, by the programs of this machine
inside() {
  # shellcheck disable=SC2016 # the inner shell's
  nsenter --target "$(<"$world/holder")" --net --mount -- env "DOCKER_HOST=unix://$world/engine.sock" \
    "SSL_CERT_FILE=$world/trusted.pem" sh -c 'cd "$0" && exec "$@"' "$PWD" "$@"
}

# make_certificate: of an authority that only this world trusts
make_certificate() {
  local names=${registry_hosts// /,DNS:}
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=whichjvm test authority" \
    -keyout "$world/ca.key" -out "$world/ca.pem"
  openssl req -newkey rsa:2048 -nodes -subj "/CN=registry" -keyout "$world/key.pem" -out "$world/request.pem"
  openssl x509 -req -in "$world/request.pem" -CA "$world/ca.pem" -CAkey "$world/ca.key" -CAcreateserial -days 2 \
    -extfile <(printf 'subjectAltName=DNS:%s\n' "$names") -out "$world/certificate.pem"
  cat "$world/key.pem" >>"$world/certificate.pem"
  cat /etc/ssl/certs/ca-certificates.crt "$world/ca.pem" >"$world/trusted.pem"
} 2>/dev/null

# registry_at ADDRESS: what the names of the registries mean from now on
registry_at() {
  printf '127.0.0.1 localhost\n%s %s\n' "$1" "$registry_hosts" >"$world/hosts"
}

# keep COMMAND…: inside and in the background, until leave_world; bats waits for whoever has its descriptors
keep() {
  # shellcheck disable=SC2016 # the inner shell's
  inside sh -c 'echo $$ >>"$0/kept" && exec "$@"' "$world" "$@" </dev/null 3>&- 4>&- &
}

# rule TABLE CHAIN RULE…: of this machine's firewall, first in its chain, until leave_world
rule() {
  iptables --wait --table "$1" --insert "${@:2}"
  printf '%s\n' "$*" >>"$world/rules"
}

# make_network: processes that share a network and a mount namespace, and the way out that a build's Maven needs
make_network() {
  local link=wj$$
  # An engine would use the containerd of this machine if it found one.
  # shellcheck disable=SC2016 # the inner shell's
  unshare --net --mount sh -c 'mount --bind "$0/hosts" /etc/hosts && { [ ! -d /run/containerd ] || mount -t tmpfs none /run/containerd; } &&
    echo $$ >"$0/holder" && exec sleep infinity' "$world" </dev/null 3>&- 4>&- &
  printf '%s\n' $! >>"$world/kept"
  eventually test -s "$world/holder"
  ip link add "$link" type veth peer name out netns "$(<"$world/holder")"
  printf '%s\n' "$link" >"$world/link"
  ip address add "$out_here/30" dev "$link"
  ip link set "$link" up
  inside ip link set lo up
  inside ip address add "$registry_address/32" dev lo
  inside ip address add "$out_there/30" dev out
  inside ip link set out up
  inside ip route add default via "$out_here"
  rule nat POSTROUTING --source "$out_there" --jump MASQUERADE
  rule filter FORWARD --in-interface "$link" --jump ACCEPT
  rule filter FORWARD --out-interface "$link" --jump ACCEPT
}

# start_registry: with what stands before it
start_registry() {
  printf 'version: 0.1\nlog: {level: error}\nstorage: {filesystem: {rootdirectory: %s}}\nhttp: {addr: "127.0.0.1:%s"}\n' \
    "$world/registry" "$registry_port" >"$world/registry.yaml"
  : >"$world/fault"
  keep docker-registry serve "$world/registry.yaml" >"$world/registry.log" 2>&1
  keep python3 "$root/test/registries.py" "$registry_address" "$registry_port" "$world/certificate.pem" \
    "$world/fault" >"$world/proxy.log" 2>&1
}

# fault KIND REPOSITORY: what the registry does wrong from now on; nothing without arguments
fault() { printf '%s\n' "$*" >"$world/fault"; }

# start_engine: one that has no image
start_engine() {
  mkdir -p "$world/data" "$world/exec"
  # By another name: test/kills/kills ends the oldest dockerd of the machine.
  ln -sf "$(command -v dockerd)" "$world/second-engine"
  printf '{"features": {"containerd-snapshotter": true}}\n' >"$world/daemon.json"
  # shellcheck disable=SC2016 # the inner shell's
  inside sh -c 'echo $$ >"$0/engine.pid" && exec "$0/second-engine" --config-file "$0/daemon.json" --data-root "$0/data" --exec-root "$0/exec" \
    --pidfile "$0/dockerd.pid" --host "unix://$0/engine.sock" --bip "$1"' "$world" "$engine_bridge" \
    </dev/null >>"$world/engine.log" 2>&1 3>&- 4>&- &
  eventually inside docker version >/dev/null 2>&1
}

# stop_engine: with all it has
stop_engine() {
  local pid
  [[ -s $world/engine.pid ]] || return 0
  pid=$(<"$world/engine.pid")
  kill "$pid" 2>/dev/null || true
  eventually not_running "$pid"
  # What a killed engine left mounted.
  awk -v under="$world/" 'index($5, under) == 1 { print $5 }' /proc/self/mountinfo | sort -r | xargs --no-run-if-empty umount --lazy
  rm -rf "$world/data" "$world/exec" "$world/engine.pid"
}

not_running() { ! kill -0 "$1" 2>/dev/null; }

# push_images BASES TABLE…: of the bases that package registries give, laid out as the vendors lay out theirs. Each line
# of the table has an image, a base and a layout.
push_images() {
  local image base layout
  inside docker load --quiet --input "$1" >/dev/null
  while read -r image base layout; do
    "layout_$layout" "$base" | inside docker build --quiet --tag "localhost:$registry_port/$image" - >/dev/null
    inside docker push --quiet "localhost:$registry_port/$image"
  done
}

layout_same() { printf 'FROM localhost/whichjvm-packages:%s\n' "$1"; }

# layout_temurin BASE
layout_temurin() {
  cat <<END
FROM localhost/whichjvm-packages:all
COPY --from=localhost/whichjvm-packages:$1 /opt/java /opt/java/openjdk
RUN printf '#!/bin/sh\nexec "\$@"\n' >/__cacert_entrypoint.sh && chmod 755 /__cacert_entrypoint.sh
ENV JAVA_HOME=/opt/java/openjdk PATH=/opt/java/openjdk/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \\
  LANG=en_US.UTF-8 JAVA_VERSION=jdk-${1//[!0-9]/}
ENTRYPOINT ["/__cacert_entrypoint.sh"]
CMD ["jshell"]
END
}

# layout_graalvm BASE
layout_graalvm() {
  cat <<END
FROM localhost/whichjvm-packages:all
COPY --from=localhost/whichjvm-packages:$1 /opt/java /opt/graalvm-community-java
ENV JAVA_HOME=/opt/graalvm-community-java \\
  PATH=/opt/graalvm-community-java/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=en_US.UTF-8
CMD ["java"]
END
}

# unreachable, reachable: nobody listens where the registries are
unreachable() {
  : >"$world/closed"
  inside iptables --wait --insert OUTPUT --destination "$registry_address" --protocol tcp --dport 443 --jump REJECT --reject-with tcp-reset
}
reachable() {
  inside iptables --wait --delete OUTPUT 1
  rm "$world/closed"
}

# save_bases BASE…: of the engine of this machine, into a file; those that are missing are built
save_bases() {
  local missing=() name
  for name; do
    docker image inspect "localhost/whichjvm-packages:$name" >/dev/null 2>&1 || missing+=("$name")
  done
  ((! ${#missing[@]})) || "$root/docker/packages/build" "${missing[@]}"
  docker save --output "$world/bases.tar" "${@/#/localhost/whichjvm-packages:}"
}

# make_world: with an engine that has no image, and a registry that has those of a table, as push_images takes it
make_world() {
  local table bases
  table=$(cat)
  mapfile -t bases < <(cut -d ' ' -f 2 <<<"$table")
  # `all` lies below what is laid out anew.
  save_bases all "${bases[@]}"
  registry_at "$registry_address"
  make_certificate
  make_network
  start_registry
  start_engine
  push_images "$world/bases.tar" <<<"$table"
  stop_engine
  start_engine
}

# leave_world: nothing of it stays, also where its making failed
leave_world() {
  local line pid words
  [[ -d ${world:-} ]] || return 0
  stop_engine || true
  while read -r line; do
    read -r -a words <<<"$line"
    iptables --wait --table "${words[0]}" --delete "${words[@]:1}" || true
  done < <(cat "$world/rules" 2>/dev/null)
  [[ ! -s $world/link ]] || ip link delete "$(<"$world/link")" 2>/dev/null || true
  for pid in $(tac "$world/kept" 2>/dev/null); do
    kill "$pid" 2>/dev/null || true
  done
  rm -rf "$world"
}
