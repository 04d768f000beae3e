"""What image registries say of a repository's tags: the distribution specification's HTTP interface, read only."""

import datetime
import json
import re
import urllib.error
import urllib.parse
import urllib.request

TIMEOUT = 20
MANIFESTS = ", ".join(
    (
        "application/vnd.oci.image.index.v1+json",
        "application/vnd.docker.distribution.manifest.list.v2+json",
        "application/vnd.oci.image.manifest.v1+json",
        "application/vnd.docker.distribution.manifest.v2+json",
    )
)
MOST_PAGES = 200


class Unreached(Exception):
    """A registry that cannot be asked, with the reason."""


def host(repository):
    """The registry's own: Docker Hub where a name has none."""
    first = repository.split("/")[0]
    named = "/" in repository and ("." in first or ":" in first or first == "localhost")
    return first if named else "registry-1.docker.io"


def path(repository):
    name = host(repository)
    if name != "registry-1.docker.io":
        return repository[len(name) + 1 :]
    return repository if "/" in repository else "library/" + repository


def address(repository, rest):
    name = host(repository)
    scheme = "http" if name.split(":")[0] in ("localhost", "127.0.0.1") else "https"
    return f"{scheme}://{name}/v2/{path(repository)}/{rest}"


def get(url, headers, token=None):
    """The answer, after the registry's own way to get a token where it wants one."""
    request = urllib.request.Request(url, headers=headers)
    if token:
        request.add_header("Authorization", "Bearer " + token)
    try:
        return urllib.request.urlopen(request, timeout=TIMEOUT), token
    except urllib.error.HTTPError as error:
        wanted = dict(re.findall(r'(\w+)="([^"]*)"', error.headers.get("WWW-Authenticate", "")))
        if error.code != 401 or token or "realm" not in wanted:
            raise Unreached(f"{urllib.parse.urlsplit(url).netloc} says {error.code}") from error
        query = urllib.parse.urlencode({key: wanted[key] for key in ("service", "scope") if key in wanted})
        with urllib.request.urlopen(f"{wanted['realm']}?{query}", timeout=TIMEOUT) as answer:
            said = json.load(answer)
        return get(url, headers, said.get("token") or said.get("access_token"))
    except (urllib.error.URLError, OSError) as error:
        raise Unreached(str(getattr(error, "reason", error))) from error


def tags(repository):
    """All there are, over as many pages as the registry makes of them."""
    found, url, token = [], address(repository, "tags/list?n=1000"), None
    for _ in range(MOST_PAGES):
        answer, token = get(url, {}, token)
        with answer:
            found += json.load(answer).get("tags") or []
            link = re.match(r"<([^>]*)>", answer.headers.get("Link", ""))
        if not link:
            break
        url = urllib.parse.urljoin(url, link.group(1))
    return found


def describe(repository, tag):
    """The digest of a tag, and the day on which the first of its images was made; None where it does not say."""
    answer, token = get(address(repository, "manifests/" + tag), {"Accept": MANIFESTS})
    with answer:
        digest, manifest = answer.headers.get("Docker-Content-Digest"), json.load(answer)
    if "manifests" in manifest:
        first = manifest["manifests"][0]["digest"]
        answer, token = get(address(repository, "manifests/" + first), {"Accept": MANIFESTS}, token)
        with answer:
            manifest = json.load(answer)
    answer, _ = get(address(repository, "blobs/" + manifest["config"]["digest"]), {}, token)
    with answer:
        created = json.load(answer).get("created", "")[:10]
    return digest, datetime.date.fromisoformat(created) if created > "1980" else None
