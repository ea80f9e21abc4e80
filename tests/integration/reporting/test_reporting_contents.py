"""The contents of each register of the law, row by row, of a house where such things have happened (PT-R01 to PT-R20,
GL)."""

import uuid
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from baccarat.chances import Chance
from kernel.labels import labels_of
from kernel.periods import Period
from players.accounts.queries import Change
from players.audit.queries.dossier import Datum
from players.cashier import operations as cashier
from players.cashier.operations.sandbox_bank import Choice
from players.cashier.payments.provider import NoticeKind
from players.complaints import operations as complaints
from players.complaints.operations import cases, deciding
from players.models import Complaint, ExclusionKind, ExclusionSource, LimitKind, Person, SignInAttempt
from players.privacy import operations as privacy
from players.protection.operations import exclusion, limits
from players.roles import Role
from players.staff import operations as staff
from players.staff.operations import accounts
from reporting.catalogue import CATALOGUE, Asked, lists
from tables.models import StaffAct
from tables.operations import incidents, seats, stops, voids
from tables.operations.bets import BetRejected
from tables.operations.clocks import note_clock
from tables.operations.connections import Closed, Opened, note_connections
from tables.queries import IncidentKind, TableAct
from tests.factories import BANCA_WINS_WITH_5, PONTO_E_BANCA, PONTO_WINS, Floor
from tests.integration.players.tills import Till
from tests.rules import rule

pytestmark = pytest.mark.django_db
Found = dict[str, Any]


def rows(floor: Floor, name: str, *, days: int = 1, **asked: Any) -> list[Found]:
    """The register's rows up to now; every column that the report shows is there."""
    until = floor.now + timedelta(seconds=1)
    definition = CATALOGUE[name]
    register = definition.register(Asked(since=until - timedelta(days=days), until=until, **asked))
    with connection.cursor() as cursor:
        cursor.execute(register.in_order, register.parameters)
        names = [column.name for column in cursor.description or ()]
        assert {column.name for column in definition.columns} <= set(names)
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def by_name(found: list[Found]) -> dict[str, Found]:
    return {str(row["nickname"]): row for row in found}


def told(found: list[Found], *names: str) -> list[tuple[Any, ...]]:
    return [tuple(row[name] for name in names) for row in found]


