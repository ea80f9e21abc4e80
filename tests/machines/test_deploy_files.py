"""The files of `deploy/`, as far as one machine can hold them to what reads them.

Not held here: that an image is built of the Containerfile, and that a cluster takes the manifests.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from casino.env import read
from launcher import part
from tests.machines.engines import Engines, NotToBeHad, engines
from tests.machines.nodes import DEPLOY, example
from tests.running import ROOT

UNITS: Final = sorted((DEPLOY / "systemd").glob("*.service"))
MANIFESTS: Final = sorted((DEPLOY / "kubernetes").glob("*.yaml"))
EXPOSED_MOST: Final = 20
"""Tenths of systemd's own measure of what a service could do to its machine: 100 is everything."""
OURS: Final = re.compile(r"\b(SABOT_[A-Z_]+|DATABASE_URL|VALKEY_URL)\b")


@pytest.fixture(scope="module")
def found() -> Engines:
    try:
        return engines()
    except NotToBeHad as missing:
        pytest.skip(str(missing))


def asked(found: Engines, program: str, *arguments: str) -> str:
    """What a little program says that has the fetched packages at hand, and what the tests have."""
    environment = dict(os.environ) | {"PYTHONPATH": f"{found.environment['PYTHONPATH']}:{ROOT}"}
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_takes_each_unit_and_calls_it_safe(unit: Path, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not on this machine")
    there = tmp_path / unit.name.replace("@.", "@8000.")
    there.write_text(unit.read_text().replace("/srv/sabot/sabot", str(ROOT / "sabot")))
    shutil.copy(DEPLOY / "systemd/sabot.target", tmp_path)
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(there)], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stderr) == (0, ""), checked.stderr
    judged = ["systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSED_MOST}", str(there)]
    safe = subprocess.run(judged, capture_output=True, text=True, check=False)
    assert safe.returncode == 0, safe.stdout[-600:]


def test_every_unit_and_container_starts_a_part_that_there_is() -> None:
    started = {
        line.rpartition(" ")[2]
        for unit in UNITS
        for line in unit.read_text().splitlines()
        if line.startswith("ExecStart=") and " run " in line
    }
    assert started == {"web", "dealer", "worker", "beat"}
    assert started | {"prepare"} == set(part.PARTS)
    assert "RUN ./sabot run prepare" in (DEPLOY / "Containerfile").read_text()


@pytest.mark.parametrize("name", ["sabot.env.example", "dealer.env.example", "worker.env.example"])
def test_examples_name_settings_that_are_read(name: str) -> None:
    documented = set(OURS.findall((ROOT / "docs/running.md").read_text()))
    assert set(example(DEPLOY / "systemd" / name)) <= documented


def test_the_example_of_a_machines_settings_is_accepted() -> None:
    """With its keys filled in. The file of the house's facts is the operator's own."""
    filled = {name: value.replace("PASSWORD", "word") for name, value in _machine().items()}
    accepted = read(filled | {"SABOT_SECRET_KEY": "of all machines", "SABOT_HOUSE": ""})
    assert accepted.https
    assert "jogo.example.pt" in accepted.hosts


def _machine() -> dict[str, str]:
    return example(DEPLOY / "systemd/sabot.env.example")


def test_compose_keeps_to_its_schema(found: Engines) -> None:
    program = """
import json, sys, yaml, jsonschema, importlib.util, pathlib
place = pathlib.Path(importlib.util.find_spec("compose").origin).with_name("config") / "compose_spec.json"
document = yaml.safe_load(open(sys.argv[1]))
document = {name: value for name, value in document.items() if name != "name"}  # younger than that schema
jsonschema.validate(document, json.loads(place.read_text()))
print(json.dumps(document))
"""
    document: dict[str, Any] = json.loads(asked(found, program, str(DEPLOY / "compose.yaml")))
    services = document["services"]
    assert {name for name in services if services[name].get("image") == "sabot"} == {
        *("web", "dealer", "worker", "beat", "migrate")
    }
    for name in ("web", "dealer", "worker", "beat"):
        assert services[name]["command"] == [name]
        assert services[name]["read_only"], "its root is not written to"
        assert services[name]["cap_drop"] == ["ALL"]
    kept = {volume.partition(":")[0] for each in services.values() for volume in each.get("volumes", [])}
    assert {volume for volume in kept if not volume.startswith(".")} == set(document["volumes"])
    assert all((DEPLOY / volume).exists() for volume in kept if volume.startswith("."))


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda manifest: manifest.name)
def test_kubernetes_knows_every_word_of_each_manifest(found: Engines, manifest: Path) -> None:
    program = """
import sys, yaml, kubernetes_validate
for document in yaml.safe_load_all(open(sys.argv[1])):
    if document["apiVersion"].startswith("postgresql.cnpg.io/"):
        continue  # its operator's own kind
    kubernetes_validate.validate(document, "1.37", strict=True)
    print(document["kind"])
"""
    said = asked(found, program, str(manifest)).split()
    assert said or manifest.name == "database.yaml"


def test_no_container_of_the_house_has_rights(found: Engines) -> None:
    program = """
import json, sys, yaml
print(json.dumps([each for name in sys.argv[1:] for each in yaml.safe_load_all(open(name))]))
"""
    documents = json.loads(asked(found, program, *map(str, MANIFESTS)))
    pods = [each["spec"]["template"]["spec"] for each in documents if "template" in each.get("spec", {})]
    assert len(pods) == 6
    for pod in pods:
        assert pod["securityContext"]["runAsNonRoot"]
        assert not pod["automountServiceAccountToken"]
        for container in pod["containers"]:
            rights = container["securityContext"]
            assert rights["readOnlyRootFilesystem"]
            assert not rights["allowPrivilegeEscalation"]
            assert rights["capabilities"] == {"drop": ["ALL"]}


def test_haproxy_takes_its_configuration(found: Engines, tmp_path: Path) -> None:
    written = tmp_path / "haproxy.cfg"
    text = (DEPLOY / "haproxy/haproxy.cfg").read_text()
    written.write_text(text.replace(" ssl crt /etc/sabot/tls/door.pem alpn h2,http/1.1", ""))
    places = {"SABOT_DOOR": "127.0.0.1:8000", "SABOT_WEB1": "10.0.0.21:8000", "SABOT_WEB2": "10.0.0.22:8000"}
    checked = subprocess.run(
        [str(found.haproxy), "-c", "-f", str(written)],
        env=found.environment | places,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr


def test_what_is_taken_out_for_the_tests_is_in_the_files() -> None:
    """The servers of our wheels speak no TLS: without it the tests use each file as it is shipped."""
    patroni = (DEPLOY / "patroni/patroni.yml").read_text()
    assert patroni.count("hostssl") == 3
    assert 'ssl: "on"' in patroni
    assert " ssl crt /etc/sabot/tls/door.pem alpn h2,http/1.1" in (DEPLOY / "haproxy/haproxy.cfg").read_text()
