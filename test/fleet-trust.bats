#!/usr/bin/env bats
# bats file_tags=beside
# What a pod, an API server and a person's kubectl may do to scripts/fleet: each costs its host alone, with a sentence.

load fleet

# hostile NAME: a kubectl whose pod answers by the Python code on stdin; `add(name, bytes)` adds a file to its tar
hostile() {
  cat >"$scratch/bin/$1.py" <<'PY'
import hashlib, io, sys, tarfile, time
files = {}
def add(name, text, listed=True, mtime=1):
    files[name] = (text, listed, mtime)
def send():
    all_of_it = "".join(f"{hashlib.sha256(text).hexdigest()}  ./{name}\n" for name, (text, listed, _) in files.items() if listed)
    with tarfile.open(fileobj=sys.stdout.buffer, mode="w|", format=tarfile.PAX_FORMAT) as archive:
        for name, (text, _, mtime) in {"all": (all_of_it.encode(), False, 1), **files}.items():
            member = tarfile.TarInfo(name)
            member.size, member.mtime = len(text), mtime
            archive.addfile(member, io.BytesIO(text))
PY
  cat >>"$scratch/bin/$1.py"
  printf '#!/bin/sh\nexec python3 "%s/bin/%s.py"\n' "$scratch" "$1" >"$scratch/bin/$1"
  chmod +x "$scratch/bin/$1"
}

# fetched NAME: what becomes of a transfer from such a pod, and of this client's memory
fetched() {
  python "import resource
of.base = ['$1']
cluster.SILENCE_SECONDS = 3
try:
    print(transfer.fetch(of, 'pod', 'keep', host), host.blocks(), host.exit_code())
    host.note(state='partial')
except (cluster.Refused, transfer.Hostile) as refused:
    print(type(refused).__name__, refused)
used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
assert used < 200, f'{used} MB'"
}

@test "files of every wrong kind: the host has what is right, and nobody else hears of it" {
  hostile kinds <<'PY'
add("cpus.json", b"")
add("doctor.json", b"[" * 200000)
add("20260101T000000-quick/campaign.json", b"{}\n", mtime=1e300)
add("20260101T000000-quick/seconds.tsv/x", b"a folder")
add("20260101T000000-quick/forks/001-a.json", b"\xff")
add("exit", b"0")
send()
PY
  expect "True (1, 0) 0" "$(fetched kinds)"
  expect None "$(json "$scratch/out/host/host.json" "d['doctor']")"
  # It ends within itself, and yet is too deep for whoever looks at each value.
  python 'open(host.path + "/doctor.json", "w").write("{\"a\":" + "[" * 900 + "]" * 900 + "}")
host.note()
assert host.facts["doctor"] is None'
}

@test "doctor may say anything" {
  python 'from fleet import follow
for said in ("no JSON", "{\"checks\": [{\"status\": \"fail\"}]}", "{\"checks\": [7]}", "[" * 60000):
    assert follow.unfit(said).startswith("scripts/doctor failed and said: "), said[:99]'
}

@test "300 kB of stderr hold nobody up, and a terminal sees none of it raw" {
  hostile loud <<'PY'
sys.stderr.write("x\n" * 150000 + "error: \x1b[2J\u202egone\n")
sys.exit(1)
PY
  expect "Refused [2J gone" "$(fetched loud)"
}

@test "a pod that is silent is asked no longer than it may be" {
  hostile silent <<<'time.sleep(600)'
  expect "Refused pod was silent for 3 s" "$(fetched silent)"
  # This kubectl is a script, whose end leaves open what it has started.
  printf '#!/bin/sh\nsleep 60\necho late\n' >"$scratch/bin/script"
  chmod +x "$scratch/bin/script"
  expect "Refused pod was silent for 3 s" "$(fetched script)"
}

@test "garbage is a transfer that broke off" {
  hostile garbage <<<'sys.stdout.buffer.write(b"\x01\xff" * 100000)'
  [[ $(fetched garbage) == "Refused the transfer from pod broke off"* ]]
  hostile nothing <<<'pass'
  [[ $(fetched nothing) == "Refused "* ]]
}