@rule(
    "PT-R01",
    "PT-18",
    asserts="Five accounts are told as active, suspended, excluded twice and closed, with the balance, the reason and "
    "who did it.",
    shared="The same five accounts are told by six reports.",
)
@rule("PT-R11", asserts="Of five accounts the one closed after a death, with 1,000.00 left, is the only row.")
@rule("PT-R13", asserts="All five registered players are told, with e-mail, state and balance, and no member of staff.")
@rule(
    "PT-R14",
    "PT-25",
    asserts="A suspended player, one excluded for three months and one excluded by the house without end are told, "
    "with the reason.",
)
@rule(
    "PT-R16",
    asserts="A suspension, two exclusions and a closure for a death are told with reason and author; what befell staff "
    "is not.",
)
@rule("PT-07", asserts="An account closed for a death is told with the certificate and who closed it.")
def test_accounts_by_state_who_is_barred_and_which_ended(floor: Floor) -> None:
    """PT-R01, PT-R11, PT-R13, PT-R14, PT-R16."""
    keeper = floor.staff(Role.COMPLIANCE)
    _, rui, eva, rosa, joao = (floor.player(name) for name in ("ana", "rui", "eva", "rosa", "joao"))
    floor.promote(floor.staff(Role.SUPPORT), Role.AUDITOR)
    accounts.suspend(person_id=rui.id, reason="documento em dúvida", by=keeper.id, now=floor.now)
    exclusion.exclude(person_id=eva.id, kind=ExclusionKind.FIXED, months=3, now=floor.now)
    exclusion.exclude(
        person_id=rosa.id,
        kind=ExclusionKind.INDEFINITE,
        source=ExclusionSource.OPERATOR,
        by=keeper.id,
        reason="sinais de dano",
        now=floor.now,
    )
    floor.wait(minutes=1)
    privacy.close_for_death(
        person_id=joao.id, reason="certidão 2026/7", by=keeper.id, idempotency_key=uuid.uuid4(), now=floor.now
    )
    standing = by_name(rows(floor, "accounts"))
    assert {name: row["state"] for name, row in standing.items()} == {
        "ana": "active",
        "rui": "suspended",
        "eva": "excluded",
        "rosa": "excluded",
        "joao": "closed",
    }
    assert told([standing["rui"]], "balance", "reason", "employee") == [(1_000_00, "documento em dúvida", keeper.name)]
    assert told([standing["joao"]], "last_change", "reason", "employee") == [
        ("closed-death", "certidão 2026/7", keeper.name)
    ]
    assert told(rows(floor, "barred-players"), "nickname", "kind", "source", "reason") == [
        ("rui", "suspended", "operator", "documento em dúvida"),
        ("eva", "fixed", "self", ""),
        ("rosa", "indefinite", "operator", "sinais de dano"),
    ]
    assert told(rows(floor, "account-endings"), "nickname", "what", "reason", "employee") == [
        ("rui", "suspended", "documento em dúvida", keeper.name),
        ("eva", "excluded-fixed", "o próprio", ""),
        ("rosa", "excluded-indefinite", "a casa: sinais de dano", keeper.name),
        ("joao", "closed-death", "certidão 2026/7", keeper.name),
    ], "what staff did to staff is no account's end"
    assert told(rows(floor, "closed-with-balance"), "nickname", "balance") == [("joao", 1_000_00)]
    roll = by_name(rows(floor, "players"))
    assert set(roll) == set(standing)
    assert told([roll["ana"]], "email", "state", "balance") == [("ana@sabot.example", "active", 1_000_00)]
    floor.wait(days=2)
    assert rows(floor, "account-endings") == [], "of two days before"


@rule("PT-R01", asserts="An account is active again whose break is over, and one whose exclusion the house took back.")
@rule("PT-R14", asserts="A break that is over and an exclusion that the house took back bar no player any more.")
def test_what_is_over_or_was_taken_back_bars_no_account(floor: Floor) -> None:
    keeper, ana, rui = floor.staff(Role.COMPLIANCE), floor.player("ana"), floor.player("rui")
    exclusion.exclude(person_id=ana.id, kind=ExclusionKind.SHORT, length=timedelta(hours=2), now=floor.now)
    ordered = exclusion.exclude(
        person_id=rui.id,
        kind=ExclusionKind.FIXED,
        months=3,
        source=ExclusionSource.OPERATOR,
        by=keeper.id,
        reason="sinais de dano",
        now=floor.now,
    )
    assert told(rows(floor, "barred-players"), "nickname") == [("ana",), ("rui",)]
    floor.wait(hours=3)
    exclusion.revoke(exclusion_id=ordered.exclusion_id, reason="engano", by=keeper.id, now=floor.now)
    assert rows(floor, "barred-players") == []
    assert told(rows(floor, "accounts"), "nickname", "state") == [("ana", "active"), ("rui", "active")]


@rule("PT-R11", asserts="An account that was closed without a balance is not among the closed ones with a balance.")
def test_an_empty_account_is_not_among_the_closed_ones_with_a_balance(floor: Floor) -> None:
    lia = floor.player("lia", cents=0)
    privacy.close_account(person_id=lia.id, idempotency_key=uuid.uuid4(), now=floor.now)
    assert told(rows(floor, "accounts"), "nickname", "state") == [("lia", "closed")]
    assert rows(floor, "closed-with-balance") == []


@rule(
    "PT-R10",
    asserts="A player without movements for 91 days is told, with a balance of 1,000.00, and one for 90 days is not.",
)
def test_players_without_movements_for_more_than_ninety_days(floor: Floor) -> None:
    """PT-R10: the ninetieth day is not yet one too many."""
    floor.player("ana")
    floor.wait(days=1)
    floor.player("rui")
    floor.wait(days=90, seconds=-1)  # asked a second later
    assert told(rows(floor, "inactive-accounts"), "nickname", "days", "balance") == [("ana", 91, 1_000_00)]


