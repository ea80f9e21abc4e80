"""The national list: files taken whole or not at all, players barred and freed by it (PT-30, PT-31)."""

import contextlib
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st
from people import NOW, People

from kernel.money import Currency
from players.access.operations.registration import register_player
from players.access.operations.sign_in import complete_sign_in
from players.gates import Block, may_play
from players.models import Email, Exclusion, NationalEntry, Registration, StandingCheck
from players.protection.national_entries import Document, Entry
from players.protection.national_list import ListInvalid, parse
from players.protection.national_push import Push
from players.protection.operations.exclusion import ExclusionRejected, ExclusionRejection
from players.protection.operations.national import (
    ListTaken,
    PushTaken,
    apply_list,
    drop_entry,
    impose,
    lift,
    take_list,
    take_push,
)
from players.protection.queries.protection import national_exclusion_of
from players.roles import Role
from tests.rules import rule

HEAD = "referencia;nif;tipo;pais;documento;inicio;meses\n"
DAY = timedelta(days=1)


def listed(*lines: str) -> bytes:
    return (HEAD + "\n".join(lines)).encode()


def test_csv_and_xml_say_the_same() -> None:
    csv = parse(listed("SRIJ-1;123456789;;;;2026-01-31;3", "SRIJ-2;;2;FR;AB 12 34;2026-02-01;"))
    xml = parse(
        b'<ListaExcluidos><Excluido Referencia="SRIJ-1" NIF="123456789" Inicio="2026-01-31" Meses="3"/>'
        b'<Excluido Referencia="SRIJ-2" Tipo="2" Pais="fr" Documento="ab1234" Inicio="2026-02-01"/></ListaExcluidos>'
    )
    assert csv == xml
    assert csv[0].ends_at is not None
    assert csv[0].ends_at.isoformat() == "2026-04-29T23:00:00+00:00", "30 April begins in summer time"
    assert csv[1].ends_at is None


@pytest.mark.parametrize(
    ("content", "faults"),
    [
        (b"\xff\xfe", [(1, "not-utf-8")]),
        (b"a;b\n", [(1, "columns")]),
        (b"", [(1, "columns")]),
        (listed(), [(1, "empty")]),
        (b"<ListaExcluidos/>", [(1, "empty")]),
        (listed("SRIJ-1;12345678;;;;2026-01-31;3"), [(2, "tax-number")]),
        (listed("SRIJ-1;;;;;2026-01-31;3"), [(2, "no-identity")]),
        (listed("SRIJ-1;;;PT;AB1234;2026-01-31;3"), [(2, "document-kind")]),
        (listed("SRIJ-1;;7;PT;AB1234;2026-01-31;3"), [(2, "document-kind")]),
        (listed("SRIJ-1;;1;;AB1234;2026-01-31;3"), [(2, "document-country")]),
        (listed("SRIJ-1;123456789;;;;31-01-2026;3"), [(2, "beginning")]),
        (listed("SRIJ-1;123456789;;;;2026-01-31;0", "X;123456789;;;;2026-01-31;128"), [(2, "months"), (3, "months")]),
        (listed(";123456789;;;;2026-01-31;"), [(2, "reference")]),
        (listed("=A1;123456789;;;;2026-01-31;"), [(2, "reference")]),
        (listed("A;123456789;;;;2026-01-31;", "A;123456789;;;;2026-01-31;"), [(3, "reference-twice")]),
        (listed("A;123456789;;;2026-01-31"), [(2, "columns")]),
        (b"<ListaExcluidos><Excluido/>\n</ListaExcluidos", [(2, "not-xml")]),
        (b'<!DOCTYPE x [<!ENTITY a "b">]><ListaExcluidos/>', [(1, "entities")]),
        (b"<Outra/>", [(1, "unknown-element")]),
    ],
)
def test_a_bad_file_is_refused_with_its_lines(content: bytes, faults: list[tuple[int, str]]) -> None:
    with pytest.raises(ListInvalid) as invalid:
        parse(content)
    assert list(invalid.value.faults) == faults


MESSAGE = """<soap:Envelope xmlns:soap="urn:s"><soap:Body><n:ListaExcluidos xmlns:n="urn:n">
<n:Excluido><n:IdTipoCid>1</n:IdTipoCid><n:IdCidadao>{number}</n:IdCidadao><n:IdNacao>{country}</n:IdNacao>
<n:DataInicio>{begin}</n:DataInicio><n:DataFim>{end}</n:DataFim><n:Confirmado>{confirmed}</n:Confirmado></n:Excluido>
</n:ListaExcluidos></soap:Body></soap:Envelope>"""


