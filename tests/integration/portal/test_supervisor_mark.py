"""The supervisor's mark at the foot of every page: the operator's own picture, or the name alone (PT-46)."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from casino.env import EnvironmentInvalid
from casino.operator_profile import EXAMPLE, read
from casino.supervisor_mark import SIZE_MOST
from tests.rules import rule

PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 40
PLACE = "/ajuda/licenca/marca/"


def profile(folder: Path, content: bytes | None, told: str = 'file = "mark.png"') -> Path:
    if content is not None:
        (folder / "mark.png").write_bytes(content)
    path = folder / "house.toml"
    path.write_text(EXAMPLE.read_text(encoding="utf-8") + f"\n[mark]\n{told}\n", encoding="utf-8")
    return path


@rule(
    "PT-46", asserts="The operator's picture of the supervisor's mark stands at the foot of pages, with words and link."
)
def test_every_page_shows_the_operators_picture(db: None, tmp_path: Path, monkeypatch: Any) -> None:
    facts = read(profile(tmp_path, PNG))
    assert facts.mark is not None
    shown = dataclasses.replace(settings.OPERATOR_PROFILE, mark=facts.mark)
    monkeypatch.setattr(settings, "OPERATOR_PROFILE", shown)
    page = Client().get("/ajuda/").content.decode()
    assert f'<img src="{PLACE}?{facts.mark.digest}" alt="Serviço de Regulação' in page
    picture = Client().get(PLACE)
    assert (picture.content, picture["Content-Type"]) == (PNG, "image/png")
    assert picture["X-Content-Type-Options"] == "nosniff"


def test_without_a_picture_the_foot_has_the_name_alone(db: None) -> None:
    page = Client().get("/ajuda/").content.decode()
    assert "footer__mark" not in page
    assert ">SRIJ</a>" in page
    assert Client().get(PLACE)["Location"] == "/ajuda/licenca/"


@pytest.mark.parametrize(
    ("content", "told", "said"),
    [
        (None, 'file = "mark.png"', "cannot be read"),
        (PNG + b"0" * SIZE_MOST, 'file = "mark.png"', "larger than"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", 'file = "mark.png"', "no PNG"),
        (b"", 'file = "mark.png"', "no PNG"),
        (PNG, "file = 3", "exactly file"),
        (PNG, 'file = "mark.png"\nsize = 3', "exactly file"),
    ],
)
def test_a_picture_that_cannot_be_used_is_named_at_the_start(
    tmp_path: Path, content: bytes | None, told: str, said: str
) -> None:
    with pytest.raises(EnvironmentInvalid) as caught:
        read(profile(tmp_path, content, told))
    assert said in str(caught.value)
