"""What image registries say of a repository's tags: the distribution specification's HTTP interface, read only."""

import datetime
import functools
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
        "*/*;q=0.5",
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


def address(repository, rest):
    name = host(repository)
    if name != "registry-1.docker.io":
        repository = repository[len(name) + 1 :]
    elif "/" not in repository:
        repository = "library/" + repository
    scheme = "http" if name.split(":")[0] in ("localhost", "127.0.0.1") else "https"
    return f"{scheme}://{name}/v2/{repository}/{rest}"


@functools.cache
def token(realm):
    with urllib.request.urlopen(realm, timeout=TIMEOUT) as answer:
        said = json.load(answer)
    return said.get("token") or said.get("access_token")


def get(url, bearer=None):
    """The document and its headers, after the registry's own way to get a token where it wants one."""
    headers = {"Accept": MANIFESTS, **({"Authorization": "Bearer " + bearer} if bearer else {})}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=TIMEOUT) as answer:
            return json.load(answer), answer.headers
    except urllib.error.HTTPError as error:
        wanted = dict(re.findall(r'(\w+)="([^"]*)"', error.headers.get("WWW-Authenticate", "")))
        if error.code != 401 or bearer or "realm" not in wanted:
            raise Unreached(f"{urllib.parse.urlsplit(url).netloc} says {error.code}") from error
        query = urllib.parse.urlencode({key: wanted[key] for key in ("service", "scope") if key in wanted})
        return get(url, token(f"{wanted['realm']}?{query}"))
    except OSError as error:
        raise Unreached(str(getattr(error, "reason", error))) from error


def tags(repository):
    """All there are, over as many pages as the registry makes of them."""
    found, url = [], address(repository, "tags/list?n=1000")
    for _ in range(MOST_PAGES):
        said, headers = get(url)
        found += said.get("tags") or []
        link = re.match(r"<([^>]*)>", headers.get("Link", ""))
        if not link:
            break
        url = urllib.parse.urljoin(url, link.group(1))
    return found


def describe(repository, tag):
    """The digest of a tag, and the day on which the first of its images was made; None where it does not say."""
    manifest, headers = get(address(repository, "manifests/" + tag))
    if "manifests" in manifest:
        manifest, _ = get(address(repository, "manifests/" + manifest["manifests"][0]["digest"]))
    created = get(address(repository, "blobs/" + manifest["config"]["digest"]))[0].get("created", "")[:10]
    return headers.get("Docker-Content-Digest"), datetime.date.fromisoformat(created) if created > "1980" else None