def message(**others: str) -> bytes:
    said = {"number": "12345678 ZX4", "country": "PT", "begin": "2026-01-31", "end": "", "confirmed": "true"}
    return MESSAGE.format(**said | others).encode()


@rule(
    "PT-30",
    asserts="The regulator's message is read with its document, and an end on 30 April counts that day whole; "
    "9999-12-31 means without end, and a tax number is told apart.",
)
def test_the_regulators_own_messages_are_read() -> None:
    (entry,) = parse(message(end="2026-04-30"))
    assert entry.document == Document(1, "PT", "12345678ZX4")
    assert entry.reference == "1/PT/12345678ZX4/20260131"
    assert entry.ends_at is not None
    assert entry.ends_at.isoformat() == "2026-04-30T23:00:00+00:00", "the last day counts whole, in summer time"
    (endless,) = parse(message(end="9999-12-31", confirmed="false"))
    assert endless.ends_at is None
    (timed,) = parse(message(begin="2026-01-31T10:00:00", end="2026-02-01T10:00:00Z"))
    assert (timed.starts_at.isoformat(), timed.ends_at and timed.ends_at.isoformat()) == (
        "2026-01-31T10:00:00+00:00",
        "2026-02-01T10:00:00+00:00",
    )
    taxed = message(number="123456789").replace(b"<n:IdTipoCid>1", b"<n:IdTipoCid>3")
    assert (parse(taxed)[0].tax_number, parse(taxed)[0].document) == ("123456789", None)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (message(number=""), "no-identity"),
        (message(number="A" * 21), "document"),
        (message(country=""), "document-country"),
        (message(begin="31/01/2026"), "beginning"),
        (message(end="yesterday"), "end"),
        (message(end="2026-01-30"), "end"),
        (message(confirmed="maybe"), "confirmation"),
        (message().replace(b"n:Confirmado", b"n:Outro"), "unknown-element"),
        (message().replace(b"true<", b"<n:IdNacao>PT</n:IdNacao><"), "unknown-element"),
        (message().replace(b"n:Confirmado", b"n:IdNacao"), "columns"),
    ],
)
def test_a_bad_message_is_refused(content: bytes, fault: str) -> None:
    with pytest.raises(ListInvalid) as invalid:
        parse(content)
    assert fault in {what for _, what in invalid.value.faults}


@rule(
    "PT-30",
    asserts="An entry bars the player whose document has the same kind, country and number, and no one whose number "
    "alone is the same.",
)
@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "country", "barred"), [(1, "PT", True), (2, "PT", False), (1, "ES", False)])
def test_a_strangers_number_bars_no_player(people: People, kind: int, country: str, barred: bool) -> None:
    person_id = people.player().person_id
    number = Registration.objects.get(person_id=person_id).document_number
    entries = parse(listed(f"SRIJ-1;;{kind};{country};{number};2026-01-31;"))
    assert take_list(entries=entries, complete=True, now=NOW).barred == ((person_id,) if barred else ())
    assert (block_of(person_id) is Block.EXCLUDED) is barred
    found = national_exclusion_of(document=Document(kind, country, number), now=NOW)
    assert found is not None


@pytest.mark.django_db
def test_an_entry_that_says_it_is_over_frees(people: People) -> None:
    person_id = people.player().person_id
    number = Registration.objects.get(person_id=person_id).document_number
    take_list(entries=parse(message(number=number)), complete=False, now=NOW)
    assert block_of(person_id) is Block.EXCLUDED
    over = parse(message(number=number, end="2026-02-01"))
    assert take_list(entries=over, complete=False, now=NOW).freed == 1
    assert block_of(person_id) is None
    assert take_list(entries=over, complete=False, now=NOW).freed == 0


@given(st.binary(max_size=80) | st.text(max_size=80).map(lambda text: (HEAD + text).encode()))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    with contextlib.suppress(ListInvalid):
        assert all(entry.reference for entry in parse(content))


