"""The checks of the rows after a fault: all of them compared, a round proven, a client's log explained."""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.db import connection

from baccarat import proof
from baccarat.chances import Chance
from baccarat.play import Result, play
from baccarat.settlement import settle
from tables import sealing
from tables.codes import slip_name
from tables.models import Bet, Round, RoundPhase, Slip, Table
from tables.table_settings import terms_of
from wallet import queries as wallet
from wallet.models import Transfer

APPS: Final = ("wallet", "players", "tables", "reporting")


def fingerprint() -> dict[str, str]:
    """A digest of every row of every table of the house: equal before and after means that nothing has changed."""
    digests = {}
    with connection.cursor() as cursor:
        for app in APPS:
            for model in apps.get_app_config(app).get_models():
                name = model._meta.db_table
                cursor.execute(f"SELECT coalesce(string_agg(t::text, chr(10) ORDER BY t::text), '') FROM \"{name}\" t")
                digests[name] = hashlib.sha256(cursor.fetchone()[0].encode()).hexdigest()
    return digests


@dataclass(frozen=True)
class Promise:
    """The commitments of a round in play: every process that finishes it must come to this, to the cent."""

    table_id: int
    code: str
    root: str
    sealed: bytes
    result: Result
    returns: dict[int, int]
    """By bet."""
    fence: int
    round_count: int


def promise(table_id: int) -> Promise:
    """The round in play at a table, opened with the house's own key: its cards, and what its bets will bring."""
    table = Table.objects.select_related("current_round__shoe", "current_round__configuration").get(pk=table_id)
    current = table.current_round
    assert current is not None
    order = sealing.unseal(bytes(current.shoe.sealed), name=f"{table.code}/{current.shoe.number}")
    result = play(order.cards[current.first_card :])
    ruleset = terms_of(current.configuration_id, current.configuration.terms).ruleset
    returns = {}
    for bet in Bet.objects.filter(round=current, stake__gt=0):
        chance = Chance(bet.chance)
        returns[bet.pk] = settle(ruleset, result, {chance: bet.stake})[chance].returned
    return Promise(
        table_id=table_id,
        code=current.code,
        root=current.shoe.root,
        sealed=bytes(current.shoe.sealed),
        result=result,
        returns=returns,
        fence=table.fence,
        round_count=table.round_count,
    )


def kept(promised: Promise) -> list[str]:
    """The broken promises of a settled round; nothing if all is well."""
    played = Round.objects.select_related("shoe").get(code=promised.code)
    wrong = unproven(played)
    if (played.shoe.root, bytes(played.shoe.sealed)) != (promised.root, promised.sealed):
        wrong.append(f"{played.code}: another shoe")
    if played.cards != [str(card) for card in promised.result.cards]:
        wrong.append(f"{played.code}: other cards")
    if played.winner != promised.result.winner.value:
        wrong.append(f"{played.code}: another winner")
    returned = dict(Bet.objects.filter(round=played, stake__gt=0).values_list("pk", "returned"))
    if returned != promised.returns:
        wrong.append(f"{played.code}: paid {returned}, promised {promised.returns}")
    paid = sum(line.amount for line in wallet.lines_for(played.code) if line.code in {"payout", "refund"})
    if paid != sum(promised.returns.values()):
        wrong.append(f"{played.code}: the ledger paid {paid}")
    return wrong


def unproven(played: Round) -> list[str]:
    """Why a round's cards cannot be proven against the root that its shoe published before the first bet."""
    if played.phase != RoundPhase.SETTLED:
        return [f"{played.code}: {played.phase}, not settled"]
    wrong = []
    if [each["card"] for each in played.proofs] != played.cards:
        wrong.append(f"{played.code}: proofs of other cards")
    shoe, lead = played.shoe, int(played.shoe.header is not None)
    due = [(shoe.start + played.first_card + at) % shoe.card_count for at in range(len(played.cards))]
    if [each["index"] for each in played.proofs] != due:
        wrong.append(f"{played.code}: cards of other places")
    for each in played.proofs:
        shown = proof.Proof(each["index"], each["card"], each["salt"], tuple(each["path"]), shoe.root, lead)
        if not proof.verify(shown, shoe.root):
            wrong.append(f"{played.code}: card {each['index']} does not lead to the root")
    return wrong