@rule(
    "PT-R12",
    asserts="A verified registration is told as complete, and as incomplete one that is not verified and one without a "
    "confirmed e-mail.",
)
def test_registrations_say_what_is_missing(floor: Floor) -> None:
    """PT-R12."""
    floor.player("ana", cents=0)
    floor.player("rui", cents=0, verified=False)
    Person.objects.filter(pk=floor.player("eva", cents=0).id).update(email_confirmed_at=None)
    found = by_name(rows(floor, "registrations"))
    states = {name: row["state"] for name, row in found.items()}
    assert states == {"ana": "complete", "rui": "incomplete", "eva": "incomplete"}
    assert found["rui"]["verified_at"] is None


@rule(
    "PT-R02",
    asserts="A deposit of 80.00 is told with the balance before and after: 0 and 80.00.",
    shared="The same day at the cashier is told by five reports.",
)
@rule("PT-R03", asserts="80.00 credited and 30.00 rejected are told by bank account, and not of a later day.")
@rule("PT-R04", asserts="A deposit of 30.00 that its bank rejected is the only row, with a reason.")
@rule(
    "PT-R05",
    asserts="A withdrawal of 20.00 is told with 60.00 left, and one that staff refused as asked for and as given back.",
)
@rule(
    "PT-R06",
    asserts="A withdrawal of 3,000.00 that staff refused is the only row, with the reason and who refused it.",
)
def test_money_in_and_out_and_what_was_turned_down(floor: Floor) -> None:
    """PT-R02 to PT-R06."""
    till, approver = Till(floor), floor.staff(Role.APPROVER)
    ana, rui = floor.player("ana", cents=0), floor.player("rui", cents=0)
    means = till.instrument(ana)
    till.paid(ana, 80_00, instrument=means)
    till.choose(till.start(rui, 30_00), Choice.REJECT)
    till.deliver()
    out = till.ask_out(ana, 20_00, means)
    till.sweep()
    assert told(rows(floor, "deposits"), "nickname", "amount", "balance_before", "balance_after") == [
        ("ana", 80_00, 0, 80_00)
    ]
    assert told(rows(floor, "deposits-by-instrument"), "nickname", "instrument", "amount", "state") == [
        ("ana", "bank-account", 80_00, "credited"),
        ("rui", "bank-account", 30_00, "rejected"),
    ]
    (rejected,) = rows(floor, "rejected-deposits")
    assert (rejected["nickname"], rejected["amount"], bool(rejected["reason"])) == ("rui", 30_00, True)
    assert told(rows(floor, "withdrawals"), "nickname", "amount", "balance_after") == [("ana", -20_00, 60_00)]
    floor.player("zeca", cents=0)
    big = floor.player("eva", cents=9_000_00)
    held = till.ask_out(big, 3_000_00, till.instrument(big, proven=True))
    cashier.refuse_withdrawal(key=held, reason="conta por provar", by=approver.id, now=floor.now)
    assert till.withdrawal(out).state != "refused"
    assert told(rows(floor, "rejected-withdrawals"), "nickname", "amount", "state", "reason", "employee") == [
        ("eva", 3_000_00, "refused", "conta por provar", approver.name)
    ]
    assert told(rows(floor, "withdrawals"), "nickname", "code", "amount") == [
        ("ana", "withdrawal-requested", -20_00),
        ("eva", "withdrawal-requested", -3_000_00),
        ("eva", "withdrawal-given-back", 3_000_00),
    ]
    floor.wait(days=2)
    for name in ("deposits", "deposits-by-instrument", "rejected-deposits", "withdrawals", "rejected-withdrawals"):
        assert rows(floor, name) == [], f"{name}: two days later"