@pytest.mark.django_db
def test_a_player_is_barred_by_number_or_document_and_freed_again(people: People) -> None:
    person_id = people.player().person_id
    registered = Registration.objects.get(person_id=person_id)

    def block() -> Block | None:
        return may_play(person_ids=[person_id], currency=Currency.EUR, now=NOW)[person_id].block

    by_number = parse(listed(f"SRIJ-1;{registered.nif};;;;2026-01-31;6", "SRIJ-9;999999990;;;;2026-01-31;"))
    taken = take_list(entries=by_number, complete=True, now=NOW)
    assert (taken.entries, taken.barred, taken.freed) == (2, (person_id,), 0)
    assert block() is Block.EXCLUDED
    found = national_exclusion_of(nif=registered.nif, now=NOW)
    assert found is not None
    assert found.reference == "SRIJ-1"
    again = take_list(entries=by_number, complete=True, now=NOW)
    assert (again.removed, again.barred, again.freed) == (0, (), 0)
    by_document = parse(listed(f"SRIJ-2;;1;PT;{registered.document_number};2026-01-31;"))
    assert take_list(entries=by_document, complete=False, now=NOW).barred == (person_id,)
    assert drop_entry(reference="SRIJ-1", now=NOW).freed == 1
    assert block() is Block.EXCLUDED
    assert take_list(entries=by_number, complete=False, now=NOW).barred == (person_id,), "listed again, barred again"
    emails = Email.objects.count()
    assert (apply_list(now=NOW + DAY), apply_list(now=NOW + 2 * DAY)) == ((), ()), "and once"
    assert Email.objects.count() == emails
    assert take_list(entries=by_document, complete=True, now=NOW).freed == 1
    gone = take_list(entries=(), complete=True, now=NOW)
    assert (gone.removed, gone.freed) == (1, 1)
    assert block() is None
    assert (
        national_exclusion_of(nif=registered.nif, document=Document(1, "PT", registered.document_number), now=NOW)
        is None
    )
    assert national_exclusion_of(now=NOW) is None


@pytest.mark.django_db
def test_a_list_is_written_as_one_and_what_it_repeats_is_not_touched(people: People) -> None:
    nif = Registration.objects.get(person_id=people.player().person_id).nif
    lines = [f"SRIJ-{number};;2;FR;AB{number:06d};2026-01-31;" for number in range(300)]
    entries = parse(listed(*lines, f"SRIJ-300;{nif};;;;2026-01-31;"))
    with CaptureQueriesContext(connection) as asked:
        assert len(take_list(entries=entries, complete=True, now=NOW).barred) == 1
    assert len(asked) < 40, "no statement an entry"
    with connection.cursor() as cursor:
        cursor.execute("SELECT reference, xmin::text FROM players_nationalentry")
        before = set(cursor.fetchall())
        fewer = parse(listed(*lines[1:], f"SRIJ-300;{nif};;;;2026-01-31;6"))
        assert take_list(entries=fewer, complete=True, now=NOW + DAY).removed == 1
        cursor.execute("SELECT reference, xmin::text FROM players_nationalentry")
        assert {reference for reference, _ in before ^ set(cursor.fetchall())} == {"SRIJ-0", "SRIJ-300"}


@pytest.mark.django_db
def test_a_player_who_registers_later_is_found_by_the_sweep(people: People) -> None:
    person_id = people.player().person_id
    nif = Registration.objects.get(person_id=person_id).nif
    Registration.objects.filter(person_id=person_id).update(ended_at=NOW)
    take_list(entries=parse(listed(f"SRIJ-1;{nif};;;;2026-01-31;")), complete=True, now=NOW)
    Registration.objects.filter(person_id=person_id).update(ended_at=None)
    assert apply_list(now=NOW + DAY) == (person_id,)
    assert apply_list(now=NOW + DAY) == ()


