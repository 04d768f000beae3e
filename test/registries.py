"""Stands before a registry on the loopback for docker.io and ghcr.io, with TLS, and does what it is told to do wrong.

registries.py ADDRESS PORT CERTIFICATE FAULT-FILE: PORT is the registry's on 127.0.0.1. FAULT-FILE has nothing, or a fault
and a part of a repository's name: limit, hold, missing, foreign or broken.
"""

import hashlib
import http.client
import http.server
import json
import ssl
import sys
import time

ADDRESS, PORT, CERTIFICATE, FAULTS = sys.argv[1:]
INDEX = "application/vnd.oci.image.index.v1+json"
# Below this a blob is no layer.
SMALL = 1 << 20
# Indexes that were made up, by their digests.
FOREIGN = {}
TOKEN = {"token": "let me in", "expires_in": 300}


class Proxy(http.server.BaseHTTPRequestHandler):
    def fault(self, name):
        with open(FAULTS, encoding="utf-8") as file:
            said = file.read().split()
        return said[:1] == [name] and said[1] in self.path

    def do_GET(self):
        if self.headers["Host"] == "auth.docker.io":
            return self.answer(200, TOKEN)
        if self.headers["Host"] != "ghcr.io" and self.headers.get("Authorization") != "Bearer " + TOKEN["token"]:
            # As Docker Hub does of everybody.
            realm = 'Bearer realm="https://auth.docker.io/token",service="registry.docker.io"'
            return self.error(401, "UNAUTHORIZED", "authentication required", {"WWW-Authenticate": realm})
        if "/manifests/" in self.path:
            while self.fault("hold"):
                sys.stderr.write(f"held {self.path}\n")
                time.sleep(0.5)
            if self.fault("limit"):
                return self.error(429, "TOOMANYREQUESTS", "You have reached your pull rate limit.")
            if self.fault("missing"):
                return self.error(404, "MANIFEST_UNKNOWN", "manifest unknown")
        return self.pass_on()

    do_HEAD = do_GET

    def pass_on(self):
        made_up = FOREIGN.get(self.path.rpartition("/")[2])
        if made_up:
            return self.answer(200, made_up)
        backend = http.client.HTTPConnection("127.0.0.1", int(PORT))
        wanted = {name: self.headers[name] for name in ("Accept", "Range") if name in self.headers}
        backend.request(self.command, self.path, headers=wanted)
        answer = backend.getresponse()
        if "/manifests/" in self.path and self.fault("foreign") and answer.status == 200:
            return self.foreign(answer)
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name not in ("Date", "Server", "Connection"):
                self.send_header(name, value)
        self.end_headers()
        length = int(answer.headers["Content-Length"] or 0)
        if "/blobs/" in self.path and self.fault("broken") and length > SMALL:
            # A request for the rest gets nothing.
            length = 0 if "Range" in self.headers else length // 2
        while self.command == "GET" and length > 0 and (piece := answer.read(min(length, 1 << 16))):
            self.wfile.write(piece)
            length -= len(piece)
        backend.close()
        return None

    def foreign(self, answer):
        """An index that has the image for another platform alone."""
        platform = {"os": "linux", "architecture": "s390x"}
        entry = {"mediaType": INDEX, "digest": answer.headers["Docker-Content-Digest"], "size": 1, "platform": platform}
        index = {"schemaVersion": 2, "mediaType": INDEX, "manifests": [entry]}
        FOREIGN["sha256:" + hashlib.sha256(json.dumps(index).encode()).hexdigest()] = index
        return self.answer(200, index)

    def error(self, status, code, message, headers=None):
        self.answer(status, {"errors": [{"code": code, "message": message}]}, headers or {})

    def answer(self, status, said, headers=None):
        body = json.dumps(said).encode()
        digest = "sha256:" + hashlib.sha256(body).hexdigest()
        self.send_response(status)
        kind = said.get("mediaType", "application/json")
        common = {"Content-Type": kind, "Content-Length": str(len(body)), "Docker-Content-Digest": digest}
        for name, value in {**common, **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def log_message(self, form, *values):
        sys.stderr.write(f"{self.headers.get('Host')} {form % values}\n")


server = http.server.ThreadingHTTPServer((ADDRESS, 443), Proxy)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(CERTIFICATE)
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
server.serve_forever()
