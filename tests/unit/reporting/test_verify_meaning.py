"""What the lines of a sealed day mean: a house that seals a lie is found out by its own cards, rules and sums."""

import hashlib
import json
import unicodedata
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baccarat.cards import DECK, Card
from baccarat.chances import Chance
from baccarat.play import NotEnoughCards
from baccarat.play import play as engine_plays
from baccarat.rulesets import PRESETS, Commission, preset, preset_data
from baccarat.settlement import settle as engine_settles
from reporting.evidence import canonical
from reporting.evidence.canonical import NotCanonical
from reporting.making.figures import day_bounds
from reporting.verifier import verify_days
from reporting.verifier.verify_days import Asked, Findings, MalformedError
from tests.sealed_days import HOUSE, SealedHouse, document_of
from wallet.chart import JOINS

Lines = dict[str, list[dict[str, Any]]]


def sealed(folder: Path, spoil: Callable[[Lines], None], rounds: int = 8) -> SealedHouse:
    """A house that sealed a day with whatever `spoil` made of it, and told its log."""
    house = SealedHouse(folder)
    house.play_day(rounds, spoil=spoil)
    house.publish()
    return house


def verify(folder: Path, **more: Any) -> Findings:
    return verify_days.verify(Asked(folder=folder, keys=(verify_days.read_key(HOUSE.verifier.vkey, 1),), **more))


def settled(lines: Lines, at: int = 0) -> dict[str, Any]:
    return [each for each in lines["rounds.jsonl"] if each["phase"] == "settled"][at]


def bet_that(lines: Lines, outcome: str) -> dict[str, Any]:
    return next(each for each in lines["bets.jsonl"] if each["outcome"] == outcome)


def of_player(lines: Lines, at: int) -> dict[str, Any]:
    return [each for each in lines["ledger.jsonl"] if each["player"]][at]