@pytest.mark.django_db
def test_the_command_takes_a_file_or_refuses_it(
    people: People, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lista.csv"
    with pytest.raises(CommandError, match="No such file"):
        call_command("import_exclusions", str(path))
    path.write_bytes(listed("A;12;;;;2026-01-31;"))
    with pytest.raises(CommandError, match="line 2: tax-number"):
        call_command("import_exclusions", str(path))
    path.write_bytes(listed("A;123456789;;;;2026-01-31;"))
    call_command("import_exclusions", str(path))
    assert "1 entries, 0 removed; 0 players barred, 0 freed" in capsys.readouterr().out
    path.write_bytes(listed("B;123456789;;;;2026-01-31;"))
    call_command("import_exclusions", str(path))
    assert "1 entries, 0 removed" in capsys.readouterr().out, "no person is freed without the option"
    call_command("import_exclusions", str(path), "--whole")
    assert "1 entries, 1 removed" in capsys.readouterr().out


@pytest.mark.django_db
@pytest.mark.parametrize("by", ["nif", "document_number"])
def test_a_listed_person_registers_but_is_barred_from_the_first_moment(people: People, by: str) -> None:
    facts = people.facts()
    named = getattr(facts["details"], by)
    line = f"SRIJ-1;{named};;;;2026-01-31;" if by == "nif" else f"SRIJ-1;;1;PT;{named};2026-01-31;"
    take_list(entries=parse(listed(line)), complete=True, now=NOW)
    made = register_player(**facts)
    assert block_of(made.person_id) is Block.EXCLUDED
    check = StandingCheck.objects.get(person_id=made.person_id)
    assert (check.occasion, check.excluded, check.excluded_until) == ("registration", True, None)
    assert Email.objects.filter(person_id=made.person_id, kind="exclusion-begun").count() == 1
    assert apply_list(now=NOW + DAY) == (), "the sweep finds nothing left to do"


@pytest.mark.django_db
def test_a_player_listed_since_is_barred_by_the_very_sign_in(people: People) -> None:
    person_id = people.player().person_id
    nif = Registration.objects.get(person_id=person_id).nif
    (entry,) = parse(listed(f"SRIJ-1;{nif};;;;2026-01-31;6"))
    NationalEntry.objects.create(
        reference=entry.reference, tax_number=nif, starts_at=entry.starts_at, ends_at=entry.ends_at, received_at=NOW
    )
    assert block_of(person_id) is None
    for times in (1, 2):
        done = complete_sign_in(person_id=person_id, session=f"s{times}", address="", device="", now=NOW)
        assert done.standing is not None
        assert (done.standing.excluded, done.standing.excluded_until) == (True, entry.ends_at)
        assert Exclusion.objects.filter(person_id=person_id).count() == 1
    assert block_of(person_id) is Block.EXCLUDED
    assert StandingCheck.objects.filter(person_id=person_id, occasion="sign-in", excluded=True).count() == 2
    later = NOW + timedelta(days=200)
    after = complete_sign_in(person_id=person_id, session="s3", address="", device="", now=later)
    assert after.standing is not None
    assert not after.standing.excluded, "an entry that is over bars no player"


def block_of(person_id: int) -> Block | None:
    return may_play(person_ids=[person_id], currency=Currency.EUR, now=NOW)[person_id].block


@pytest.mark.django_db
def test_an_entry_that_comes_and_goes_within_one_moment_bars_each_time(people: People) -> None:
    player = people.player()
    for _ in range(4):
        barred = impose(person_id=player.person_id, reference="N-1", starts_at=NOW, ends_at=None, now=NOW)
        assert barred is not None
        assert not barred.repeat
        assert lift(references=["N-1"], now=NOW) == 1


@pytest.mark.django_db
def test_an_entry_that_is_withdrawn_frees_its_player(people: People) -> None:
    player = people.player().person_id
    nif = Registration.objects.get(person_id=player).nif
    assert impose(person_id=player, reference="SRIJ-0", starts_at=NOW, ends_at=NOW, now=NOW) is None
    entry = Entry("SRIJ-1", nif, None, NOW - DAY, None)
    take_list(entries=[entry], complete=False, now=NOW)
    with CaptureQueriesContext(connection) as asked:
        assert drop_entry(reference="SRIJ-1", now=NOW) == ListTaken(0, 1, (), 1)
    assert any("players_person" in str(each["sql"]) and " FOR " in str(each["sql"]) for each in asked.captured_queries)
    take_list(entries=[entry], complete=False, now=NOW)
    over = take_list(entries=[Entry("SRIJ-1", nif, None, NOW - DAY, NOW)], complete=False, now=NOW)
    assert (over.barred, over.freed) == ((), 1), "its end is this very moment"
    take_list(entries=[entry], complete=False, now=NOW)
    withdrawn = Push("gone", "gone", "SRIJ-1", NOW, None)
    assert take_push(push=withdrawn, now=NOW) == PushTaken(repeat=False, barred=(), freed=1)


@pytest.mark.django_db
def test_only_a_player_of_the_house_is_barred(people: People) -> None:
    for stranger in (people.staff(Role.SUPPORT).person_id, 10**9):
        with pytest.raises(ExclusionRejected) as refused:
            impose(person_id=stranger, reference="SRIJ-1", starts_at=NOW, ends_at=None, now=NOW)
        assert refused.value.reason is ExclusionRejection.NO_SUCH_PERSON
    assert not Exclusion.objects.exists()


@pytest.mark.django_db
def test_a_push_that_says_now_is_the_end_frees_the_player(people: People) -> None:
    player = people.player()
    nif = Registration.objects.get(person_id=player.person_id).nif

    def pushed(name: str, ends_at: datetime | None) -> PushTaken:
        entry = Entry("SRIJ-1", nif, None, NOW - DAY, ends_at)
        return take_push(push=Push(name, name, "SRIJ-1", NOW, entry), now=NOW)

    assert pushed("first", None) == PushTaken(repeat=False, barred=(player.person_id,), freed=0)
    assert pushed("first", None) == PushTaken(repeat=True, barred=(), freed=0)
    assert pushed("second", NOW) == PushTaken(repeat=False, barred=(), freed=1)
    assert may_play(person_ids=[player.person_id], currency=Currency.EUR, now=NOW)[player.person_id].block is None
