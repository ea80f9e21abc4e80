"""The verifier under the house's roof, and the file it reads."""

import json
import subprocess
import sys
from pathlib import Path

from django.conf import settings
from django.test import Client

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
        for page in (f"/jogadas/{code}/", "/ajuda/jogo-justo/"):
            assert f'href="/verificar/?lang={language}"' in client.get(page).content.decode(), page


def test_the_verifier_is_served_whole(client: Client) -> None:
    page = client.get("/verificar/")
    assert page.status_code == 200
    assert "script-src 'self'" in page["Content-Security-Policy"]
    for name, kind in (
        ("verify.js", "text/javascript"),
        ("verify.css", "text/css"),
        ("verify_shoe.py", "text/x-python"),
    ):
        assert client.get(f"/verificar/{name}")["Content-Type"].startswith(kind)
    assert client.get("/verificar/proof.py").status_code == 404