@test "10 GB, a file or many of them, end the host with a sentence, and nothing of that size is kept" {
  hostile large <<'PY'
member = tarfile.TarInfo("forks")
member.size = 10 << 30
sys.stdout.buffer.write(member.tobuf())
while True:
    sys.stdout.buffer.write(b"\0" * (1 << 20))
PY
  [[ $(fetched large) == "Hostile its pod sent a file of 10,737,418,240 bytes"* ]]
  hostile many <<'PY'
member = tarfile.TarInfo("forks/1")
text = member.tobuf() * 2000
while True:
    sys.stdout.buffer.write(text)
PY
  expect "Hostile its pod sent more than 1,000 files that it had not announced" "$(fetched many)"
  hostile again <<'PY'
text = b"%064d  ./1\n" % 0
member = tarfile.TarInfo("all")
member.size = len(text)
sys.stdout.buffer.write(member.tobuf() + text + bytes(512 - len(text)))
text = tarfile.TarInfo("all").tobuf() * 2000
while True:
    sys.stdout.buffer.write(text)
PY
  [[ $(fetched again) == "Hostile its pod sent more than 100,000 files"* ]]
  # tarfile takes the whole of these into memory.
  hostile header <<'PY'
member = tarfile.TarInfo("x")
member.type, member.size = tarfile.XHDTYPE, 3 << 30
sys.stdout.buffer.write(member.tobuf())
while True:
    sys.stdout.buffer.write(b"\0" * (1 << 20))
PY
  expect "Hostile its pod sent a tar with a member that no campaign has" "$(fetched header)"
  # Of these it keeps what each says, and a map of holes without end.
  hostile global <<'PY'
sys.stdout.buffer.write(tarfile.TarInfo().create_pax_global_header({"x": "y"}))
PY
  expect "Hostile its pod sent a tar with a member that no campaign has" "$(fetched global)"
  hostile holes <<'PY'
member = tarfile.TarInfo("x")
member.size, member.pax_headers = 1 << 20, {"GNU.sparse.major": "1", "GNU.sparse.minor": "0"}
sys.stdout.buffer.write(member.tobuf(tarfile.PAX_FORMAT) + b"999999999999\n")
while True:
    sys.stdout.buffer.write(b"1\n" * (1 << 20))
PY
  expect "Hostile its pod sent a tar with a member that no campaign has" "$(fetched holes)"
  hostile long_list <<'PY'
text = b"".join(b"%064d  ./%06d\n" % (0, number) for number in range(200000))
member = tarfile.TarInfo("all")
member.size = len(text)
sys.stdout.buffer.write(member.tobuf() + text)
PY
  [[ $(fetched long_list) == "Hostile its pod sent more than 100,000 files"* ]]
  [[ $(du -sk "$scratch/out" | cut -f 1) -lt 1000 ]]
}

# following CODE: with `follower` of two hosts, and pod(HOST, UID)
following() {
  python "import time
from fleet import follow
run = {each: {'suffix': each, 'slug': each, 'requirements': []} for each in 'ab'}
fleet = type('Fleet', (), {'name': 'f', 'run': {'hosts': run}, 'host': lambda self, name: folder.Host('$scratch/out/' + name, name)})()
follower = follow.Follower(of, fleet, None, 3600)
a, b = follower.seats.values()
def pod(host, stage='wait', **more):
    state = {'running': {}} if stage == 'measure' else {'waiting': {}}
    return {'metadata': {'name': 'p', 'uid': host, 'labels': {'whichjvm/host': host}, 'creationTimestamp': '2026'},
            'spec': more, 'status': {'phase': 'Pending', 'containerStatuses': [{'name': 'measure', 'state': state}]}}
$1"
}

@test "one host's failure is its own: what was sent ends it, and anything else is tried again later" {
  following 'def ends(error):
    def work(seat, pod):
        raise error
    return work
a.task = follower.pool.submit(ends(transfer.Hostile("it lies")), a, None)
b.task = follower.pool.submit(ends(RuntimeError("unknown")), b, None)
time.sleep(0.2)
follower.look(a)
follower.look(b)
assert a.host.state == "failed" and a.host.facts["reason"] == "it lies", a.host.facts
assert not b.host.final and "unknown" in b.says and b.again > time.monotonic() + 10, b.says'
}

@test "a pod of which nothing comes is left alone at last, but not for what the API server does not answer" {
  following 'def ends(seat, pod):
    raise cluster.Refused("garbage")
def tries(seat, seconds):
    seat.tried = time.monotonic() - seconds
    seat.task = follower.pool.submit(ends, seat, None)
    time.sleep(0.2)
    seat.again = time.monotonic() + 100
    follower.look(seat)
follower.take([pod("a"), {"kind": "none"}])
tries(a, 600)
assert not a.over and a.says == "garbage", a.says
tries(b, 1000)
tries(b, 1000)
assert not b.over, "there is no pod of it"
follower.answered = False
tries(a, 1000)
assert not a.over and a.failing is False, "the API server does not answer"
follower.answered = True
tries(a, 600)
a.failing -= 400
tries(a, 1)
assert a.over and follower.is_over(a) and a.word == "partial", a.word
assert a.host.facts["reason"].startswith("what was asked of its pod failed for 900 s (garbage)"), a.host.facts'
}

