"""The six files without a database: hours of changing clocks, names, bytes, worked vectors, sums that must agree."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baccarat.rulesets import Commission, preset
from reporting.six_files import forms, gate, package, reading, schema, writing
from reporting.six_files.gate import Known, faults_of
from reporting.six_files.hours import hour_of, hours_of
from reporting.six_files.names import PATTERN, Category, name_of, names_of, package_of
from reporting.six_files.play import NotTold, RoundFacts, SlipFacts, records_of
from reporting.six_files.profile import CHOICES, OPEN, Profile, ProfileInvalid, profile_of
from reporting.six_files.reading import Unreadable
from reporting.six_files.records import (
    BetRecord,
    ExclusionRecord,
    MoneyRecord,
    Movement,
    PlayerRecord,
    PlayRecord,
    SignInRecord,
    SummaryRecord,
)
from tables.queries.file_facts import BetTold
from tests.rules import rule

PROFILE = Profile(vault="2AA", licence="001")
DAY = date(2026, 3, 10)
NOON = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
WHERE: dict[str, Any] = {"session": "s-1", "sign_in": "d-1", "address": "192.0.2.1", "region": "PT-11"}


# Hours -------------------------------------------------------------------------------------------------------------


@rule(
    "PT-60", asserts="From 2024 to 2040 the hours of every day make the whole civil day, without a gap or an overlap."
)
def test_the_hours_of_every_day_make_the_day() -> None:
    """H04."""
    day, counts = date(2024, 1, 1), set()
    while day < date(2041, 1, 1):
        hours = hours_of(day)
        assert hours[-1].end == hours_of(day + timedelta(days=1))[0].start
        assert all(one.end == next_.start for one, next_ in pairwise(hours))
        assert len({hour.number for hour in hours}) == len(hours)
        counts.add((len(hours), (hours[-1].end - hours[0].start) // timedelta(hours=1)))
        day += timedelta(days=1)
    assert counts == {(24, 24), (23, 23), (24, 25)}


@given(st.datetimes(datetime(2024, 1, 1), datetime(2040, 12, 31), timezones=st.just(UTC)))
def test_a_moment_is_in_the_hour_that_it_lies_in(instant: datetime) -> None:
    hour = hour_of(instant)
    assert hour.start <= instant < hour.end
    assert forms.moment(instant).startswith(hour.label)


def test_the_edges_of_an_hour_and_of_a_day() -> None:
    """H01."""
    midnight = datetime(2026, 3, 11, tzinfo=UTC)
    assert hour_of(midnight - timedelta(microseconds=1)).label == "2026031023"
    assert hour_of(midnight).label == "2026031100"


@rule(
    "PT-60",
    asserts="In March’s change no file is of hour 01 and the day has 94; in October’s the hour that comes twice makes "
    "one file of 120 minutes, and the offset of each moment tells its halves apart.",
)
def test_the_clocks_change() -> None:
    """H02, H03."""
    march = hours_of(date(2026, 3, 29))
    assert [hour.number for hour in march] == [0, *range(2, 24)]
    assert hour_of(datetime(2026, 3, 29, 0, 59, 59, 999_999, tzinfo=UTC)).number == 0
    assert hour_of(datetime(2026, 3, 29, 1, tzinfo=UTC)).number == 2
    assert len(names_of(date(2026, 3, 29), "2AA")) == 94
    october = hours_of(date(2026, 10, 25))
    assert [hour.number for hour in october] == list(range(24))
    assert october[1].end - october[1].start == timedelta(hours=2)
    assert len(names_of(date(2026, 10, 25), "2AA")) == len(names_of(DAY, "2AA")) == 98


# Names and bytes ---------------------------------------------------------------------------------------------------


def test_names() -> None:
    hour = hours_of(DAY)[7]
    assert name_of(Category.PLAY, hour, "2AA") == "AJOG_2026031007_2AA.xml"
    assert name_of(Category.SUMMARY, DAY, "2AA", again=True) == "RESF_20260310_2AArp.xml"
    assert package_of(DAY, "2AA", again=True) == "PACK_20260310_2AArp.zip"
    assert all(PATTERN.fullmatch(name) for name in names_of(DAY, "Z09"))
    wrong = ("AJOG_20260310_2AA.xml", "RESF_2026031007_2AA.xml", "AJOG_2026031024_2AA.xml", "AJOG_2026031007_2aa.xml")
    assert not any(PATTERN.fullmatch(name) for name in wrong)


@given(st.integers(-(10**14), 10**14))
def test_money_is_made_of_cents_and_read_back(cents: int) -> None:
    assert forms.cents_of(forms.money(cents)) == cents
    assert forms.money(cents).partition(".")[2].isdecimal()


@rule(
    "PT-62",
    asserts="A moment is written in legal time with six decimals and its offset, and read back to the microsecond.",
)
@given(st.datetimes(datetime(2024, 1, 1), datetime(2040, 12, 31), timezones=st.just(UTC)))
def test_stamps_are_read_back_to_the_microsecond(instant: datetime) -> None:
    assert forms.instant_of(forms.stamp(instant)) == instant


@pytest.mark.parametrize("text", ["\x00", "a\nb", "\x1b[0m", "\ud800"])
def test_control_characters_are_in_no_file(text: str) -> None:
    with pytest.raises(ValueError, match="control"):
        forms.text(text)


# The worked vectors ------------------------------------------------------------------------------------------------


def played(**facts: Any) -> RoundFacts:
    round_: dict[str, Any] = {
        "code": "banca-1-000123",
        "table": "banca-1",
        "seats": 9,
        "preset": "ponto-e-banca",
        "rules_version": 1,
        "opened_at": NOON,
        "ended_at": NOON + timedelta(seconds=30),
    }
    # Ponto 2 draws a king and stays at 2; banca 7 stands.
    dealt = {
        "cards_ponto": ("KS", "2D", "KD"),
        "cards_banca": ("3H", "4C"),
        "total_ponto": 2,
        "total_banca": 7,
        "winner": "banca",
    }
    return RoundFacts(**{**round_, **dealt, **facts})


VOID = {"cards_ponto": (), "cards_banca": (), "total_ponto": None, "total_banca": None, "winner": None}


def slip(number: str, before: int, after: int = 5, **lines: int) -> SlipFacts:
    taken = NOON + timedelta(seconds=after)
    name = f"key-{number}"
    return SlipFacts(number=number, name=name, taken_at=taken, lines=lines, balance_before=before, **WHERE)


def bet(chance: str, stake: int, outcome: str, returned: int = 0, commission: int = 0) -> BetTold:
    return BetTold(chance=chance, stake=stake, outcome=outcome, returned=returned, commission=commission)


def records(
    round_: RoundFacts, slips: list[SlipFacts], bets: list[BetTold], paid_from: int | None, profile: Profile = PROFILE
) -> tuple[BetRecord, ...]:
    return records_of(round_, slips, bets, round_of_player="p", paid_from=paid_from, profile=profile)


def three(record: BetRecord) -> tuple[tuple[int, int, int], ...]:
    moved = (record.stake, record.gain, record.refund)
    return tuple((each.before, each.amount, each.after) for each in moved)


def still(cents: int) -> tuple[int, int, int]:
    return (cents, 0, cents)


WON = [bet("ponto", 10_00, "lose"), bet("banca", 100_00, "win", 195_00, 5_00)]


@rule(
    "PT-66",
    asserts="10 on ponto and then 100 on banca of a balance of 500, banca winning at 5 %: stakes, gain and refund each "
    "stand with the balance before and after, the gain 195 with a commission of 5.",
)
def test_vector_a1_two_slips_and_a_commission() -> None:
    slips = [slip("A1", 500_00, ponto=10_00), slip("A2", 490_00, 6, banca=100_00)]
    ponto, banca = records(played(), slips, WON, 390_00)
    assert three(ponto) == ((500_00, 10_00, 490_00), still(490_00), still(490_00))
    assert three(banca) == ((490_00, 100_00, 390_00), (390_00, 195_00, 585_00), still(585_00))
    assert (ponto.commission, banca.commission) == (0, 5_00)
    assert (ponto.bet, ponto.operation) == ("banca-1-000123/ponto", "key-A1/ponto")


def test_vector_a2_a_void_round() -> None:
    """A refund too where a house counts a push as a gain: the gate wants no gain of a void round."""
    for profile in (PROFILE, replace(PROFILE, push_as="gain")):
        facts = (played(**VOID), [slip("A", 500_00, ponto=50_00)], [bet("ponto", 50_00, "void", 50_00)], 450_00)
        (only,) = records(*facts, profile)
        assert three(only) == ((500_00, 50_00, 450_00), still(450_00), (450_00, 50_00, 500_00))
        assert only.winner is None


def test_vector_a3_a_push_is_a_refund_or_a_gain_by_the_profile() -> None:
    facts = (played(winner="empate"), [slip("A", 500_00, ponto=50_00)], [bet("ponto", 50_00, "push", 50_00)], 450_00)
    (only,) = records(*facts)
    assert three(only) == ((500_00, 50_00, 450_00), still(450_00), (450_00, 50_00, 500_00))
    (only,) = records(*facts, replace(PROFILE, push_as="gain"))
    assert three(only) == ((500_00, 50_00, 450_00), (450_00, 50_00, 500_00), still(500_00))


def test_vector_a4_a_stake_partly_taken_back_and_lost() -> None:
    slips = [slip("A", 500_00, ponto=20_00), slip("B", 480_00, 6, ponto=-5_00)]
    laid, back = records(played(), slips, [bet("ponto", 15_00, "lose")], None)
    assert three(laid) == ((500_00, 20_00, 480_00), still(480_00), still(480_00))
    assert three(back) == (still(480_00), still(480_00), (480_00, 5_00, 485_00))


@rule(
    "PT-65",
    asserts="The table’s greatest prize stands with each bet of Macau and of Macau’s floor tables, and with none of "
    "another game.",
)
def test_the_differential_is_macaus_alone() -> None:
    facts = ([slip("A", 500_00, ponto=50_00)], [bet("ponto", 50_00, "lose")], None)
    told = {
        name: records(played(preset=name, max_prize=1_000_00), *facts)[0].differential
        for name in ("macau", "macau-floor", "ponto-e-banca", "punto-banco", "live-baccarat")
    }
    macaus = {"macau": 1_000_00, "macau-floor": 1_000_00}
    assert told == macaus | dict.fromkeys(("ponto-e-banca", "punto-banco", "live-baccarat"))


@rule("PT-64", asserts="A bet on ponto has the code 4, on empate 3, on banca 5; the pairs have codes of the profile.")
def test_the_codes_of_bets() -> None:
    lines = {"ponto": 1_00, "empate": 1_00, "banca": 1_00, "par_ponto": 1_00, "par_banca": 1_00}
    laid = {name.replace("_", "-"): cents for name, cents in lines.items()}
    only = replace(slip("A", 500_00), lines=laid)
    found_ = records(played(), [only], [bet(name, cents, "lose") for name, cents in laid.items()], None)
    told = PlayRecord(player="p", account="a", logon="l", opening=500_00, closing=495_00, bets=found_)
    content = writing.play([told], writing.Envelope(NOON, 0), PROFILE).decode()
    codes = [content.partition(f"/{name}<")[2].partition("<a_local>")[2][0] for name in laid]
    assert codes == ["4", "3", "5", "6", "7"]


@rule(
    "PT-66",
    asserts="What two bets of a round bring back is one line of the ledger and two movements: the second stands at the "
    "balance after the first.",
)
def test_one_line_of_the_ledger_is_told_in_parts_that_follow_each_other() -> None:
    """A slip on three chances is one line, and what two bets win is one; a move between chances is none at all."""
    slips = [
        slip("A", 100_00, banca=30_00, ponto=20_00, empate=10_00),
        slip("B", 40_00, 6, ponto=-20_00, banca=20_00),
    ]
    bets = [bet("banca", 50_00, "push", 50_00), bet("empate", 10_00, "win", 90_00)]
    found = records(played(winner="empate"), slips, bets, 40_00)
    assert [record.chance for record in found] == ["ponto", "banca", "empate", "ponto", "banca"]
    assert [record.stake.amount for record in found] == [20_00, 30_00, 10_00, 0, 20_00]
    assert (found[2].stake.after, found[3].refund, found[4].stake) == (
        40_00,
        Movement(40_00, 20_00, 60_00),
        Movement(60_00, 20_00, 40_00),
    )
    assert found[4].refund == Movement(40_00, 50_00, 90_00), "in the order of the felt: banca before empate"
    assert found[2].gain == Movement(90_00, 90_00, 180_00)


def test_a_bet_that_was_settled_is_told_on_what_was_laid_on_it_last() -> None:
    """Not on what was taken back afterwards: a record has one refund."""
    slips = [slip("A", 100_00, ponto=20_00), slip("B", 80_00, 6, ponto=-5_00)]
    laid, back = records(played(winner="ponto"), slips, [bet("ponto", 15_00, "win", 30_00)], 85_00)
    assert laid.gain == Movement(85_00, 30_00, 115_00)
    assert back.gain.amount == 0


def test_facts_that_contradict_each_other_make_no_record() -> None:
    with pytest.raises(NotTold):
        records(played(), [slip("A", 100_00, ponto=20_00)], [bet("ponto", 15_00, "lose")], None)
    with pytest.raises(NotTold):
        records(played(), [slip("A", 100_00, ponto=20_00)], [bet("ponto", 20_00, "win", 40_00)], None)


@given(st.data())
def test_whatever_is_laid_and_taken_back_the_parts_make_the_lines(data: st.DataObject) -> None:
    balance, laid, slips = 1_000_00, {"ponto": 0, "banca": 0, "empate": 0}, []
    start = balance
    for place in range(data.draw(st.integers(1, 6))):
        lines = {}
        for chance in data.draw(st.sets(st.sampled_from(sorted(laid)), min_size=1)):
            cents = data.draw(st.integers(-laid[chance], 50_00).filter(bool))
            lines[chance] = cents
        if balance < sum(lines.values()):
            continue
        slips.append(slip(str(place), balance, place, **lines))
        for chance, cents in lines.items():
            laid[chance] += cents
        balance -= sum(lines.values())
    bets = [bet(chance, cents, "push", cents) for chance, cents in laid.items() if cents]
    found = records(played(winner="empate"), slips, bets, balance if bets else None)
    for one in slips:
        parts = [each for each in found if each.operation.startswith(f"{one.name}/")]
        moved = sum((each.refund.amount if not each.stake.amount else -each.stake.amount) for each in parts)
        assert moved == -sum(one.lines.values())
    came_back = sum(each.refund.amount + each.gain.amount - each.stake.amount for each in found)
    assert came_back == 0
    assert start == balance + sum(laid.values())
    for each in found:
        for moved_, sign in ((each.stake, -1), (each.gain, 1), (each.refund, 1)):
            assert moved_.before + sign * moved_.amount == moved_.after
            assert min(moved_.before, moved_.amount, moved_.after) >= 0


# A whole day -------------------------------------------------------------------------------------------------------


def a_player(**facts: Any) -> PlayerRecord:
    known: dict[str, Any] = {
        "player": "p-1",
        "account": "a-1",
        "at": NOON - timedelta(hours=2),
        "email": "ana@sabot.example",
        "nickname": "Ana <3 & Rui",
        "full_name": "Inês d’Ávila",
        "birth_date": date(1990, 5, 4),
        "document_kind": 1,
        "document_number": "00000001ZX4",
        "tax_number": "299900010",
        "nationality": "PT",
        "address": "Rua da Prata 12",
        "postal_code": "1100-420",
        "phone": "+351912345678",
        "instrument": "bank-account",
        "answer": "verified",
        "answer_number": "EX-1",
    }
    return PlayerRecord(**known | facts)


def a_day(play: tuple[BetRecord, ...] | None = None, **changed: bytes) -> dict[str, bytes]:
    """A day of one player: registered, signed in, paid in, played vector A1."""
    slips = [slip("A1", 500_00, ponto=10_00), slip("A2", 490_00, 6, banca=100_00)]
    bets = records(played(), slips, WON, 390_00) if play is None else play
    by_hour: dict[str, list[Any]] = {}

    def told(category: Category, at: datetime, record: Any) -> None:
        by_hour.setdefault(f"{category.value}{hour_of(at).label}", []).append(record)

    told(Category.PLAYERS, NOON, a_player())
    told(Category.SIGN_INS, NOON, SignInRecord(player="p-1", sign_in="d-1", at=NOON, ends=False, device="C"))
    later = NOON + timedelta(hours=1)
    told(Category.SIGN_INS, later, SignInRecord(player="p-1", sign_in="d-1", at=later, ends=True, device="C"))
    paid = Movement(0, 500_00, 500_00)
    told(Category.MONEY, NOON, MoneyRecord(player="p-1", account="a-1", credit=True, at=NOON, movement=paid))
    player = PlayRecord(player="p-1", account="a-1", logon="ana@sabot.example", opening=0, closing=585_00, bets=bets)
    told(Category.PLAY, NOON, player)
    writers: dict[Category, Any] = {
        Category.PLAYERS: writing.players,
        Category.SIGN_INS: writing.sign_ins,
        Category.MONEY: writing.moved,
        Category.PLAY: writing.play,
    }
    files = {}
    for place, (category, hour) in enumerate((each, hour) for each in writers for hour in hours_of(DAY)):
        envelope = writing.Envelope(NOON, place)
        content = writers[category](by_hour.get(f"{category.value}{hour.label}", []), envelope, PROFILE)
        files[name_of(category, hour, "2AA")] = content
    added = gate.sums_of([reading.read(name, each) for name, each in files.items() if name.startswith("AJOG")])
    sums = [
        SummaryRecord(
            game=game,
            commissions=s["total_comissoes"],
            gains=s["total_ganhos"],
            stakes=s["total_apostas"],
            refunds=s["total_reembolsos"],
        )
        for game, s in added.items()
    ]
    files["RESF_20260310_2AA.xml"] = writing.summary(sums, DAY, writing.Envelope(NOON, 96), PROFILE)
    files["EXCL_20260310_2AA.xml"] = writing.exclusions([], writing.Envelope(NOON, 97), PROFILE)
    return files | changed


KNOWN = Known(
    lines={"deposit": 500_00, "stake": -110_00, "payout": 195_00},
    lines_told={"deposit": 500_00, "stake": -110_00, "payout": 195_00},
    revenue=-85_00,
    opening=0,
    closing=585_00,
    in_play_before=0,
    in_play_after=0,
    exclusions=0,
    excluded_that_played=0,
    known_players=frozenset({"p-1"}),
    known_sign_ins={"d-1": (forms.stamp(NOON), forms.stamp(NOON + timedelta(hours=1)))},
)
RULES = {"banca-1-000123": preset("ponto-e-banca", commission=Commission("5-percent"))}


def found(files: dict[str, bytes], known: Known = KNOWN) -> set[str]:
    read = [reading.read(name, content) for name, content in files.items()]
    return {each.rule for each in faults_of(DAY, read, known, PROFILE, RULES)}


@rule("PT-67", asserts="A day of files whose sums agree with each other, the ledger and the report passes the gate.")
def test_a_day_that_agrees_passes() -> None:
    files = a_day()
    assert len(files) == 98
    assert found(files) == set()
    sums = gate.sums_of([reading.read(name, each) for name, each in files.items()])
    assert sums == {
        "bacará ponto e banca": {
            "total_apostas": 110_00,
            "total_ganhos": 195_00,
            "total_reembolsos": 0,
            "total_comissoes": 5_00,
        }
    }


AJOG, TRAN, RESF, SESS = (
    "AJOG_2026031012_2AA.xml",
    "TRAN_2026031012_2AA.xml",
    "RESF_20260310_2AA.xml",
    "SESS_2026031012_2AA.xml",
)
TOUCHED: list[tuple[str, str, str, str]] = [
    ("S01", AJOG, "<a_valor>10.00<", "<a_valor>10.01<"),
    ("S01", TRAN, "<saldo_fim>500.00<", "<saldo_fim>500.01<"),
    ("S03", AJOG, "", ""),
    ("S04", AJOG, "<saldo_mov>585.00<", "<saldo_mov>585.01<"),
    ("S05", RESF, "<total_apostas>110.00<", "<total_apostas>110.01<"),
    ("S05", AJOG, "<g_ganho>195.00<", "<g_ganho>195.01<"),
    ("S07", AJOG, "<cartas_b>3H-4C<", "<cartas_b>3H-5C<"),
    ("S07", AJOG, "<pontuacao_b>7<", "<pontuacao_b>8<"),
    ("S07", AJOG, "<resultado>5<", "<resultado>4<"),
    ("S07", AJOG, "<a_comissao>5.00<", "<a_comissao>4.00<"),
    ("S08", TRAN, "CREDITO", "DEBITO"),
    ("S09", AJOG, "<id_sessao>d-1<", "<id_sessao>d-2<"),
    ("S09", SESS, "</registos_log>", "TWICE"),
    ("S10", TRAN, "<codjogador>p-1<", "<codjogador>p-2<"),
    ("S12", TRAN, "<saldo_ini>0.00</saldo_ini>", ""),
    ("S12", TRAN, "<saldo_ini>0.00<", "<saldo_ini>0<"),
    ("S12", AJOG, "<ap_cruz>N<", "<ap_cruz>X<"),
]


@rule(
    "PT-67",
    asserts="One touched value in one file, a record told twice, a line of the ledger that is not told, or a figure "
    "that the report has otherwise, and the gate names the sum that does not agree.",
)
@pytest.mark.parametrize(("fails", "file", "was", "is_"), [each for each in TOUCHED if each[2]])
def test_one_false_sum_stops_the_day(fails: str, file: str, was: str, is_: str) -> None:
    files = a_day()
    text = files[file].decode()
    assert was in text
    if is_ == "TWICE":
        line = next(each for each in text.splitlines() if "LOGIN" in each)
        is_ = f"{line}\n{was}"
    files[file] = text.replace(was, is_, 1).encode()
    assert fails in found(files)


@pytest.mark.parametrize(
    ("fails", "known"),
    [
        ("S02", {"lines": {**KNOWN.lines, "adjustment": 1}}),
        ("S02", {"lines_told": {**KNOWN.lines_told, "deposit": 0}}),
        ("S06", {"revenue": -84_99}),
        ("S08", {"closing": 584_99}),
        ("S08", {"in_play_after": 1}),
        ("S09", {"known_sign_ins": {}}),
        ("S10", {"known_players": frozenset()}),
        ("S11", {"exclusions": 1}),
        ("S11", {"excluded_that_played": 1}),
    ],
)
def test_what_the_house_knows_must_agree_too(fails: str, known: dict[str, Any]) -> None:
    assert found(a_day(), replace(KNOWN, **known)) == {fails}


def test_a_gap_between_the_parts_of_a_slip_is_found() -> None:
    slips = [slip("A1", 500_00, ponto=10_00, banca=100_00)]
    good = records(played(), slips, WON, 390_00)
    bad = tuple(
        replace(each, stake=Movement(480_00, 100_00, 380_00)) if each.chance == "banca" else each for each in good
    )
    assert found(a_day(good)) == set()
    assert "S03" in found(a_day(bad))


def test_a_missing_file_and_one_too_many_are_told() -> None:
    files = a_day()
    missing = {name: each for name, each in files.items() if name != TRAN}
    assert "S12" in found(missing)
    odd = files | {name_of(Category.PLAY, hours_of(DAY + timedelta(days=1))[0], "2AA"): files[AJOG]}
    assert "S12" in found(odd)


# Reading, packing, profile -----------------------------------------------------------------------------------------


@rule(
    "PT-59",
    asserts="A file begins with the operator’s number, the moment that it was made, its own number and the safe’s "
    "code.",
)
def test_what_was_written_is_read_and_its_signs_are_its_own() -> None:
    content = a_day()["JGDR_2026031012_2AA.xml"]
    assert content.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n<ficheiro>\n<cod_entexpl>1</cod_entexpl>')
    assert b"Ana &lt;3 &amp; Rui" in content
    assert b"<datahr>20260310120000</datahr><id_ficheiro>13</id_ficheiro>" in content
    assert b"<cod_cofre>2AA</cod_cofre>" in content
    assert b"\r" not in content
    read = reading.read("JGDR_2026031012_2AA.xml", content)
    (entry,) = read.root.all("jogador")
    assert entry.value("alias_jog") == "Ana <3 & Rui"
    assert list(schema.faults(read.category, read.root)) == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xef\xbb\xbf<?xml",
        b'<?xml version="1.0" encoding="UTF-8"?>\n<ficheiro>',
        b'<?xml version="1.0" encoding="UTF-8"?>\n<ficheiro></ficheiros>',
        b'<?xml version="1.0" encoding="UTF-8"?>\n<ficheiro a="b"></ficheiro>',
        b'<?xml version="1.0" encoding="UTF-8"?>\n<ficheiro><!-- x --></ficheiro>',
        b'<?xml version="1.0" encoding="UTF-8"?>\n<ficheiro>\xff</ficheiro>',
        b'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE x [<!ENTITY a "b">]><ficheiro>&a;</ficheiro>',
        b'<?xml version="1.0" encoding="UTF-8"?>\n' + b"<a>" * 100_000,
        b'<?xml version="1.0" encoding="UTF-8"?>\n<ficheiro></ficheiro><ficheiro></ficheiro>',
    ],
)
def test_bytes_that_are_no_file_of_ours_are_told(content: bytes) -> None:
    with pytest.raises(Unreadable):
        reading.read(RESF, content)


def test_the_same_files_are_the_same_package() -> None:
    files = a_day()
    one = package.packed(files)
    assert one == package.packed(dict(reversed(files.items())))
    assert one != package.packed(files | {TRAN: files[TRAN] + b"\n"})


WISH = ExclusionRecord(
    document_kind=4,
    document_number="X1",
    full_name="Ana Reis",
    nationality="PT",
    occupation="",
    address="Rua",
    postal_code="",
    district="",
    email="a@sabot.example",
    months=None,
    starts_at=NOON,
    motive="",
)


def test_every_exclusion_has_its_values() -> None:
    content = writing.exclusions(
        [WISH, replace(WISH, months=3, motive="quero parar")], writing.Envelope(NOON, 0), PROFILE
    )
    read = reading.read("EXCL_20260310_2AA.xml", content)
    assert list(schema.faults(read.category, read.root)) == []
    values = [each.values() for each in read.root.all("RegistoPedidoExclusao")]
    assert [(each["Duracao"], each["Motivo"], each["SitProfissional"]) for each in values] == [
        ("127", "não indicado", "99"),
        ("3", "quero parar", "99"),
    ]


def test_a_profile_says_what_is_wrong_with_it() -> None:
    assert profile_of({"vault": "2AA", "push_as": "gain"}).push_as == "gain"
    for wrong in (
        {"vault": "2aa"},
        {"operator": 128},
        {"operator": True},
        {"push_as": "both"},
        {"repeated_hour": "third"},
        {"card_code": "three-letters"},
        {"decimals": 7},
        {"documents": "hex"},
        {"taken_back": "never"},
        {"colour": "red"},
        {"local_codes": "4"},
        {"package": ""},
    ):
        with pytest.raises(ProfileInvalid) as told:
            profile_of(wrong)
        assert told.value.name in wrong


ASKED = {
    "card code": {"card_code"},
    "codes of the pairs": {"local_codes"},
    "push as refund or as gain": {"push_as"},
    "void code": {"void_code"},
    "decimals of the fraction": {"decimals"},
    "empty hours": {"empty_hours"},
    "the repeated hour": {"repeated_hour"},
    "list of regions": {"regions"},
    "list of means of payment": {"instruments"},
    "duration without end": {"indefinite_code"},
    "logon": {"logon"},
    "package name": {"package"},
    "images of documents": {"documents"},
    "whether taken-back stakes are told": {"taken_back"},
}
"""What is open with the supervisor, by the list of the specification (1.9), and the settings that answer it."""


def test_every_open_point_is_a_setting_and_is_shown() -> None:
    settings = set().union(*ASKED.values())
    assert settings <= set(Profile.__dataclass_fields__)
    assert settings <= set(OPEN)
    assert set(OPEN) - settings == {"unknown", "variants"}
    assert set(CHOICES) <= set(OPEN)


def test_a_choice_has_something_to_choose() -> None:
    assert {name for name, known in CHOICES.items() if len(known) < 2} == set()
    for name, known in CHOICES.items():
        assert all(profile_of({name: each}) for each in known)


def test_without_images_the_elements_are_empty_or_left_out() -> None:
    envelope = writing.Envelope(NOON, 0)
    empty = writing.exclusions([WISH], envelope, PROFILE)
    assert b"<DocFrente></DocFrente><DocVerso></DocVerso>" in empty
    profile = replace(PROFILE, documents="left-out")
    without = writing.exclusions([WISH], envelope, profile)
    assert without == empty.replace(b"<DocFrente></DocFrente><DocVerso></DocVerso>", b"")
    for content, fits, other in ((empty, PROFILE, profile), (without, profile, PROFILE)):
        root = reading.read("EXCL_20260310_2AA.xml", content).root
        assert list(schema.faults(Category.EXCLUSIONS, root, schema.form_of(fits))) == []
        assert list(schema.faults(Category.EXCLUSIONS, root, schema.form_of(other))) != []
