"""A day's files from real rows: every record there, every sum agrees, made again the same, delivered once."""

import io
import uuid
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction
from django.db.models import F

from kernel.money import Currency
from players.access.operations import sign_in
from players.access.operations.corrections import give_contact_details
from players.models import Device, Exclusion, Person
from players.protection.operations.exclusion import ExclusionKind
from reporting.models import SafeFile, SafePackage
from reporting.operations.safe_files import FilesMade, FilesRejected, FilesRejection, deliver_files, make_files
from reporting.six_files import forms, reading
from reporting.six_files.profile import Profile
from reporting.six_files.safe import DeliveryRefused, FolderSafe
from tables.models import Bet, Slip
from tables.operations import bets, seats
from tables.operations.breaks import take_break
from tables.operations.origin import Origin
from tables.table_settings import TableSettings
from tests.factories import BANCA_WINS_WITH_5, PONTO_E_BANCA, PONTO_WINS, Actor, Floor
from tests.integration.players.tills import Till
from tests.rules import rule
from tests.tampering import past_triggers

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 10)
AFTER = datetime(2026, 3, 11, 0, 30, tzinfo=UTC)
MACAU_FLOOR = TableSettings(preset="macau-floor", minimum=10_00, max_prize=1_000_00, decks=6, shuffle="per-shoe")
PROFILE = Profile(vault="2AA", licence="001", operator=7)


