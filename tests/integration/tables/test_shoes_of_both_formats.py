"""New shoes are of format 2: their root names them. Those of format 1 are dealt on, compared, replayed and proven."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import IntegrityError, transaction

from baccarat import proof
from tables import queries, sealing
from tables.models import Round, Shoe
from tables.operations import comparing
from tables.table_settings import TableSettings
from tests.factories import MACAU, PONTO_WINS, Floor
from tests.rules import rule
from tests.tampering import as_owner, past_triggers

WHOLE = TableSettings(
    preset="live-baccarat", commission="5-percent", minimum=1_00, shuffle="per-shoe", betting_seconds=20, show_seconds=5
)
VERIFIER = Path(proof.__file__).parent / "verifier" / "verify_shoe.py"


def checked(published: dict, folder: Path, root: str) -> str:
    """What the verifier that stands alone says of a published proof."""
    file = folder / "proof.json"
    file.write_text(json.dumps(published))
    asked = [sys.executable, "-I", str(VERIFIER), str(file), "--root", root[:8]]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout


@rule("RN-06", asserts="The root of a new shoe binds its table, number, decks, cards, cut card, rules and moment.")
@pytest.mark.parametrize(("terms", "count", "cut"), [(MACAU, 6, 6), (WHOLE, 416, 400)])
def test_a_new_shoe_says_which_it_is(floor: Floor, tmp_path: Path, terms: TableSettings, count: int, cut: int) -> None:
    table = floor.table(terms)
    code = floor.open_round(table)
    floor.settle(table)

    played = Round.objects.select_related("shoe", "table", "configuration").get(code=code)
    card = queries.round_of(round_code=code, person_id=0)
    assert card is not None
    assert card.proof["header"] == {
        "format": "sabot-shoe-2",
        "shoe": f"{played.table.code}/{played.shoe.number}",
        "decks": played.shoe.decks,
        "count": count,
        "cut": cut,
        "rules": f"{played.table.code}/v{played.configuration.number}",
        "opened_at": played.shoe.created_at.isoformat().replace("+00:00", "Z"),
    }
    assert card.judgement == proof.Judgement(verdict=proof.Verdict.PROVEN)
    said = checked(card.proof, tmp_path, played.shoe.root)
    assert f"of shoe {played.table.code}/{played.shoe.number}: {played.shoe.decks} decks" in said
    found = queries.replay(code)
    assert found is not None
    assert (found.findings, found.proofs) == ((), proof.Verdict.PROVEN)


def test_a_shoe_of_format_1_is_dealt_on_and_proven(floor: Floor, tmp_path: Path) -> None:
    table = floor.table(WHOLE)
    first = floor.open_round(table)
    shoe = Shoe.objects.get()
    order = sealing.unseal(bytes(shoe.sealed), name=f"{shoe.table.code}/{shoe.number}")
    root = proof.commit(order.cards, order.salts).root
    with past_triggers():
        Shoe.objects.update(root=root, header=None, header_path=[])
    floor.settle(table)
    second = floor.open_round(table)
    floor.settle(table)

    assert comparing.compare(now=floor.now) == comparing.Compared(rounds=2, differences=0, more=False)
    for code in (first, second):
        card, again = queries.round_of(round_code=code, person_id=0), queries.replay(code)
        assert card is not None
        assert again is not None
        assert (card.proof["format"], card.proof["decks"], card.proof["root"]) == ("sabot-shoe-1", 8, root)
        assert card.judgement.verdict is again.proofs is proof.Verdict.PROVEN
        assert again.agrees
        assert "(format 1: " in checked(card.proof, tmp_path, root)
    assert set(Round.objects.values_list("shoe", flat=True)) == {shoe.pk}


def test_the_replay_names_a_header_that_is_not_the_shoes(db: None) -> None:
    floor = Floor()
    table = floor.table(MACAU)
    code = floor.open_round(table, PONTO_WINS)
    floor.settle(table)
    with past_triggers():
        Shoe.objects.update(cut=3)
    found = queries.replay(code)
    assert found is not None
    assert [(each.what, each.again) for each in found.findings] == [("header of the shoe", "another header")]
    with past_triggers():
        Shoe.objects.update(header={**Shoe.objects.get().header, "decks": 7})
    found = queries.replay(code)
    assert found is not None
    what = {each.what: each.again for each in found.findings}
    assert what["header of the shoe"] == "does not lead to the root"
    assert "commitment" in what
    assert found.proofs is proof.Verdict.WRONG


def test_a_header_has_its_path_and_none_has_none(floor: Floor) -> None:
    floor.open_round(floor.table(MACAU))
    for change in ({"header_path": []}, {"header": None}):
        with pytest.raises(IntegrityError, match="shoe_header_whole"), transaction.atomic(), past_triggers():
            Shoe.objects.update(**change)
    with pytest.raises(IntegrityError, match="are fixed"), transaction.atomic(), as_owner():
        Shoe.objects.update(header={})