def report(lines: Lines, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the report, and the digest beside it."""
    document = json.loads(lines["report.json"][0]["text"])
    change(document)
    text = canonical.text(document)
    lines["report.json"][0].update(text=text, sha256=hashlib.sha256(text.encode()).hexdigest())


def other_card(card: str) -> str:
    return str(next(each for each in DECK if str(each) != card and each.value == Card.parse(card).value))


def change_card(lines: Lines) -> None:
    played = settled(lines)
    card = other_card(played["cards"][0])
    played["cards"][0] = played["proofs"][0]["card"] = card


def exchange_cards(lines: Lines) -> None:
    played = settled(lines)
    for name in ("cards", "proofs"):
        played[name][0], played[name][1] = played[name][1], played[name][0]


def deal_again(lines: Lines) -> None:
    one, other = [each for each in lines["rounds.jsonl"] if each["shoe"]["header"] and each["phase"] == "settled"][:2]
    other.update({name: one[name] for name in ("cards", "proofs", "first_card", "winner")})


def take_a_card_more(lines: Lines) -> None:
    played = next(each for each in lines["rounds.jsonl"] if each["cards"][:1] and len(each["cards"]) < 6)
    played["cards"] = played["cards"][:-1]
    played["proofs"] = played["proofs"][:-1]


def change_shoe(name: str, value: Any) -> Callable[[Lines], None]:
    def spoil(lines: Lines) -> None:
        shoe = next(each["shoe"] for each in lines["rounds.jsonl"] if each["shoe"]["header"])
        shoe[name] = value
        shoe["header"] = shoe["header"] | {name: value} if name in shoe["header"] else shoe["header"]

    return spoil


LIES: dict[str, tuple[Callable[[Lines], None], str, str]] = {
    "another card": (change_card, "card-unproven", "rounds.jsonl"),
    "cards in another order": (exchange_cards, "card-unproven", "rounds.jsonl"),
    "cards dealt twice": (deal_again, "card-unproven", "rounds.jsonl"),
    "no proofs": (lambda lines: settled(lines).update(proofs=[]), "card-unproven", "rounds.jsonl"),
    "a salt of another card": (
        lambda lines: settled(lines)["proofs"][0].update(salt="00" * 32),
        "card-unproven",
        "rounds.jsonl",
    ),
    "a short path": (lambda lines: settled(lines)["proofs"][0]["path"].pop(), "card-unproven", "rounds.jsonl"),
    "another winner": (lambda lines: settled(lines).update(winner="none"), "round-misplayed", "rounds.jsonl"),
    "a card too few": (take_a_card_more, "card-unproven", "rounds.jsonl"),
    "sixteen decks": (change_shoe("decks", 16), "card-unproven", "rounds.jsonl"),
    "more cards": (change_shoe("count", 832), "card-unproven", "rounds.jsonl"),
    "another shoe": (change_shoe("shoe", "vivo-1/9"), "card-unproven", "rounds.jsonl"),
    "a shoe of an unknown format": (change_shoe("format", "sabot-shoe-9"), "card-unproven", "rounds.jsonl"),
    "other rules": (lambda lines: settled(lines).update(rules="macau-1/v9"), "round-misplayed", "rounds.jsonl"),
    "rules changed": (
        lambda lines: lines["rules.jsonl"].__setitem__(0, lines["rules.jsonl"][0] | {"digest": "ab" * 32}),
        "round-misplayed",
        "rules.jsonl",
    ),
    "a win told as lost": (
        lambda lines: bet_that(lines, "win").update(outcome="lose", prize=0, commission=0, returned=0),
        "bet-misplaid",
        "bets.jsonl",
    ),
    "a cent of commission more": (
        lambda lines: bet_that(lines, "win").update(commission=bet_that(lines, "win")["commission"] + 1),
        "bet-misplaid",
        "bets.jsonl",
    ),
    "a bet that the rules lack": (
        lambda lines: lines["bets.jsonl"][-1].update(chance="zebra"),
        "bet-misplaid",
        "bets.jsonl",
    ),
    "a bet without a round": (
        lambda lines: lines["bets.jsonl"][-1].update(round="vivo-1-999999"),
        "sums-differ",
        "rounds.jsonl",
    ),
    "a balance that jumps": (
        lambda lines: of_player(lines, 9).update(
            before=of_player(lines, 9)["before"] + 5, after=of_player(lines, 9)["after"] + 5
        ),
        "ledger-chain",
        "ledger.jsonl",
    ),
    "an amount that is not the step": (
        lambda lines: of_player(lines, 9).update(amount=of_player(lines, 9)["amount"] + 1),
        "ledger-chain",
        "ledger.jsonl",
    ),
    "a line without its player": (
        lambda lines: of_player(lines, 9).update(player=None),
        "ledger-chain",
        "ledger.jsonl",
    ),
    "a code that joins other kinds": (
        lambda lines: of_player(lines, 0).update(code="payout"),
        "not-canonical",
        "ledger.jsonl",
    ),
    "a line left out": (
        lambda lines: lines["ledger.jsonl"].remove(of_player(lines, 9)),
        "ledger-chain",
        "ledger.jsonl",
    ),
    "commission not booked": (
        lambda lines: lines["ledger.jsonl"].remove(
            next(each for each in lines["ledger.jsonl"] if each["code"] == "stakes-lost")
        ),
        "sums-differ",
        "rounds.jsonl",
    ),
    "sums of the round": (
        lambda lines: settled(lines)["sums"][0].update(cents=settled(lines)["sums"][0]["cents"] + 1),
        "sums-differ",
        "rounds.jsonl",
    ),
    "the report's turnover": (
        lambda lines: report(lines, lambda said: said["totals"][0].update(turnover=1)),
        "sums-differ",
        "report.json",
    ),
    "the report's closing": (
        lambda lines: report(lines, lambda said: said["liabilities"][0].update(closing=1)),
        "sums-differ",
        "report.json",
    ),
    "the report's digest": (
        lambda lines: lines["report.json"][0].update(text="{}"),
        "not-canonical",
        "report.json",
    ),
    "lines out of order": (lambda lines: lines["bets.jsonl"].reverse(), "not-canonical", "bets.jsonl"),
    "a line twice": (
        lambda lines: lines["bets.jsonl"].insert(0, lines["bets.jsonl"][0]),
        "not-canonical",
        "bets.jsonl",
    ),
    "an entry more": (lambda lines: lines["bets.jsonl"][3].update(nickname="x"), "not-canonical", "bets.jsonl"),
    "a moment without decimals": (
        lambda lines: lines["slips.jsonl"][0].update(taken_at="2026-03-28T10:00:00Z"),
        "not-canonical",
        "slips.jsonl",
    ),
    "a stake of nothing": (lambda lines: lines["bets.jsonl"][3].update(stake=0), "not-canonical", "bets.jsonl"),
}


@pytest.mark.parametrize("name", LIES)
def test_a_lie_that_was_sealed_is_named(tmp_path: Path, name: str) -> None:
    """V12, V13, V14."""
    spoil, kind, file = LIES[name]
    sealed(tmp_path, spoil)
    fault = verify(tmp_path).faults[0]
    assert (fault.kind, fault.where["file"]) == (kind, file), fault
    every = verify(tmp_path, every=True).faults
    assert (every[0].kind, every[0].where) == (fault.kind, fault.where)


def test_the_same_day_without_a_lie_holds(tmp_path: Path) -> None:
    sealed(tmp_path, lambda lines: None)
    assert verify(tmp_path).faults == []


def test_a_void_round_gives_every_stake_back(tmp_path: Path) -> None:
    def spoil(lines: Lines) -> None:
        bet_that(lines, "void").update(returned=0)

    sealed(tmp_path, spoil, rounds=21)
    fault = verify(tmp_path).faults[0]
    assert (fault.kind, fault.where["said"]) == ("bet-misplaid", "void/0/0/0")


def test_a_round_over_midnight_is_held_to_the_stakes_of_the_day_before(tmp_path: Path) -> None:
    house = SealedHouse(tmp_path)
    house.play_day(4)

    def spoil(lines: Lines) -> None:
        played = min(lines["rounds.jsonl"], key=lambda each: each["opened_at"])
        bet = next(
            each for each in lines["bets.jsonl"] if each["round"] == played["code"] and each["outcome"] == "lose"
        )
        for each in played["sums"]:
            each["cents"] += 2 if each["chance"] == bet["chance"] else 0
        bet["stake"] += 2

    house.play_day(4, spoil=spoil)
    house.publish()
    fault = verify(tmp_path).faults[0]
    assert (fault.kind, fault.where["day"], fault.where["rule"]) == ("sums-differ", "2026-03-29", "S02")


def later_numbers(lines: Lines) -> None:
    """Lines that were written after those of the day that follows, as two around midnight may be."""
    for line in lines["ledger.jsonl"]:
        line["id"] += 1_000_000


def test_numbers_of_lines_grow_within_a_day_alone(tmp_path: Path) -> None:
    house = SealedHouse(tmp_path)
    house.play_day(4, spoil=later_numbers)
    house.play_day(4)
    house.publish()
    assert verify(tmp_path).faults == []


def play_around_midnight(house: SealedHouse, *, off: int = 0) -> None:
    """Two days of which a line of the second was written before the last one of the first, whose writer had taken the
    time first and then waited. `off` cents are added to what the late line says of the balance before it."""
    own = house.players[-1]
    second = SealedHouse.moment(day_bounds(house.day)[1] + timedelta(seconds=1))
    last = SealedHouse.moment(day_bounds(house.day)[1] - timedelta(seconds=1))
    late: dict[str, Any] = {}

    def first_day(lines: Lines) -> None:
        ledger = lines["ledger.jsonl"]
        late.update(at=len(ledger) - 1 - [each["player"] for each in reversed(ledger)].index(own))
        line = ledger[late["at"]]
        late.update(step=line["after"] - line["before"])
        for each in ledger[late["at"] :]:
            each.update(id=each["id"] + 500, at=last)
        line.update(before=line["before"] + 500_00 + off, after=line["after"] + 500_00 + off)

    def second_day(lines: Lines) -> None:
        ledger = lines["ledger.jsonl"]
        place = next(at for at, each in enumerate(ledger) if each["player"] == own)
        paid_in = ledger[place]
        assert paid_in["code"] == "deposit"
        paid_in.update(before=paid_in["before"] - late["step"], after=paid_in["after"] - late["step"], at=second)
        for at, each in enumerate(ledger):
            each["id"] += 100 if at <= place else 1000

    house.play_day(4, spoil=first_day)
    house.play_day(4, spoil=second_day)
    house.publish()


def test_two_lines_around_midnight_stand_in_the_order_of_the_account(tmp_path: Path) -> None:
    play_around_midnight(SealedHouse(tmp_path))
    assert verify(tmp_path).faults == []


def test_a_balance_that_jumps_around_midnight_is_named_all_the_same(tmp_path: Path) -> None:
    play_around_midnight(SealedHouse(tmp_path), off=5)
    faults = verify(tmp_path, every=True).faults
    assert [(fault.kind, fault.where["cents"], fault.where["day"]) for fault in faults] == [
        ("ledger-chain", 5, "2026-03-28"),
        ("ledger-chain", -5, "2026-03-29"),
    ]


@pytest.mark.parametrize(
    ("wrong", "why"), [("absent", "not in the log"), ("late", "after the round"), ("root", "another root")]
)
def test_a_shoe_is_in_the_log_before_its_first_bet(tmp_path: Path, wrong: str, why: str) -> None:
    house = SealedHouse(tmp_path)
    entries = house.entries

    def spoil(lines: Lines) -> None:
        shoe = next(json.loads(each) for each in entries if b'"kind":"shoe"' in each)
        at = entries.index(canonical.line(shoe)[:-1])
        if wrong == "absent":
            del entries[at]
        elif wrong == "late":
            entries[at] = canonical.line(shoe | {"at": "2026-03-29T00:00:00.000000Z"})[:-1]
        else:
            entries[at] = canonical.line(shoe | {"root": "ab" * 32})[:-1]

    house.play_day(8, spoil=spoil)
    house.publish()
    fault = verify(tmp_path).faults[0]
    assert (fault.kind, why in fault.where["why"]) == ("card-unproven", True), fault


def test_the_six_files_are_those_of_the_day(tmp_path: Path) -> None:
    """V15: V15: by their digests, and the daily summary by what the files of play add up to."""
    resf = "<resumo><liq_int><total_comissoes>5.00</total_comissoes><total_ganhos>195.00</total_ganhos>"
    resf += "<total_apostas>110.00</total_apostas><total_reembolsos>0.00</total_reembolsos></liq_int></resumo>"
    bet = (
        "<pbanca><a_valor>{}</a_valor><a_comissao>{}</a_comissao><g_ganho>{}</g_ganho><r_valor>0.00</r_valor></pbanca>"
    )
    ajog = "<registos>" + bet.format("10.00", "0.00", "0.00") + bet.format("100.00", "5.00", "195.00") + "</registos>"
    for name, content, kind in (
        ("RESF_20260328_A01.xml", resf, None),
        ("RESF_20260328_A01.xml", resf.replace("110.00", "110.01"), "total_apostas"),
    ):
        files = {name: content.encode(), "AJOG_2026032810_A01.xml": ajog.encode()}

        def spoil(lines: Lines, files: dict[str, bytes] = files) -> None:
            told = [{"name": each, "sha256": hashlib.sha256(files[each]).hexdigest()} for each in sorted(files)]
            lines["files.json"][0].update(files=told, reason="")

        house = sealed(tmp_path / str(kind), spoil)
        xml = tmp_path / f"{kind}-xml"
        xml.mkdir()
        for each, block in files.items():
            (xml / each).write_bytes(block)
        found = verify(house.folder, files=xml).faults
        assert [fault.where["element"] for fault in found] == ([kind] if kind else [])
        (xml / "AJOG_2026032810_A01.xml").write_bytes(b"<registos/>")
        assert verify(house.folder, files=xml).faults[0].where["file"] == "AJOG_2026032810_A01.xml"
        (xml / "AJOG_2026032810_A01.xml").unlink()
        assert verify(house.folder, files=xml).faults[0].code == "V15"


def _correction(**files: tuple[str, str]) -> bytes:
    told = [{"name": f"{name}.xml", "old": old, "new": new} for name, (old, new) in sorted(files.items())]
    leaf = {"kind": "correction", "at": "2026-03-30T10:00:00.000000Z", "day": "2026-03-28", "files": told}
    people = {"package": "ab" * 32, "reason": "six-files", "by": "a", "agreed_by": "b"}
    return canonical.line(leaf | people)[:-1]


def test_corrected_files_are_those_of_the_log(tmp_path: Path) -> None:
    """V15: each correction leads on from what stood, and the last of them is asked for; the first need not be there."""
    resf = "<r><total_comissoes>0.00</total_comissoes><total_ganhos>0.00</total_ganhos>"
    resf += "<total_apostas>{}</total_apostas><total_reembolsos>0.00</total_reembolsos></r>"
    bet = "<r><a_valor>{}</a_valor><a_comissao>0.00</a_comissao><g_ganho>0.00</g_ganho><r_valor>0.00</r_valor></r>"
    day, hour, other = "RESF_20260328_A01", "AJOG_2026032810_A01", "JGDR_2026032810_A01"
    blocks = {
        f"{day}.xml": resf.format("10.00").encode(),
        f"{hour}.xml": bet.format("10.00").encode(),
        f"{other}.xml": b"<r/>",
    }
    again = {f"{day}rp": resf.format("12.00").encode(), f"{hour}rp": bet.format("12.00").encode()}
    third = {f"{day}rp": resf.format("12.00").encode() + b" ", f"{hour}rp": bet.format("12.00").encode() + b" "}

    def digest(block: bytes) -> str:
        return hashlib.sha256(block).hexdigest()

    def house_of(name: str, *leaves: bytes) -> Path:
        def spoil(lines: Lines) -> None:
            told = [{"name": each, "sha256": digest(blocks[each])} for each in sorted(blocks)]
            lines["files.json"][0].update(files=told, reason="")

        house = SealedHouse(tmp_path / name)
        house.play_day(8, spoil=spoil)
        house.entries.extend(leaves)
        house.publish()
        return house.folder

    first = {name: (digest(blocks[f"{name[:-2]}.xml"]), digest(block)) for name, block in again.items()}
    second = {name: (digest(again[name]), digest(block)) for name, block in third.items()}
    once, twice = house_of("once", _correction(**first)), house_of("twice", _correction(**first), _correction(**second))
    xml = tmp_path / "xml"
    xml.mkdir()
    (xml / f"{other}.xml").write_bytes(blocks[f"{other}.xml"])
    for name, block in again.items():
        (xml / f"{name}.xml").write_bytes(block)
    assert verify(once, files=xml).faults == []
    assert verify(twice, files=xml).faults[0].where["file"] == f"{hour}rp.xml", "the last one is asked for"
    (xml / f"{hour}.xml").write_bytes(b"<another/>")
    assert verify(once, files=xml).faults[0].where["file"] == f"{hour}.xml", "held to the seal where it is there"
    (xml / f"{hour}.xml").write_bytes(blocks[f"{hour}.xml"])
    for name, block in third.items():
        (xml / f"{name}.xml").write_bytes(block)
    assert verify(twice, files=xml).faults == []
    (xml / f"{day}rp.xml").unlink()
    assert verify(twice, files=xml).faults[0].code == "V15", "a corrected file that is missing"
    (xml / f"{day}rp.xml").write_bytes(third[f"{day}rp"])
    elsewhere = house_of("elsewhere", _correction(**second))
    fault = verify(elsewhere, files=xml).faults[0]
    assert (fault.code, fault.where["said"]) == ("V15", digest(again[f"{hour}rp"])), "it leads on from another file"


@pytest.mark.parametrize(
    "files",
    [
        None,
        "x",
        7,
        [None],
        ["x"],
        [{}],
        [{"name": 1, "old": 2, "new": 3}],
        [{"name": "../rp.xml", "old": "", "new": ""}],
    ],
)
def test_a_correction_of_another_shape_breaks_nothing_else(tmp_path: Path, files: Any) -> None:
    house = SealedHouse(tmp_path / "house")
    house.play_day(8)
    leaf = {"kind": "correction", "at": "2026-03-30T10:00:00.000000Z", "day": "2026-03-28", "files": files}
    house.entries.append(canonical.line(leaf)[:-1])
    house.publish()
    (tmp_path / "xml").mkdir()
    kinds = {fault.kind for fault in verify(house.folder, files=tmp_path / "xml").faults}
    assert kinds <= {"six-files-differ"}


def test_the_software_is_that_of_the_day(tmp_path: Path) -> None:
    """V17."""
    sealed(tmp_path / "house", lambda lines: None)
    file = tmp_path / "tree" / "baccarat" / "play.py"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"play")
    assert verify(tmp_path / "house", software=tmp_path / "tree").faults == []
    file.write_bytes(b"cheat")
    fault = verify(tmp_path / "house", software=tmp_path / "tree").faults[0]
    assert (fault.code, fault.where["path"]) == ("V17", "baccarat/play.py")
    assert (fault.where["sealed"], fault.where["found"]) == tuple(
        hashlib.sha256(block).hexdigest() for block in (b"play", b"cheat")
    )


# The verifier's own tables and readings, held to the house's.


def test_its_chart_is_that_of_the_ledger() -> None:
    ours = {code.value: {(one.value, other.value) for one, other in pairs} for code, pairs in JOINS.items()}
    assert {code: set(pairs) for code, pairs in verify_days.JOINS.items()} == ours


CARDS = st.lists(st.sampled_from(DECK), min_size=6, max_size=6)
RULESETS = [preset(name) for name in PRESETS] + [
    preset("macau", commission=mode) for mode in preset_data("macau").commissions if isinstance(mode, Commission)
]


@settings(max_examples=300, deadline=None)
@given(CARDS, st.sampled_from(RULESETS), st.integers(1, 10**12))
def test_its_game_is_that_of_the_engine(cards: list[Card], ruleset: Any, stake: int) -> None:
    result = engine_plays(cards)
    played = verify_days.play([str(card) for card in cards])
    assert (played.winner, played.count) == (result.winner.value, len(result.cards))
    document = document_of(ruleset)
    for chance in Chance:
        if ruleset.offer(chance) is None:
            with pytest.raises(MalformedError):
                verify_days.settle(document, chance.value, stake, played)
            continue
        due = engine_settles(ruleset, result, {chance: stake})[chance]
        said = verify_days.settle(document, chance.value, stake, played)
        assert said == (due.outcome.value, due.prize, due.commission, due.returned), chance


@given(st.lists(st.sampled_from(DECK), max_size=5))
def test_it_asks_for_as_many_cards_as_the_engine(cards: list[Card]) -> None:
    try:
        due = len(engine_plays(cards).cards)
    except NotEnoughCards:
        due = None
    try:
        found = verify_days.play([str(card) for card in cards]).count
    except MalformedError:
        found = None
    assert found == due


@settings(max_examples=300)
@given(
    st.dictionaries(st.text(max_size=3), st.none() | st.integers() | st.text(max_size=4) | st.floats(), max_size=3),
    st.data(),
)
def test_it_reads_the_lines_that_the_house_writes_and_no_others(record: dict[str, Any], data: st.DataObject) -> None:
    written = json.dumps(record, ensure_ascii=data.draw(st.booleans()), sort_keys=True, separators=(",", ":"))
    body = bytearray(unicodedata.normalize("NFC", written).encode(errors="replace"))
    if data.draw(st.booleans()) and body:
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    try:
        due: Any = canonical.parse(bytes(body)) if not body.endswith(b"\n") else None
    except NotCanonical:
        due = None
    try:
        found: Any = verify_days.read_line(bytes(body))
    except MalformedError:
        found = None
    assert found == due


@pytest.mark.parametrize(
    "block", [b'{"a":"\\ud800"}', b'{"a":1.0}', b'{"a":NaN}', b"[]", b"", b"{" * 5000, b'{"a":' * 20 + b"1" + b"}" * 20]
)
def test_no_line_brings_it_down(block: bytes) -> None:
    with pytest.raises(MalformedError):
        verify_days.read_line(block)
    assert verify_days.column_of(block) >= 1