@test "that a campaign has ended is worth nothing without one" {
  following 'open(a.host.path + "/exit", "w").write("0")
follower.settle(a, None)
assert a.host.state == "failed" and "no plan of a campaign" in a.host.facts["reason"], a.host.facts'
}

@test "a host that waits too long is told, but not while the API server does not answer" {
  following 'a.since -= 7200
assert not follower.is_over(a), "nothing was told yet"
follower.take([pod("a")])
assert not follower.is_over(a), "its pod was made a moment ago"
a.since -= 7200
assert follower.is_over(a)
follower.answered = False
assert not follower.is_over(a)
follower.take([pod("a")])
assert follower.is_over(a), "its pod is the same, and has waited all the time"
follower.take([pod("a", nodeName="n")])
assert not follower.is_over(a), "it has a node since a moment"
follower.take([pod("a", "measure", nodeName="n")])
a.since -= 7200
assert not follower.is_over(a)'
}

@test "whoever interrupts waits for no transfer" {
  following 'import threading
done = threading.Event()
def interrupts(seats):
    raise KeyboardInterrupt
follower.show, follower.pods = interrupts, lambda: []
waits = follower.pool.submit(done.wait, 20)
try:
    follower.until_done()
except KeyboardInterrupt:
    assert not waits.done(), "it waited"
done.set()'
}

@test "a host that measured, and whose next pod then found no node, was given work" {
  following 'os.makedirs(a.host.path + "/20260101T000000-quick/forks")
for name in ("campaign.json", "forks/001-x.json"):
    open(a.host.path + "/20260101T000000-quick/" + name, "w").write("{\"blocks\": 1, \"stopping\": null}")
follower.show, follower.wait_seconds, follower.pods = lambda seats: None, -1, lambda: [pod("a"), pod("b")]
follower.until_done()
assert [each.host.state for each in (a, b)] == ["partial", "unscheduled"], (a.host.facts, b.host.facts)
assert b.host.facts["reason"] == "waits for a node", b.host.facts'
}

@test "an answer of the API server that is cut, fails or has no end is none, and is asked for again" {
  cat >"$scratch/bin/cut" <<'CUT'
#!/bin/sh
n=$(cat "$0.count" 2>/dev/null || echo 0)
echo $((n + 1)) >"$0.count"
case $n in
  0) printf '{"items":[{"a":1},{"MODI' ;;
  1) echo "Error from server (Timeout): not now" >&2; exit 1 ;;
  2) yes ;;
  *) printf '{"items":[{"a":1},null,{"metadata":{"name":"p","uid":"u","labels":{"whichjvm/host":"a"},"creationTimestamp":"2026"}}]}' ;;
esac
CUT
  chmod +x "$scratch/bin/cut"
  following 'of.base, cluster.MOST_PRINTED = ["cut"], 1 << 20
said = []
for _ in range(3):
    follower.poll()
    assert not follower.answered
    said.append(a.says)
assert [each[:21] for each in said] == ["kubectl get printed n", "(Timeout): not now", "kubectl get printed m"], said
follower.poll()
assert follower.answered and a.pod.name == "p" and b.pod is None, a.pod'
}

@test "another cluster behind the context is refused, and so is a fleet's file that is none" {
  cat >"$scratch/bin/kubectl" <<'KUBECTL'
#!/bin/sh
cat <<END
{"current-context": "lab", "contexts": [{"name": "lab", "context": {"namespace": "bench"}}],
 "clusters": [{"cluster": {"server": "https://${SERVER:-lab}"}}]}
END
KUBECTL
  python 'assert of.place() == {"context": "lab", "namespace": "bench", "server": "https://lab"}, of.place()
run = {"hosts": {"a": {"slug": "a"}}, "arguments": ["x"], **of.place()}
made = [folder.Fleet.make("'"$scratch"'/out", run).name for _ in range(2)]
assert made[0] != made[1]
print(made[0], made[1])' >"$scratch/names"
  read -r one other <"$scratch/names"
  SERVER=prod run --separate-stderr "$root/scripts/fleet" delete "$one" --out "$scratch/out"
  expect 2 "$status"
  contains "$stderr" "$one runs at https://lab, and kubectl's context lab now leads to https://prod"
  printf '{' >"$scratch/out/$other/run.json"
  run --separate-stderr "$root/scripts/fleet" status "$other" --out "$scratch/out"
  expect 2 "$status"
  contains "$stderr" "run.json cannot be read"
}