class Night:
    """A day of two players at one table."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.rita, self.rui = (self._player(name) for name in ("rita", "rui"))
        self.table = floor.table(PONTO_E_BANCA, code="banca-1")

    def _player(self, name: str) -> Actor:
        """Registered, signed in, with 1,000 euros."""
        player = self.floor.player(name)
        session = uuid.uuid5(uuid.NAMESPACE_URL, name).hex
        agent = (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)" if name == "rui" else "Mozilla/5.0 (X11; Linux)"
        )
        sign_in.complete_sign_in(
            person_id=player.id, session=session, address="192.0.2.1", device=agent, now=self.floor.now
        )
        return player

    def origin(self, player: Actor) -> Origin:
        row = Device.objects.filter(person_id=player.id).latest("pk")
        return Origin(row.public_id, "192.0.2.1", "PT-11")

    def sit(self, *players: Actor) -> None:
        for player in players:
            seats.sit(
                table_id=self.table,
                person_id=player.id,
                seat=None,
                idempotency_key=uuid.uuid4(),
                now=self.floor.now,
                origin=self.origin(player),
            )

    def bet(self, player: Actor, **cents: int) -> None:
        slip = self.floor.slip(player, self.table, {name.replace("_", "-"): each for name, each in cents.items()})
        bets.take_slip(slip=replace(slip, origin=self.origin(player)), now=self.floor.now)

    def round(self, cards: Any, *laid: tuple[Actor, dict[str, int]]) -> None:
        self.floor.open_round(self.table, cards)
        for player, cents in laid:
            self.floor.now += timedelta(seconds=1)
            self.bet(player, **cents)
        while self.floor.step(self.table).value != "settled":
            pass


@pytest.fixture
def night(open_floor: Floor) -> Iterator[Night]:
    found = Night(open_floor)
    found.sit(found.rita, found.rui)
    yield found
    open_floor.prove()


def made(profile: Profile = PROFILE, day: date = DAY) -> FilesMade:
    return make_files(day=day, profile=profile, now=AFTER if day == DAY else AFTER + timedelta(days=9))


def files_of(day: FilesMade) -> dict[str, reading.Written]:
    with zipfile.ZipFile(io.BytesIO(day.content)) as package:
        return {name: reading.read(name, package.read(name)) for name in package.namelist()}


def values(files: dict[str, reading.Written], begins: str, element: str) -> list[dict[str, str]]:
    return [
        each.values() for name in sorted(files) if name.startswith(begins) for each in files[name].root.all(element)
    ]


@rule(
    "PT-58",
    asserts="A day of two players makes 98 files of six categories with their registrations, sign-ins, bets and "
    "deposits, whose sums agree with each other and with the ledger.",
    shared="One day of play, read in all six files.",
)
@rule("PT-63", asserts="Each bet’s record has its receipt, sign-in, address, region, cards, totals and balances.")
@rule("PT-68", asserts="A sign-in stands with its moment and a letter for the device: C for Linux, B for an iPhone.")
@rule("PT-69", asserts="A deposit stands as CREDITO with the balance before and after it.")
def test_a_day_of_play_is_told_in_six_files(night: Night) -> None:
    night.round(PONTO_WINS, (night.rita, {"ponto": 10_00, "empate": 5_00}), (night.rui, {"banca": 20_00}))
    night.round(BANCA_WINS_WITH_5, (night.rita, {"banca": 50_00}), (night.rui, {"ponto": 20_00}))
    night.floor.now += timedelta(hours=1)
    found = made()
    assert (found.package, len(found.files), found.repeat) == ("PACK_20260310_2AA.zip", 98, False)
    files = files_of(found)
    told = values(files, "AJOG", "pbanca")
    on_ponto = [each for each in told if each["a_local"] == "4"]
    on_ponto.sort(key=lambda each: each["a_valor"])  # players stand in the order of their ids, which are random
    assert [(each["a_valor"], each["g_ganho"], each["resultado"]) for each in on_ponto] == [
        ("10.00", "20.00", "4"),
        ("20.00", "0.00", "5"),
    ]
    first = on_ponto[0]
    rita = night.origin(night.rita)
    assert (first["id_sessao"], first["ip_jogador"], first["ip_regiao"]) == (str(rita.sign_in), "192.0.2.1", "PT-11")
    assert (first["cartas_p"], first["cartas_b"], first["pontuacao_p"]) == ("4S-4D", "KH-7C", "8")
    assert {each["cod_ficha"] for each in told} == set(Slip.objects.values_list("number", flat=True))
    assert sorted(each["dispositivo"] for each in values(files, "SESS", "jogador")) == ["B", "C"]
    paid_in = values(files, "TRAN", "conta")
    assert {(each["cod_optct"], each["saldo_ini"], each["saldo_mov"]) for each in paid_in} == {
        ("CREDITO", "0.00", "1000.00")
    }
    registered = values(files, "JGDR", "jogador")
    assert {(each["telefone"][:5], each["cod_postal"], each["logon"]) for each in registered} == {
        ("+3519", "1100-420", "rita@sabot.example"),
        ("+3519", "1100-420", "rui@sabot.example"),
    }
    (summary,) = values(files, "RESF", "liq_int")
    assert (summary["total_apostas"], summary["total_comissoes"]) == ("105.00", "25.00"), (
        "banca wins with 5: half is kept"
    )


@rule("PT-65", asserts="A day at a floor table of Macau tells its bets as Macau’s, with the table’s greatest prize.")
def test_a_floor_table_of_macau_tells_its_differential(night: Night) -> None:
    night.round(PONTO_WINS, (night.rui, {"ponto": 10_00}))
    seats.leave(table_id=night.table, person_id=night.rita.id, now=night.floor.now)
    night.table = night.floor.table(MACAU_FLOOR, code="sala-1")
    night.sit(night.rita)
    night.round(PONTO_WINS, (night.rita, {"ponto": 10_00}))
    told = {each["id_mesa"]: each for each in values(files_of(made()), "AJOG", "pbanca")}
    assert {table: (each["diferencial"], each["descr"]) for table, each in told.items()} == {
        "banca-1": ("", "bacará ponto e banca v1"),
        "sala-1": ("1000.00", "bacará ponto e banca Macau v1"),
    }


@rule("PT-58", asserts="A sign-in and the end of it stand as LOGIN and LOGOUT, each with its moment.")
def test_the_end_of_a_sign_in_is_told_as_such(night: Night) -> None:
    session = Device.objects.get(person_id=night.rui.id).session
    night.floor.now += timedelta(minutes=5)
    sign_in.end_devices(person_id=night.rui.id, session=session, now=night.floor.now)
    told = [each for each in values(files_of(made()), "SESS", "jogador") if each["codjogador"] == night.rui.key]
    assert [(each["tipo_log"], each["timestp_acao"]) for each in told] == [
        ("LOGIN", forms.stamp(night.floor.now - timedelta(minutes=5))),
        ("LOGOUT", forms.stamp(night.floor.now)),
    ]


@rule("PT-69", asserts="A withdrawal stands as DEBITO, with 1,000.00 before it and 980.00 after it.")
def test_a_withdrawal_is_told_as_what_left_the_account(night: Night) -> None:
    till = Till(night.floor)
    night.floor.now += timedelta(minutes=1)
    till.ask_out(night.rita, 20_00, till.instrument(night.rita, proven=True))
    told = [each for each in values(files_of(made()), "TRAN", "conta") if each["codjogador"] == night.rita.key]
    assert [(each["cod_optct"], each["saldo_ini"], each["saldo_mov"], each["saldo_fim"]) for each in told] == [
        ("CREDITO", "0.00", "1000.00", "1000.00"),
        ("DEBITO", "1000.00", "20.00", "980.00"),
    ]


@rule("PT-61", asserts="A day made again is the same bytes, file by file, also when it is another day’s turn.")
@rule("PT-58", asserts="Play money, tables of one guest and guests themselves are in no file for the regulator.")
def test_play_money_and_guests_are_in_no_file(night: Night) -> None:
    """H05."""
    night.round(PONTO_WINS, (night.rita, {"ponto": 10_00}))
    floor, before = night.floor, values(files_of(made()), "AJOG", "pbanca")
    play = floor.table(PONTO_E_BANCA, code="treino-1", currency=Currency.PLAY)
    zita, guest = floor.player("zita", cents=0, play_cents=500_00), floor.guest()
    floor.sit(zita, play)
    floor.open_round(play, PONTO_WINS)
    floor.bet(zita, play, ponto=50_00)
    floor.settle(play)
    files = files_of(make_files(day=DAY, profile=replace(PROFILE, vault="3BB"), now=AFTER))
    assert values(files, "AJOG", "pbanca") == before
    told = b"".join(files[name].content for name in files if name[:4] in ("AJOG", "TRAN", "RESF", "SESS"))
    assert zita.key.encode() not in told
    everything = b"".join(each.content for each in files.values())
    assert guest.key.encode() not in everything
    assert b"treino-1" not in everything


def test_made_again_it_is_the_same(night: Night) -> None:
    night.round(PONTO_WINS, (night.rita, {"ponto": 10_00}))
    first = made()
    other = make_files(day=DAY + timedelta(days=1), profile=PROFILE, now=AFTER + timedelta(days=2))
    again = make_files(day=DAY, profile=PROFILE, now=AFTER + timedelta(days=3))
    assert (again.content, again.files, again.repeat) == (first.content, first.files, True)
    assert not other.files.keys() & first.files.keys()
    numbers = SafeFile.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(98 * 2))
    with pytest.raises(DatabaseError), transaction.atomic():
        SafeFile.objects.update(number=1)


def test_a_void_round_gives_back_and_shows_no_cards(night: Night) -> None:
    night.floor.open_round(night.table)
    night.bet(night.rita, ponto=50_00)
    night.floor.void(night.table)
    (told,) = values(files_of(made()), "AJOG", "pbanca")
    assert (told["resultado"], told["cartas_p"], told["r_valor"], told["r_saldo_fim"]) == ("V", "", "50.00", "1000.00")


@rule(
    "PT-60",
    asserts="A stake laid before midnight on a round that ends after it stands in the next day’s files, and both days "
    "agree.",
)
def test_a_round_over_midnight_is_the_next_days(open_floor: Floor) -> None:
    open_floor.now = datetime(2026, 3, 10, 23, 59, 50, tzinfo=UTC)
    night = Night(open_floor)
    night.sit(night.rita)
    night.round(PONTO_WINS, (night.rita, {"ponto": 10_00}))
    today = files_of(made())
    tomorrow = files_of(make_files(day=DAY + timedelta(days=1), profile=PROFILE, now=AFTER + timedelta(days=1)))
    assert values(today, "AJOG", "pbanca") == []
    (told,) = values(tomorrow, "AJOG_2026031100", "pbanca")
    assert told["timestp_ini"].startswith("20260310235951")


@rule("PT-31", asserts="A wish of three months stands in the file of exclusions with its months, reason and address.")
def test_a_wish_is_told_and_a_short_break_is_not(night: Night) -> None:
    night.floor.now += timedelta(minutes=1)
    take = {"idempotency_key": uuid.uuid4(), "now": night.floor.now}
    take_break(person_id=night.rita.id, kind=ExclusionKind.FIXED, months=3, motive="quero parar", **take)  # type: ignore[arg-type]
    take_break(person_id=night.rui.id, kind=ExclusionKind.SHORT, length=timedelta(hours=1), **take)  # type: ignore[arg-type]
    (wish,) = values(files_of(made()), "EXCL", "RegistoPedidoExclusao")
    assert (wish["Duracao"], wish["Motivo"], wish["Distrito"], wish["SitProfissional"]) == (
        "3",
        "quero parar",
        "Lisboa",
        "22",
    )
    assert Exclusion.objects.count() == 2


def test_a_later_address_changes_no_file_that_was_made(night: Night) -> None:
    """Of who registered, wished and played that day, all is told as it stood then."""
    night.floor.now += timedelta(minutes=1)
    key = uuid.uuid4()
    take_break(person_id=night.rita.id, kind=ExclusionKind.FIXED, months=3, idempotency_key=key, now=night.floor.now)
    first = made()
    given = {"phone": "+351219876543", "postal_code": "4000-123", "district": "Porto", "occupation": "33"}
    change = give_contact_details(person_id=night.rita.id, given=given, address="192.0.2.1", now=AFTER)
    assert set(change.changed) == set(given)
    again = made()
    assert (again.repeat, again.files) == (True, first.files)


def test_a_wish_that_cannot_be_told_stops_the_day(night: Night) -> None:
    """A player without a kept date of birth cannot be written down: the day waits, and no wish is left out."""
    stranger = night.floor.player("sem-registo")
    Person.objects.filter(pk=stranger.id).update(birth_date=None)
    night.floor.now += timedelta(minutes=1)
    key = uuid.uuid4()
    take_break(person_id=stranger.id, kind=ExclusionKind.FIXED, months=3, idempotency_key=key, now=night.floor.now)
    with pytest.raises(FilesRejected) as refused:
        made()
    assert ("S11", "0 told, 1 wished") in {(fault.rule, fault.what) for fault in refused.value.faults}


def test_a_slip_without_a_sign_in_stops_the_day(night: Night) -> None:
    night.floor.open_round(night.table, PONTO_WINS)
    night.floor.bet(night.rita, night.table, ponto=10_00)
    while night.floor.step(night.table).value != "settled":
        pass
    with pytest.raises(FilesRejected) as refused:
        made()
    assert refused.value.reason is FilesRejection.SUMS_DIFFER
    assert {fault.rule for fault in refused.value.faults} == {"S09"}
    assert not SafeFile.objects.exists()
    assert not SafePackage.objects.exists()


def test_a_touched_bet_stops_the_day(night: Night) -> None:
    """Past every trigger: the gate settles each bet anew and adds up the ledger."""
    night.round(PONTO_WINS, (night.rita, {"ponto": 10_00}))
    with past_triggers():
        Bet.objects.update(returned=F("returned") + 1, prize=F("prize") + 1)
    with pytest.raises(FilesRejected) as refused:
        made()
    assert {"S02", "S07", "S08"} <= {fault.rule for fault in refused.value.faults}
    with past_triggers():
        Bet.objects.update(returned=F("returned") - 1, prize=F("prize") - 1)
    assert made().files


def test_facts_that_change_after_the_files_were_made_are_a_correction(night: Night) -> None:
    night.round(PONTO_WINS, (night.rita, {"ponto": 10_00}))
    made()
    with past_triggers():
        Slip.objects.update(region="ES")
    with pytest.raises(FilesRejected) as refused:
        made()
    assert refused.value.reason is FilesRejection.CHANGED
    assert all(name.startswith("AJOG") for name in refused.value.files)


def test_a_day_that_is_not_over_and_one_without_anything(night: Night) -> None:
    with pytest.raises(FilesRejected) as refused:
        make_files(day=DAY, profile=PROFILE, now=datetime(2026, 3, 10, 23, 59, tzinfo=UTC))
    assert refused.value.reason is FilesRejection.DAY_NOT_OVER
    assert len(made(day=date(2026, 3, 15)).files) == 98


@pytest.mark.parametrize(("day", "count"), [(date(2025, 3, 30), 94), (date(2025, 10, 26), 98)])
@rule("PT-60", asserts="A day of 23 and a day of 25 hours are made, with 94 and 98 files.")
def test_days_of_23_and_25_hours(floor: Floor, day: date, count: int) -> None:
    assert len(made(day=day).files) == count


# Delivering --------------------------------------------------------------------------------------------------------


@rule("PT-61", asserts="A package is delivered once: again it is the same receipt, and another content is refused.")
def test_the_folder_takes_a_package_once(night: Night, tmp_path: Path) -> None:
    """W03."""
    found, safe = made(), FolderSafe(tmp_path / "safe")
    receipt = deliver_files(made=found, profile=PROFILE, safe=safe, now=AFTER)
    assert (receipt.name, receipt.sha256, receipt.size) == (found.package, found.sha256, len(found.content))
    later = AFTER + timedelta(hours=1)
    assert deliver_files(made=found, profile=PROFILE, safe=safe, now=later) == receipt
    row = SafePackage.objects.get()
    assert (row.delivered_at, row.receipt["sha256"]) == (AFTER, found.sha256)
    assert sorted(each.name for each in safe.folder.iterdir()) == [found.package, f"{found.package}.receipt.json"]
    (safe.folder / found.package).write_bytes(b"another")
    with pytest.raises(DeliveryRefused):
        deliver_files(made=found, profile=PROFILE, safe=safe, now=later)
    with pytest.raises(DatabaseError), transaction.atomic():
        SafePackage.objects.update(delivered_at=later)


def test_a_folder_that_cannot_be_written_is_told_and_tried_again(night: Night, tmp_path: Path) -> None:
    found, there = made(), tmp_path / "file"
    there.write_text("no folder")
    with pytest.raises(DeliveryRefused):
        deliver_files(made=found, profile=PROFILE, safe=FolderSafe(there), now=AFTER)
    assert SafePackage.objects.get().delivered_at is None
    assert deliver_files(made=found, profile=PROFILE, safe=FolderSafe(tmp_path / "safe"), now=AFTER)


def test_what_was_not_made_is_not_delivered(night: Night, tmp_path: Path) -> None:
    forged = replace(made(), content=b"x", sha256="0" * 64)
    with pytest.raises(FilesRejected) as refused:
        deliver_files(made=forged, profile=PROFILE, safe=FolderSafe(tmp_path), now=AFTER)
    assert refused.value.reason is FilesRejection.NOT_MADE


def test_the_command_makes_delivers_and_says_what_is_wrong(night: Night, tmp_path: Path) -> None:
    settings = tmp_path / "files.toml"
    settings.write_text('vault = "2AA"\n', encoding="utf-8")
    out = io.StringIO()
    call_command("make_files", day=DAY, into=tmp_path / "safe", profile=settings, stdout=out)
    assert "PACK_20260310_2AA.zip" in out.getvalue()
    assert (tmp_path / "safe" / "PACK_20260310_2AA.zip").exists()
    settings.write_text('vault = "x"\n', encoding="utf-8")
    with pytest.raises(CommandError, match="vault"):
        call_command("make_files", day=DAY, profile=settings)
    with pytest.raises(CommandError):
        call_command("make_files", day=date(2999, 1, 1))
