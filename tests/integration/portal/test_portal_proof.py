"""The verifier under the house's roof, and the file it reads."""

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

from django.conf import settings
from django.test import Client

from tables import queries
from tests.factories import BANCA_WINS_WITH_5, Floor


def test_a_round_s_proof_convinces_the_verifier(floor: Floor, client: Client, tmp_path: Path) -> None:
    table = floor.table()
    player = floor.player()
    floor.sit(player, table)
    floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(player, table, banca=100_00)
    code = floor.round_code(table)
    assert client.get(f"/jogadas/{code}/prova.json").status_code == 404, "no card may be shown before the close"
    floor.settle(table)
    answer = client.get(f"/jogadas/{code}/prova.json")
    assert answer["Content-Disposition"].startswith("attachment")
    saved = tmp_path / "prova.json"
    saved.write_bytes(answer.content)
    done = subprocess.run(
        [sys.executable, "-m", "baccarat", "verify-shoe", str(saved)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert [each["card"] for each in json.loads(answer.content)["cards"]] == list(BANCA_WINS_WITH_5)
    assert f"/jogadas/{code}/prova.json" in client.get(f"/jogadas/{code}/").content.decode()
    for language in ("en", "ro"):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        for page, verifier in (
            (f"/jogadas/{code}/", f"/jogadas/{code}/verificar/"),
            ("/ajuda/jogo-justo/", "/verificar/"),
        ):
            assert f'href="{verifier}"' in client.get(page).content.decode(), page


def test_the_page_of_a_round_gives_its_verifier_what_was_published(floor: Floor, client: Client) -> None:
    table, player = floor.table(), floor.player()
    floor.sit(player, table)
    code = floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(player, table, banca=100_00)
    path = f"/jogadas/{code}/verificar/"
    root = queries.table_state(table_id=table, now=floor.now).sections["round"]["root"]
    early = client.get(path).content.decode()
    assert f'data-root="{root}"' in early
    assert "data-proof" not in early, "no card may be shown before the close"
    assert "ainda não saíram" in early
    floor.settle(table)
    seen = client.get(path).content.decode()
    assert f'data-proof="/jogadas/{code}/prova.json"' in seen
    assert 'data-winner="banca"' in seen
    assert f">{root}</textarea>" not in seen, "a visitor has noted nothing"
    assert "data-bet" not in seen
    client.login(username=player.email, password=player.password)
    own = client.get(path).content.decode()
    assert f">{root}</textarea>" in own, "noted on the player's receipt"
    assert 'data-bet="banca" data-outcome="win"' in own
    assert "comissão" in own
    assert client.get("/jogadas/nenhuma-20260101-1/verificar/").status_code == 404


def test_the_archive_works_without_the_house(client: Client, tmp_path: Path) -> None:
    answer = client.get("/verificar/sabot-verify.zip")
    assert answer["Content-Disposition"] == 'attachment; filename="sabot-verify.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        assert sorted(packed.namelist()) == ["verify.css", "verify.html", "verify.js", "verify_shoe.py"]
        for name in packed.namelist():
            assert packed.read(name) == client.get(f"/verificar/{name}").content, name


def test_the_verifier_is_served_whole(client: Client) -> None:
    page = client.get("/verificar/")
    assert page.status_code == 200
    assert "script-src 'self'" in page["Content-Security-Policy"]
    for name, kind in (
        ("verify.html", "text/html"),
        ("verify.js", "text/javascript"),
        ("verify.css", "text/css"),
        ("verify_shoe.py", "text/x-python"),
    ):
        assert client.get(f"/verificar/{name}")["Content-Type"].startswith(kind)
    assert client.get("/verificar/proof.py").status_code == 404
