"""Lays an overlay of fleet/ over each host: kustomize's, as JSON, which is YAML too."""

import json
import os
import shutil

from . import folder
from .hosts import SHARED

# Where a pod has the node's huge pages.
HUGE = "/queue"
KUSTOMIZATION = {"apiVersion": "kustomize.config.k8s.io/v1beta1", "kind": "Kustomization"}
BASES = ("kustomization.yaml", "job.yaml", "network-policy.yaml", "storage/kustomization.yaml", "storage/claim.yaml")


def manifests(fleet, root):
    """Writes fleet's manifests/: a copy of fleet/, and a folder for each host."""
    hosts = fleet.run["hosts"]
    path = os.path.join(fleet.path, "manifests")
    temporary = os.path.join(fleet.path, ".manifests.tmp")
    shutil.rmtree(temporary, ignore_errors=True)
    for name in BASES:
        target = os.path.join(temporary, "base", name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copyfile(os.path.join(root, "fleet", name), target)
    for name, host in hosts.items():
        os.makedirs(os.path.join(temporary, host["slug"]))
        with open(os.path.join(temporary, host["slug"], "kustomization.yaml"), "w", encoding="utf-8") as file:
            json.dump(overlay(fleet.name, fleet.run, name, host), file, indent=2)
    apply_list(temporary, [host["slug"] for host in hosts.values()])
    shutil.rmtree(path, ignore_errors=True)
    os.replace(temporary, path)
    return path


def apply_list(path, slugs):
    """Which hosts `kubectl apply -k manifests` is for."""
    top = {**KUSTOMIZATION, "resources": slugs}
    folder.write(os.path.join(path, "kustomization.yaml"), json.dumps(top, indent=2) + "\n")


def overlay(fleet, asked, name, host):
    image, _, digest = asked["image"].partition("@")
    repository, colon, tag = image.rpartition(":")
    # A colon before a slash is a port's.
    named = {"newName": repository, "newTag": tag} if colon and "/" not in tag else {"newName": image}
    named |= {"digest": digest} if digest else {}
    found = {
        **KUSTOMIZATION,
        "resources": ["../base"],
        "nameSuffix": f"-{host['suffix']}",
        "images": [{"name": "whichjvm/all", **named}],
        "labels": [{"pairs": {"app.kubernetes.io/instance": fleet, "whichjvm/host": name}, "includeTemplates": True}],
        "patches": [{"target": {"kind": "Job"}, "patch": json.dumps(patch(asked, host))}],
    }
    if asked.get("storage"):
        found["components"] = ["../base/storage"]
        change = [{"op": "add", "path": "/spec/storageClassName", "value": asked["storage"]}]
        found["patches"].append({"target": {"kind": "PersistentVolumeClaim"}, "patch": json.dumps(change)})
    return found


def patch(asked, host):
    """What differs from fleet/job.yaml: arguments, node, CPUs and memory."""
    # Without a limit no quota stops it; others may run on its CPUs, which the report says.
    least, most = ("1", None) if asked["cpus"] == SHARED else (asked["cpus"],) * 2
    resources = {
        "requests": {"cpu": least, "memory": asked["memory"]},
        "limits": {"cpu": most, "memory": asked["memory"]},
    }
    measure = {"name": "measure", "args": asked["arguments"], "resources": resources}
    keep = {"name": "keep", "env": [{"name": "WHICHJVM_KEEP", "value": str(asked["keepSeconds"])}]}
    volumes = [{"name": "shm", "emptyDir": {"medium": "Memory", "sizeLimit": asked["shm"]}}]
    if asked.get("huge"):
        # A pod may mount no tmpfs itself. Kubernetes' own huge pages are hugetlbfs, whose files take no short mapping.
        volumes.append({"name": "huge", "hostPath": {"path": asked["huge"], "type": "Directory"}})
        measure["volumeMounts"] = [{"name": "huge", "mountPath": HUGE}]
        measure["env"] = [{"name": "WHICHJVM_HUGE_DIR", "value": HUGE}]
    pod = {
        "affinity": affinity(host["requirements"]),
        "tolerations": asked["tolerations"],
        "initContainers": [{"name": "doctor", "resources": resources}],
        "containers": [measure, keep],
        "volumes": volumes,
    }
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "whichjvm"}, "spec": {"template": {"spec": pod}}}


def affinity(requirements):
    """For nodes that meet these alone."""
    terms = {"nodeSelectorTerms": [{"matchExpressions": requirements}]}
    return {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": terms}}