@rule("PT-R06", asserts="A withdrawal of 20.00 that the bank did not take is told as failed.")
def test_a_withdrawal_that_the_bank_did_not_take_is_told(floor: Floor) -> None:
    till, ana = Till(floor), floor.player("ana")
    out = till.ask_out(ana, 20_00, till.instrument(ana, proven=True))
    till.sweep()
    assert till.tell(out, NoticeKind.PAY_OUT_FAILED) == "applied"
    assert told(rows(floor, "rejected-withdrawals"), "nickname", "amount", "state") == [("ana", 20_00, "failed")]


@rule("PT-R02", asserts="A deposit of 80.00 that its bank took back stands among the deposits once, as it was made.")
def test_a_deposit_that_a_bank_took_back_is_told_as_a_deposit_once(floor: Floor) -> None:
    till, ana = Till(floor), floor.player("ana", cents=0)
    paid = till.paid(ana, 80_00, instrument=till.instrument(ana))
    floor.wait(days=1)
    assert till.tell(paid, NoticeKind.CHARGED_BACK) == "applied"
    assert ana.balance() == 0
    assert told(rows(floor, "deposits", days=2), "nickname", "code", "amount") == [("ana", "deposit", 80_00)]


@rule(
    "PT-54",
    "PT-R20",
    asserts="10.00 on Ponto that return 20.00 and 5.00 lost on Banca are told bet by bet.",
    shared="The same slip is told by five reports.",
)
@rule(
    "PT-R17",
    asserts="An account is told with 1,020.00 of deposits, 15.00 staked, 20.00 paid out and 1,025.00 at the end.",
)
@rule("PT-R07", asserts="A slip of 15.00 and a payout of 20.00 are the account's gaming movements.")
@rule(
    "PT-52",
    asserts="A player's game is told with its round and the balance before and after: 1,000.00 and 1,005.00.",
)
@rule("PT-51", asserts="A session is told with 15.00 staked, 20.00 returned, one deposit and no withdrawal.")
def test_stakes_by_bet_account_and_round(floor: Floor) -> None:
    """PT-R07, PT-R17, PT-R20, PT-51, PT-52, PT-54."""
    table, ana = floor.table(PONTO_E_BANCA, code="lua"), floor.player("ana")
    floor.wait(seconds=1)
    floor.sit(ana, table)
    code = floor.open_round(table, PONTO_WINS)
    floor.bet(ana, table, ponto=10_00, banca=5_00)
    floor.settle(table)
    till = Till(floor)
    till.paid(ana, 20_00, instrument=till.instrument(ana, proven=True))
    assert set(told(rows(floor, "bets"), "player", "chance", "stake", "returned", "outcome")) == {
        (ana.key, "ponto", 10_00, 20_00, "win"),
        (ana.key, "banca", 5_00, 0, "lose"),
    }
    assert told(rows(floor, "account-sums"), "nickname", "opening", "deposits", "staked", "payouts", "closing") == [
        ("ana", 0, 1_020_00, 15_00, 20_00, 1_025_00)
    ]
    moved = told(rows(floor, "game-movements"), "code", "amount")
    assert sorted(moved) == [("payout", 20_00), ("stake", -15_00)]
    (game,) = rows(floor, "player-games")
    assert (game["round"], game["opening"], game["closing"]) == (code, 1_000_00, 1_005_00)
    (session,) = rows(floor, "player-sessions")
    assert (session["nickname"], session["staked"], session["returned"]) == ("ana", 15_00, 20_00)
    assert (session["deposits"], session["withdrawals"], session["device"]) == (1, 0, "")


@rule(
    "PT-R08",
    asserts="From 500.00 on one deposit of just as much, two of 300.00 and 700.00 of which 650.00 leave hardly played "
    "are told, and 499.99 are not.",
)
def test_transfers_to_look_at(floor: Floor) -> None:
    """PT-R08: one alone, several together, in and out hardly played."""
    till = Till(floor)
    for name, amounts in (
        ("grande", (500_00,)),
        ("varios", (300_00, 300_00)),
        ("pouco", (700_00,)),
        ("normal", (499_99,)),
    ):
        player = floor.player(name, cents=0)
        means = till.instrument(player, proven=True)
        for amount in amounts:
            till.paid(player, amount, instrument=means)
        if name == "pouco":
            till.ask_out(player, 650_00, means)
    found = told(rows(floor, "unusual-transfers", least=500_00), "nickname", "why")
    assert sorted(found) == [("grande", "single"), ("pouco", "little-played"), ("varios", "cumulative")]