def unproven_rounds() -> list[str]:
    """The same, over every finished round of the house; and rounds must follow one another without a gap."""
    wrong: list[str] = []
    numbers: dict[int, list[int]] = {}
    for played in Round.objects.select_related("shoe").order_by("table_id", "number"):
        numbers.setdefault(played.table_id, []).append(played.number)
        if played.phase == RoundPhase.SETTLED:
            wrong += unproven(played)
    for table_id, found in numbers.items():
        if found != list(range(1, len(found) + 1)):
            wrong.append(f"table {table_id}: a round is missing or doubled")
    return wrong


# A client's log ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A key as its client's log tells of it: the request, how often it was sent, and every answer."""

    person: int
    key: str
    round_code: str
    lines: dict[str, int]
    times: int
    answers: tuple[dict[str, Any], ...]


def read_logs(logs: Sequence[Path]) -> list[Asked]:
    """The clients' notes: a line before each request, a line after each answer."""
    asked: dict[tuple[int, str], list[dict[str, Any]]] = {}
    answers: dict[tuple[int, str], list[dict[str, Any]]] = {}
    for log in logs:
        for line in log.read_text().splitlines():
            note = json.loads(line)
            kept = asked if note["note"] == "ask" else answers
            kept.setdefault((note["person"], note["key"]), []).append(note)
    return [
        Asked(person, key, notes[0]["round"], notes[0]["lines"], len(notes), tuple(answers.get((person, key), [])))
        for (person, key), notes in asked.items()
    ]


def unexplained(logs: Sequence[Path]) -> list[str]:
    """Where the clients' logs and the rows disagree: an acknowledged bet that is not there exactly once, and so on."""
    asked = read_logs(logs)
    persons = {each.person for each in asked}
    slips = {(row.person_id, str(row.key)): row for row in Slip.objects.filter(person_id__in=persons)}
    lines = Transfer.objects.filter(code__in=["stake", "stake-taken-back"]).values_list("key", flat=True)
    stakes = Counter(str(key) for key in lines)
    wrong: list[str] = []
    laid: Counter[tuple[str, int, str]] = Counter()
    for each in asked:
        wrong += _unexplained(each, slips.pop((each.person, each.key), None), stakes)
        if any(answer["say"] == "receipt" for answer in each.answers):
            laid.update({(each.round_code, each.person, chance): cents for chance, cents in each.lines.items()})
    wrong += [f"slip {key} of {person}: in the rows, and no client asked" for person, key in slips]
    rows = {
        (bet.round.code, bet.person_id, bet.chance): bet.stake
        for bet in Bet.objects.filter(person_id__in=persons).select_related("round")
    }
    for place in rows.keys() | laid.keys():
        if rows.get(place, 0) != laid[place]:
            wrong.append(f"bet {place}: {rows.get(place, 0)} in the rows, {laid[place]} acknowledged")
    return wrong


def _unexplained(each: Asked, slip: Slip | None, stakes: Counter[str]) -> list[str]:
    name = f"slip {each.key} of {each.person}"
    written = stakes[str(slip_name(each.person, each.key))]
    said = {answer["say"] for answer in each.answers}
    if not said:
        return [f"{name}: never answered"]
    if len(said) > 1:
        return [f"{name}: answered both ways"]
    if said == {"receipt"}:
        if slip is None or slip.rejection is not None:
            return [f"{name}: acknowledged and lost"]
        if {answer["number"] for answer in each.answers} != {slip.number} or slip.lines != each.lines:
            return [f"{name}: acknowledged otherwise than written"]
        return [] if written == bool(sum(each.lines.values())) else [f"{name}: {written} lines in the ledger"]
    accepted = slip is not None and slip.rejection is None
    return [f"{name}: refused and written"] if accepted or written else []
