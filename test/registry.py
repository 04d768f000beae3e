"""A registry of images for test/pins.bats: registry.py PORT-FILE. It has some tags, and wants a token for secret/."""

import http.server
import json
import sys

TAGS = ["17.0.9_9-jdk", "17.0.20_8-jdk", "17.0.21_9-jdk", "17.0.22_1-jre", "21.0.1_1-jdk", "8-jdk",
        "3.9.9-x-21", "3.9.12-x-21", "3.9.12-x-25"]


class Registry(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        here = "http://" + self.headers["Host"]
        if self.path.startswith("/token?"):
            self.answer({"token": "let me in"})
        elif self.path.startswith("/v2/secret/") and self.headers.get("Authorization") != "Bearer let me in":
            self.send_response(401)
            self.send_header("WWW-Authenticate", f'Bearer realm="{here}/token",service="here",scope="pull"')
            self.end_headers()
        elif "/tags/list" in self.path and "last=" not in self.path:
            # In two pages.
            name = self.path.split("/tags/")[0]
            self.answer({"tags": TAGS[:2]}, Link=f'<{name}/tags/list?last=x>; rel="next"')
        elif "/tags/list" in self.path:
            self.answer({"tags": TAGS[2:]})
        elif "/manifests/" in self.path and not self.path.endswith("/one"):
            tag = self.path.rpartition("/")[2]
            self.answer({"manifests": [{"digest": "one"}]}, **{"Docker-Content-Digest": "sha256:" + tag})
        elif "/manifests/" in self.path:
            self.answer({"config": {"digest": "settings"}})
        elif "/blobs/" in self.path:
            self.answer({"created": "2026-05-06T07:08:09Z"})
        else:
            self.send_error(404)

    def answer(self, said, **headers):
        body = json.dumps(said).encode()
        self.send_response(200)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Registry)
with open(sys.argv[1], "w", encoding="utf-8") as file:
    file.write(str(server.server_port))
server.serve_forever()