@rule(
    "PT-50",
    "PT-R09",
    asserts="A player who goes from 10.00 a day to 30.00 is told as three times the usual; one who goes to 25.00 is "
    "not, and one who played on two days before has no usual yet.",
)
def test_a_player_who_suddenly_stakes_three_times_as_much(floor: Floor) -> None:
    """PT-R09: against their own ninety days before."""
    table, ana, rui, eva = floor.table(PONTO_E_BANCA), *(floor.player(name) for name in ("ana", "rui", "eva"))
    for day in range(4):
        for player, usual, last in ((ana, 10_00, 30_00), (rui, 10_00, 25_00), (eva, 10_00, 30_00)):
            if player is eva and day == 0:
                continue
            floor.sit(player, table)
            floor.open_round(table)
            floor.bet(player, table, ponto=last if day == 3 else usual)
            floor.settle(table)
            seats.leave(table_id=table, person_id=player.id, now=floor.now)
        if day < 3:
            floor.wait(days=1)
    assert told(rows(floor, "pattern-deviations"), "nickname", "a_day_before", "a_day", "times") == [
        ("ana", 10_00, 30_00, 3_000_000)
    ]


@rule(
    "GL-16",
    asserts="A player’s limits are told with kind, period, whose they are, state, amount, and the reason of the "
    "house’s.",
)
@rule(
    "PT-R15",
    asserts="A bet limit of 50.00 in force, its wish for 90.00 that waits, and a deposit limit of 200.00 set by the "
    "house with its reason are told.",
)
def test_limits_in_force_and_waiting(floor: Floor) -> None:
    """PT-R15."""
    ana, keeper = floor.player("ana"), floor.staff(Role.COMPLIANCE)
    for most in (50_00, 90_00):
        limits.set_limit(
            person_id=ana.id,
            kind=LimitKind.STAKE,
            period=Period.DAY,
            most=most,
            idempotency_key=uuid.uuid4(),
            now=floor.now,
        )
    limits.set_operators_limit(
        person_id=ana.id,
        kind=LimitKind.DEPOSIT,
        period=Period.WEEK,
        most=200_00,
        reason="sinais de dano",
        by=keeper.id,
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    assert told(rows(floor, "limits"), "kind", "period", "source", "state", "most", "employee", "reason") == [
        ("deposit", "week", "operator", "in-force", 200_00, keeper.name, "sinais de dano"),
        ("stake", "day", "self", "in-force", 50_00, "", ""),
        ("stake", "day", "self", "waiting", 90_00, "", ""),
    ]


@rule(
    "PT-R18",
    asserts="An incident closed is told with its cause, solution and author, and a void round and a stop with their "
    "reason, each once.",
)
def test_errors_with_cause_and_solution(floor: Floor) -> None:
    """PT-R18: an incident closed, a void round, a switch."""
    boss, second, table = floor.staff(Role.SUPERVISOR), floor.staff(Role.COMPLIANCE), floor.table(code="lua")
    noticed = incidents.report(text="Falhou a luz.", by=boss.id, idempotency_key=uuid.uuid4(), now=floor.now)
    it: dict[str, Any] = {"incident_id": noticed.incident_id, "by": boss.id, "now": floor.now}
    incidents.explain(**it, cause="corte da rede", solution="gerador")
    incidents.learn(**it, lessons="um gerador")
    incidents.tell_regulator(**it, word="Falhou a luz.")
    incidents.propose_end(**it)
    incidents.approve_end(**it | {"by": second.id})
    floor.wait(minutes=1)
    code = floor.open_round(table, BANCA_WINS_WITH_5)
    voids.void_round(table_id=table, by=boss.id, reason="carta à vista", now=floor.now)
    floor.wait(minutes=1)
    stops.stop(scope="all", reason="manutenção", by=boss.id, now=floor.now)
    assert told(rows(floor, "system-errors"), "what", "subject", "cause", "solution", "employee") == [
        ("other", "", "corte da rede", "gerador", f"{boss.name}, {second.name}"),
        ("void-round", code, "carta à vista", "", boss.name),
        ("stop-play", "all", "manutenção", "", boss.name),
    ]
    incidents.watch(now=floor.now)  # the void becomes an incident: told once, its reason kept
    found = told(rows(floor, "system-errors"), "what", "cause")
    assert (len(found), found.count(("void-round", "carta à vista"))) == (3, 1)


@rule(
    "PT-R18",
    asserts="An incident that a person noticed is told in that person’s words, with its severity, the money and "
    "players touched and when the regulator was told; that of a void round with the stakes and players of the round.",
)
def test_errors_with_what_they_touched(floor: Floor) -> None:
    boss, player, table = floor.staff(Role.SUPERVISOR), floor.player(), floor.table()
    noticed = incidents.report(text="Falhou a luz.", by=boss.id, idempotency_key=uuid.uuid4(), now=floor.now)
    it: dict[str, Any] = {"incident_id": noticed.incident_id, "by": boss.id, "now": floor.now}
    incidents.measure(**it, amount=5_00, people=1, standstill=60, reason="pelas câmaras")
    incidents.grade(**it, severity=1, reason="ficou tudo às escuras")
    incidents.tell_regulator(**it, word="Falhou a luz durante um minuto.")
    floor.wait(minutes=1)
    floor.sit(player, table)
    floor.open_round(table)
    floor.bet(player, table, ponto=10_00)
    floor.void(table, reason="carta caída")
    columns = ("noticed", "severity", "currency", "amount", "people", "told_at")
    void = ("carta caída", None, "EUR", 10_00, 1, None)
    said = ("Falhou a luz.", 1, "EUR", 5_00, 1, it["now"])
    assert told(rows(floor, "system-errors"), *columns) == [said, void]
    incidents.watch(now=floor.now)
    graded = ("carta caída", 2, *void[2:])
    assert told(rows(floor, "system-errors"), *columns) == [said, graded]
    floor.prove()


def test_every_act_of_staff_and_every_kind_of_incident_has_words() -> None:
    """The acts of two persons and the silence of an external service stood there as codes."""
    assert set(TableAct) | set(Change) | set(Datum) <= set(lists.EVENTS)
    assert {*IncidentKind, TableAct.STOP_PLAY} == set(lists.ERRORS)


@rule("PT-54", asserts="Every bet has a name and its possible results in the record.")
def test_every_bet_has_its_name_and_its_possible_results() -> None:
    """PT-54: of every bet, not of the five of the gazette alone."""
    assert {chance.value for chance in Chance} == set(labels_of(Chance)) == set(labels_of(Chance, "possible-results"))


@rule(
    "PT-R19",
    asserts="A complaint about a bet rejected after five hours is told with its player, state, outcome, who answered "
    "it and its deadline.",
)
@rule("PT-77", asserts="The complaints log tells the exact outcome of a case: rejected.")
def test_complaints_with_their_deadline_and_outcome(floor: Floor) -> None:
    """PT-R19."""
    ana, helper = floor.player("ana"), floor.staff(Role.SUPPORT)
    case = complaints.complain(
        person_id=ana.id, category="bet", text="A banca não tinha cinco.", idempotency_key=uuid.uuid4(), now=floor.now
    )
    floor.wait(hours=5)
    for act in (
        partial(cases.take_in_hand, complaint_id=case.complaint_id, by=helper.id),
        partial(
            deciding.decide,
            complaint_id=case.complaint_id,
            outcome="rejected",
            reasons="A jogada foi jogada de novo e deu o mesmo.",
            by=helper.id,
            idempotency_key=uuid.uuid4(),
        ),
    ):
        act(seen=Complaint.objects.get(pk=case.complaint_id).revision, now=floor.now)
    (row,) = rows(floor, "complaints")
    assert (row["nickname"], row["category"], row["state"], row["outcome"], row["hours"], row["employee"]) == (
        "ana",
        "bet",
        "answered",
        "rejected",
        5,
        helper.name,
    )
    assert row["due_on"] > floor.now.date()


@rule(
    "GL-18",
    asserts="Staff are told with their roles in words, and whose access ended with the moment and the reason; players "
    "are not among them.",
)
def test_staff_accounts(floor: Floor) -> None:
    """GL-18: roles in words; whose access ended, when and why."""
    boss, gone = floor.staff(Role.ADMINISTRATOR), floor.staff(Role.SUPPORT, Role.AUDITOR)
    floor.player("ana")
    staff.disable_staff(person_id=gone.id, reason="saiu da casa", by=boss.id, now=floor.now)
    assert told(rows(floor, "staff"), "name", "roles", "state", "ended_at", "reason") == [
        (boss.name, "administração", "active", None, None),
        (gone.name, "auditoria, apoio ao jogador", "disabled", floor.now, "saiu da casa"),
    ]


@rule(
    "GL-17",
    "PT-53",
    asserts="A correction, a deposit above 5,000.00, an exclusion and its notice are told; at a threshold of 7,000.00 "
    "the deposit of 6,000.00 is not.",
    shared="One report answers the three rows.",
)
@rule(
    "GL-23",
    asserts="A correction of 9.00 is told with who proposed and who authorised it, the reason, and the balance before "
    "and after: 6000,00 → 6009,00.",
)
def test_significant_events_name_who_did_and_who_authorised(floor: Floor) -> None:
    """GL-23, PT-53: corrections by two persons, large movements, and what becomes of exclusions."""
    helper, keeper, ana = floor.staff(Role.SUPPORT), floor.staff(Role.COMPLIANCE), floor.player("ana", cents=6_000_00)
    proposed = cashier.propose_adjustment(
        person_id=ana.id,
        amount=9_00,
        reason="prémio em falta",
        idempotency_key=uuid.uuid4(),
        by=helper.id,
        now=floor.now,
    )
    cashier.approve_adjustment(adjustment_id=proposed.adjustment_id, by=keeper.id, now=floor.now)
    exclusion.exclude(person_id=ana.id, kind=ExclusionKind.FIXED, months=6, now=floor.now)
    floor.wait(minutes=1)
    exclusion.give_notice(person_id=ana.id, now=floor.now)
    found = rows(floor, "significant-events", least=5_000_00)
    events = {row["event"]: row for row in found}
    assert told([events["adjustment"]], "subject", "employee", "authorised", "reason", "change") == [
        (ana.key, helper.name, keeper.name, "prémio em falta", "Saldo: 6000,00 → 6009,00")
    ]
    assert events["large-deposit"]["subject"] == ana.key
    assert events["excluded-fixed"]["reason"] == "o próprio"
    assert events["notice"]["subject"] == ana.key
    assert "large-deposit" not in {row["event"] for row in rows(floor, "significant-events", least=7_000_00)}


@rule(
    "PT-53",
    "GL-17",
    asserts="Failed and refused sign-ins are told with the address 192.0.2.7, and three lost connections with theirs; "
    "a page that is left is no loss.",
)
def test_relevant_events_name_failed_sign_ins_and_lost_connections(floor: Floor) -> None:
    """GL-17, PT-53: with the address; what a page that is left says is no loss, and neither is what the house says."""
    floor.now = timezone.now() - timedelta(hours=1)
    ana, table = floor.player("ana"), floor.table(PONTO_E_BANCA, code="praia")
    for email, outcome in (
        ("ana@sabot.example", "failed"),
        ("ana@sabot.example", "signed-in"),
        ("x@y.example", "refused"),
    ):
        SignInAttempt.objects.create(
            email=email,
            person_id=ana.id if email.startswith("ana") else None,
            factor="password",
            address="192.0.2.7",
            at=floor.now,
            outcome=outcome,
        )
    process = uuid.uuid4()
    opened = [
        Opened(uuid.uuid4(), ana.id, table, floor.now, "198.51.100.9", "Firefox") for _ in (1001, 4010, 1006, None, 0)
    ]
    closed = [
        Closed(each.code, floor.now + timedelta(seconds=5), code)
        for each, code in zip(opened, (1001, 4010, 1006, None), strict=False)
    ]
    note_connections(process=process, opened=opened, closed=closed, now=floor.now)
    floor.wait(minutes=5)

    found = rows(floor, "significant-events", least=10**9)
    attempts = [row for row in found if str(row["event"]).startswith("sign-in-")]
    assert sorted(told(attempts, "event", "subject", "reason", "address")) == [
        ("sign-in-failed", ana.key, "palavra-passe", "192.0.2.7"),
        ("sign-in-refused", "", "palavra-passe", "192.0.2.7"),
    ]
    lost = [row for row in found if row["event"] == "connection-lost"]
    assert sorted(told(lost, "component", "subject", "reason", "address")) == [
        ("connection", ana.key, "praia", "198.51.100.9"),
        ("connection", ana.key, "praia, 1006", "198.51.100.9"),
        ("connection", ana.key, "praia, com o seu processo web", "198.51.100.9"),
    ]
    assert CATALOGUE["significant-events"].personal


def test_changes_by_staff_tell_moments_in_legal_time(floor: Floor) -> None:
    """Whatever zone they were noted in; a text that only looks like a moment stays, and breaks nothing."""
    table, by = floor.table(), floor.staff(Role.GAME_MANAGER).id
    after = {"starts_at": "2026-07-01T12:00:00+00:00", "closes_at": "2026-01-05T12:00:00.118000+00:00", "cents": -5}
    noted = after | {"reference": "2026-02-31T12:00:00Z"}
    StaffAct.objects.create(
        at=floor.now,
        by_id=by,
        action=TableAct.APPROVE_CONFIGURATION,
        table_id=table,
        subject="v2",
        before={},
        after=noted,
    )
    (row,) = [each for each in rows(floor, "significant-events", least=10**9) if each["subject"] == "v2"]
    assert {part.partition(": ")[2] for part in row["change"].split("; ")} == {
        "2026-07-01 13:00:00.000+01:00",
        "2026-01-05 12:00:00.118+00:00",
        "2026-02-31T12:00:00Z",
        "−0,05",
    }


@rule(
    "GL-17", asserts="A dealing host's clock that leaves the database's clock, and its return, are significant events."
)
def test_clocks_that_differ_are_significant_events(floor: Floor) -> None:
    for seconds, agrees in ((-0.2503, False), (0.01, True)):
        note_clock(dealer="anfitriao:1:a", ahead=timedelta(seconds=seconds), agrees=agrees, now=floor.now)
        floor.wait(minutes=5)

    found = [row for row in rows(floor, "significant-events", least=10**9) if row["component"] == "clock"]
    assert sorted(told(found, "event", "subject", "reason")) == [
        ("clock-agrees", "anfitriao:1:a", "10 ms"),
        ("clock-differs", "anfitriao:1:a", "−250 ms"),
    ]


@rule(
    "PT-51",
    asserts="A session names the moment of the last bet taken; a bet taken back and one refused do not count.",
)
def test_a_session_names_the_last_bet_that_was_confirmed(floor: Floor) -> None:
    """PT-51: neither a refused slip nor a bet taken back counts."""
    ana, table = floor.player("ana"), floor.table(PONTO_E_BANCA, code="praia")
    floor.sit(ana, table)
    floor.open_round(table, PONTO_WINS)
    (row,) = rows(floor, "player-sessions")
    assert row["last_confirmed_at"] is None
    floor.bet(ana, table, ponto=10_00)
    confirmed = floor.now
    floor.wait(seconds=1)
    floor.bet(ana, table, ponto=-5_00)
    floor.wait(seconds=1)
    with pytest.raises(BetRejected):
        floor.bet(ana, table, ponto=10**9)

    (row,) = rows(floor, "player-sessions")
    assert row["last_confirmed_at"] == confirmed
