"""The public door: what it asks for, what it tells the house, and a real one before a running house."""

import os
import shutil
import socket
import ssl
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from websockets.sync.client import connect

from launcher import door as doors
from launcher import preparation
from launcher.__main__ import main
from launcher.door import Door, door
from launcher.folder import Folder
from launcher.processes import Patience
from launcher.servers import free_port
from launcher.trouble import Trouble
from players.models import SignInAttempt
from players.roles import Role
from tests.factories import Floor
from tests.running import House, prepare_static, running_house

from .houses import OPEN_SECONDS, ROOT, until

pytestmark = pytest.mark.house


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    for name in ("SABOT_HOSTS", "SABOT_ORIGINS", "SABOT_HTTPS", "SABOT_PROXIES", "SABOT_DEMO", "SABOT_PUBLIC_PORTS"):
        monkeypatch.delenv(name, raising=False)
    return Folder(tmp_path)


@pytest.mark.parametrize(
    "name",
    ["", "house", "192.0.2.7", "jogo_example.pt", "-jogo.example.pt", "jogo.example.pt/", "jogo..pt", "a" * 64 + ".pt"],
)
def test_a_name_that_people_cannot_reach_is_refused(folder: Folder, name: str) -> None:
    with pytest.raises(Trouble, match="--public needs the name under which people reach the house"):
        door(folder, name)


def test_ports_of_ones_own_stand_in_the_address(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    assert door(folder, "Jogo.Example.PT.").origin == "https://jogo.example.pt"
    monkeypatch.setenv("SABOT_PUBLIC_PORTS", "8443,8080")
    assert door(folder, "jogo.example.pt").origin == "https://jogo.example.pt:8443"
    for wrong in ("8443", "8443,x", "0,80", "1,2,3"):
        monkeypatch.setenv("SABOT_PUBLIC_PORTS", wrong)
        with pytest.raises(Trouble, match="SABOT_PUBLIC_PORTS must be two ports"):
            door(folder, "jogo.example.pt")


def test_the_house_is_told_and_a_setting_that_says_otherwise_is_named(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    public = door(folder, "jogo.example.pt")
    assert public.settings() == {
        "SABOT_HTTPS": "1",
        "SABOT_PROXIES": "127.0.0.1",
        "SABOT_HOSTS": "jogo.example.pt,127.0.0.1",
        "SABOT_ORIGINS": "https://jogo.example.pt",
        "SABOT_DEMO": "0",
    }
    monkeypatch.setenv("SABOT_DEMO", "1")
    assert public.settings()["SABOT_DEMO"] == "1", "a demonstration for everybody, where it is asked for"
    monkeypatch.setenv("SABOT_HTTPS", "0")
    with pytest.raises(Trouble, match="--public sets SABOT_HTTPS to 1, and yours is 0"):
        public.settings()


def test_a_port_that_is_taken_is_one_sentence(folder: Folder) -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))  # as the door would
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(Trouble, match=f"Port {port} is in use"):
            Door(folder, "localhost", port, free_port()).prove_ports()


def test_up_takes_a_name_with_public_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["up", "--public"]) == 1
    assert main(["up", "--open", "x"]) == 1
    said = capsys.readouterr().err
    assert "--public of up needs a value." in said
    assert "up has no --open; it has --public." in said


@pytest.mark.django_db(transaction=True)
def test_a_house_with_the_demonstrations_sign_ins_is_not_opened_to_everybody(open_floor: Floor) -> None:
    owner = os.environ["DATABASE_URL"].rpartition("/")[0] + "/" + _database()
    preparation.no_demonstration(owner)
    open_floor.staff(Role.SUPERVISOR)
    with pytest.raises(Trouble, match="whose password is public"):
        preparation.no_demonstration(owner)


def _database() -> str:
    from django.db import connection

    return str(connection.settings_dict["NAME"])


@pytest.fixture
def public(
    open_floor: Floor, folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Door, House]]:
    """A house behind a real door, under the name localhost."""
    monkeypatch.setenv("SABOT_VENV", str(Folder().environment))
    folder.make()
    shutil.copy(ROOT / doors.LOCK, folder.root)
    made = Door(folder, doors.LOCAL, free_port(), free_port())
    _fetched(made)
    settings = {**made.settings(), "SABOT_DEMO": "1"}
    (tmp_path / "logs").mkdir()
    with running_house(tmp_path / "logs", parts=(), web=False, environment=settings) as house:
        house.web = [each for each in house.web if each != "--no-proxy-headers"]
        house.web += ["--proxy-headers", "--forwarded-allow-ips", "127.0.0.1"]
        prepare_static(house.environment)
        house.start_web()
        port = int(house.url.rpartition(":")[2])
        with (tmp_path / "door.log").open("wb") as log:
            process = subprocess.Popen([str(word) for word in made.command(port)], stdout=log, stderr=log)
        try:
            until(made.has_certificate, OPEN_SECONDS)
            yield made, house
        finally:
            process.terminate()
            process.wait(timeout=20)


def _fetched(made: Door) -> None:
    try:
        made.fetch(Patience())
    except Trouble as missing:
        pytest.skip(str(missing))


def test_a_real_door_speaks_tls_and_tells_who_calls(public: tuple[Door, House], open_floor: Floor) -> None:
    made, _ = public
    root = made.folder.data / "door/certificates/pki/authorities/local/root.crt"
    trusted = ssl.create_default_context(cafile=str(root))
    with urllib.request.urlopen(f"{made.origin}/", context=trusted) as answer:
        assert answer.status == 200
        assert "max-age=31536000" in answer.headers["Strict-Transport-Security"]
    player = open_floor.player()
    browser = Client()
    browser.login(username=player.email, password=player.password)
    before = SignInAttempt.objects.count()
    opener = urllib.request.build_opener(
        urllib.request.HTTPSHandler(context=trusted), urllib.request.HTTPCookieProcessor()
    )
    page = opener.open(f"{made.origin}/entrar/").read().decode()
    token = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    sent = f"csrfmiddlewaretoken={token}&login={player.email}&password=wrong".encode()
    headers = {"Referer": f"{made.origin}/entrar/", "X-Forwarded-For": "203.0.113.9", "Origin": made.origin}
    opener.open(urllib.request.Request(f"{made.origin}/entrar/", sent, headers))
    assert SignInAttempt.objects.count() == before + 1
    attempt = SignInAttempt.objects.latest("pk")
    assert attempt.address == "127.0.0.1", "the caller's own address, whatever it claims"


def test_a_socket_goes_through_it(public: tuple[Door, House], open_floor: Floor) -> None:
    made, _ = public
    table = open_floor.table(code="mesa-viva")
    assert table
    root = made.folder.data / "door/certificates/pki/authorities/local/root.crt"
    trusted = ssl.create_default_context(cafile=str(root))
    address = made.origin.replace("https", "wss") + "/ws/tables/mesa-viva/"
    with connect(address, ssl=trusted, origin=made.origin) as opened:  # type: ignore[arg-type]
        assert '"say":"snapshot"' in str(opened.recv(timeout=30))