@test "collect ends with 3 if a host's results did not come, and with 0 if there is nothing to bring" {
  local fleet
  cat >"$scratch/bin/kubectl" <<'KUBECTL'
#!/bin/sh
case " $* " in
  *" exec "*) echo "error: the connection was lost" >&2 && exit 1 ;;
  *" pods "*) cat <<END
{"items": [{"metadata": {"name": "p", "uid": "1", "creationTimestamp": "2026", "labels": {"whichjvm/host": "a"}},
  "spec": {"nodeName": "n"}, "status": {"phase": "Running", "containerStatuses": [
    {"name": "measure", "state": {"running": {}}}, {"name": "keep", "state": {"${KEEP:-running}": {}}}]}}]}
END
    ;;
  *) cat <<END
{"current-context": "lab", "contexts": [{"name": "lab", "context": {}}], "clusters": [{"cluster": {"server": "https://lab"}}]}
END
    ;;
esac
KUBECTL
  fleet=$(python 'host = {"slug": "a", "suffix": "a", "requirements": []}
run = {"hosts": {"a": host}, "arguments": ["x"], "created": "now", **of.place()}
print(folder.Fleet.make("'"$scratch"'/out", run).name)')
  KEEP=waiting run "$root/scripts/fleet" collect "$fleet" --out "$scratch/out"
  expect 0 "$status" || fail "$output"
  run "$root/scripts/fleet" collect "$fleet" --out "$scratch/out"
  contains "$output" "the connection was lost"
  expect 3 "$status"
  printf '{"host": "a", "node": "n", "state": "failed", "reason": "it lies"}' >"$scratch/out/$fleet/hosts/a/host.json"
  KEEP=waiting run "$root/scripts/fleet" collect "$fleet" --out "$scratch/out"
  contains "$output" "it lies"
  expect 3 "$status"
}

@test "a fleet of somebody else is a sentence, and nothing is written outside of its folder" {
  local fleet=$scratch/out/fleet-x
  reported() {
    run --separate-stderr timeout 20 "$root/scripts/fleet" report fleet-x --out "$scratch/out"
    expect 2 "$status"
    contains "$stderr" "$1"
  }
  mkdir -p "$fleet/hosts/a" "$scratch/mine/a"
  for hosts in '{"../../../evil": {}}' '{"/etc": {}}' '{".": {}}' '{"": {}}' '["a"]'; do
    printf '{"hosts": %s}' "$hosts" >"$fleet/run.json"
    reported "$fleet/run.json has hosts whose names are none"
  done
  printf '["hosts"]' >"$fleet/run.json"
  reported "run.json cannot be read (it is no object)"
  rm "$fleet/run.json"
  mkfifo "$fleet/run.json"
  reported "run.json cannot be read (it is no file)"
  rm "$fleet/run.json"
  printf '{"hosts": {"a": {}}}' >"$fleet/run.json"

  ln -s "$scratch/mine" "$fleet/hosts/a/host.json"
  reported "host.json cannot be read"
  rm -r "$fleet/hosts"
  ln -s "$scratch/mine" "$fleet/hosts"
  reported "$fleet/hosts/a is no folder, or leads out of the fleet's"
  rm "$fleet/hosts"
  mkdir "$fleet/hosts"
  printf 'a file\n' >"$fleet/hosts/a"
  reported "$fleet/hosts/a is no folder, or leads out of the fleet's"
  expect "$scratch/mine $scratch/mine/a" "$(find "$scratch/mine" | sort | paste -sd " ")"

  printf 'mine\n' >"$scratch/mine/text"
  python 'os.symlink("'"$scratch"'/mine/text", "'"$scratch"'/out/host/.host.json.tmp")
os.mkfifo("'"$scratch"'/out/host/cpus.json")
host.note(state="partial")
with open("'"$scratch"'/out/host/host.json", "w") as file: file.write("{}")
assert folder.Host(host.path, "host").state == "waiting"'
  expect mine "$(<"$scratch/mine/text")"
}
