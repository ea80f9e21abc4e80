"""Two persons decide on accounts of the staff, and a new colleague decides nothing (H7, PT-16)."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.db import IntegrityError, connection, transaction
from tills import Till

from players.access.operations import registration
from players.access.operations.registration import RegistrationRejected, RegistrationRejection
from players.access.operations.reopening import ReopeningRejected, reopen_account
from players.accounts import queries, terms
from players.cashier import operations as cashier
from players.cashier.operations import AdjustmentRejected, WithdrawalRejected
from players.events.names import EventName
from players.messages.operations import asks
from players.models import (
    AccountClosure,
    Adjustment,
    Change,
    Email,
    Event,
    Obligation,
    Person,
    Prohibition,
    Registration,
    StaffIdentity,
    StaffProposal,
    StandingChange,
)
from players.protection.operations import prohibitions
from players.protection.operations.prohibitions import ProhibitionRejected
from players.roles import APART, Action, Role, may
from players.staff import operations as staff
from players.staff.operations import MemberRejected, MemberRejection, accounts
from tables.operations import configurations
from tables.operations.configurations import ConfigurationRejected
from tests.factories import MACAU, Actor, Floor, personal_details
from tests.rules import rule
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db
APPROVALS = (
    Action.APPROVE_ADJUSTMENT,
    Action.APPROVE_WITHDRAWAL,
    Action.APPROVE_CONFIGURATION,
    Action.APPROVE_AWARD,
)


class Office:
    """An administrator and a compliance officer who may decide, and what they do together."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.boss, self.other = floor.staff(Role.ADMINISTRATOR), floor.staff(Role.ADMINISTRATOR)
        self.compliance = floor.staff(Role.COMPLIANCE)

    def proposed(self, *roles: Role, by: Actor | None = None, **facts: Any) -> int:
        """A proposal to take on a colleague with these roles."""
        number = uuid.uuid4().hex[:10]
        given = {
            "email": f"{number}@sabot.example",
            "name": f"Pessoa {number}",
            "roles": roles,
            "full_name": "Rui Manuel Costa",
            "nif": personal_details().nif,
            "reason": "começa hoje",
            "idempotency_key": uuid.uuid4(),
            "by": (by or self.boss).id,
            "now": self.floor.now,
        }
        return staff.propose_hire(**given | facts).proposal_id

    def agreed(self, proposal_id: int, by: Actor | None = None) -> int:
        """The member whom it is about."""
        by = by or self.compliance
        done = staff.approve_proposal(proposal_id=proposal_id, by=by.id, now=self.floor.now)
        assert done.member_id is not None
        return done.member_id

    def hired(self, *roles: Role, by: Actor | None = None, agreed_by: Actor | None = None, **facts: Any) -> int:
        return self.agreed(self.proposed(*roles, by=by, **facts), agreed_by)

    def correction(self, by: int, amount: int = 10_000_00) -> int:
        """A correction that `by` proposes for a player."""
        return cashier.propose_adjustment(
            person_id=self.floor.player(cents=0).id,
            amount=amount,
            reason="engano",
            idempotency_key=uuid.uuid4(),
            by=by,
            now=self.floor.now,
        ).adjustment_id


@pytest.fixture
def office(floor: Floor) -> Office:
    return Office(floor)


def refused(act: Callable[..., Any], **asked: Any) -> MemberRejected:
    with pytest.raises(MemberRejected) as caught:
        act(**asked)
    return caught.value


def kept_by_the_database(act: Callable[[], Any], match: str) -> None:
    """Refused by the triggers and constraints, even to the owner of the tables."""
    with pytest.raises(IntegrityError, match=match), transaction.atomic(), as_owner():
        act()


def test_one_administrator_alone_moves_nothing(office: Office, floor: Floor) -> None:
    """Two puppets, one that proposes money and one that approves it: neither is taken on by one person."""
    puppets = [office.proposed(role) for role in (Role.SUPPORT, Role.APPROVER)]
    for proposal in puppets:
        error = refused(staff.approve_proposal, proposal_id=proposal, by=office.boss.id, now=floor.now)
        assert (error.reason, error.rule) == (MemberRejection.OWN_PROPOSAL, "H7")
        row = StaffProposal.objects.filter(pk=proposal)
        kept_by_the_database(
            lambda row=row: row.update(
                state="approved",
                member=office.other.id,
                decided_by=office.boss.id,
                decided_at=floor.now,
                settled_at=floor.now,
            ),
            "two_persons",
        )
    assert not Person.objects.filter(nickname__startswith="Pessoa").exists()


def test_two_puppets_whom_a_second_person_let_in_move_nothing_for_days(office: Office, floor: Floor) -> None:
    """The second person was deceived: still there are days in which everybody can see them."""
    support, approver = office.hired(Role.SUPPORT), office.hired(Role.APPROVER)
    proposal = office.correction(support)
    with pytest.raises(AdjustmentRejected) as caught:
        cashier.approve_adjustment(adjustment_id=proposal, by=approver, now=floor.now)
    assert (caught.value.reason, caught.value.rule) == ("too-recent", "H7")
    assert caught.value.until == floor.now + timedelta(days=7)
    kept_by_the_database(
        lambda: Adjustment.objects.filter(pk=proposal).update(
            state="approved", decided_by=approver, decided_at=floor.now
        ),
        "decides nothing yet",
    )
    floor.wait(days=7)
    cashier.approve_adjustment(adjustment_id=proposal, by=approver, now=floor.now)
    floor.prove()


def test_the_person_who_hired_a_colleague_does_not_decide_with_them_at_first(office: Office, floor: Floor) -> None:
    support = office.hired(Role.SUPPORT)
    proposal = office.correction(support)
    with pytest.raises(AdjustmentRejected) as caught:
        cashier.approve_adjustment(adjustment_id=proposal, by=office.compliance.id, now=floor.now)
    assert caught.value.reason == "same-hands"
    kept_by_the_database(
        lambda: Adjustment.objects.filter(pk=proposal).update(
            state="approved", decided_by=office.compliance.id, decided_at=floor.now
        ),
        "same hands",
    )
    cashier.approve_adjustment(adjustment_id=proposal, by=floor.staff(Role.APPROVER).id, now=floor.now)


def test_two_whom_one_person_let_in_within_days_of_each_other_wait_for_both(office: Office, floor: Floor) -> None:
    approver = office.hired(Role.APPROVER)
    floor.wait(days=6)
    support = office.hired(Role.SUPPORT, agreed_by=office.other)
    floor.wait(days=2)
    proposal = office.correction(support)
    with pytest.raises(AdjustmentRejected) as caught:
        cashier.approve_adjustment(adjustment_id=proposal, by=approver, now=floor.now)
    assert caught.value.reason == "same-hands"
    floor.wait(days=5)
    cashier.approve_adjustment(adjustment_id=proposal, by=approver, now=floor.now)


@pytest.mark.parametrize("act", ["roles", "enable", "second-factor"])
def test_every_change_begins_the_days_anew(office: Office, floor: Floor, act: str) -> None:
    member = floor.staff(Role.APPROVER)
    given = {"person_id": member.id, "reason": "porque sim", "idempotency_key": uuid.uuid4(), "by": office.boss.id}
    if act == "enable":
        staff.disable_staff(person_id=member.id, reason="férias", by=office.boss.id, now=floor.now)
        made = staff.propose_enabling(**given, now=floor.now)
    elif act == "roles":
        made = staff.propose_roles(**given, roles=[Role.APPROVER, Role.AUDITOR], now=floor.now)
    else:
        made = staff.propose_factor_reset(**given, now=floor.now)
    office.agreed(made.proposal_id)
    proposal = office.correction(floor.staff(Role.SUPPORT).id)
    with pytest.raises(AdjustmentRejected) as caught:
        cashier.approve_adjustment(adjustment_id=proposal, by=member.id, now=floor.now)
    assert caught.value.reason == "too-recent"


def test_neither_withdrawals_nor_rules_nor_colleagues_are_decided_at_first(office: Office, floor: Floor) -> None:
    new = {role: office.hired(role) for role in (Role.APPROVER, Role.COMPLIANCE)}
    till, player = Till(floor), floor.player(cents=5_000_00)
    key = till.ask_out(player, 3_000_00, till.instrument(player, proven=True))
    with pytest.raises(WithdrawalRejected) as withdrawal:
        cashier.approve_withdrawal(key=key, reason="conferido", by=new[Role.APPROVER], now=floor.now)
    assert withdrawal.value.reason == "too-recent"
    row = till.withdrawal(key)
    kept_by_the_database(
        lambda: type(row).objects.filter(pk=row.pk).update(first_by=new[Role.APPROVER], first_at=floor.now),
        "decides nothing yet",
    )
    table, manager = floor.table(MACAU), floor.staff(Role.GAME_MANAGER)
    drafted = configurations.draft(
        table_id=table, terms=MACAU, by=manager.id, idempotency_key=uuid.uuid4(), now=floor.now
    )
    configurations.submit(configuration_id=drafted.configuration_id, by=manager.id, now=floor.now)
    with pytest.raises(ConfigurationRejected) as rules:
        configurations.approve(
            configuration_id=drafted.configuration_id, by=new[Role.APPROVER], reference="SRIJ 1", now=floor.now
        )
    assert (rules.value.reason, rules.value.until) == ("too-recent", floor.now + timedelta(days=7))
    with connection.cursor() as cursor:

        def forge() -> None:
            cursor.execute(
                "UPDATE tables_configuration SET status = 'approved', reference = 'SRIJ 1', decided_by_id = %s,"
                " decided_at = %s WHERE id = %s",
                [new[Role.APPROVER], floor.now, drafted.configuration_id],
            )

        kept_by_the_database(forge, "decides nothing yet")
    third = office.proposed(Role.AUDITOR)
    error = refused(staff.approve_proposal, proposal_id=third, by=new[Role.COMPLIANCE], now=floor.now)
    assert error.reason is MemberRejection.TOO_RECENT


def test_roles_that_defeat_a_control_are_not_held_together(office: Office, floor: Floor) -> None:
    for pair in combinations(Role, 2):
        apart = set(pair) in [set(each) for each in APART]
        if not apart:
            office.proposed(*pair)
            continue
        with pytest.raises(MemberRejected) as caught:
            office.proposed(*pair)
        assert (caught.value.reason, set(caught.value.roles or ())) == (MemberRejection.ROLES_APART, set(pair))
        with pytest.raises(accounts.StaffRejected):
            floor.staff(*pair)
        kept_by_the_database(
            lambda pair=pair: StaffProposal.objects.create(
                key=uuid.uuid4(),
                act="roles",
                member_id=office.compliance.id,
                roles=list(pair),
                reason="porque sim",
                state="proposed",
                proposed_by_id=office.boss.id,
                proposed_at=floor.now,
            ),
            "players_staffproposal_not_",
        )
    assert not any(may(Person.objects.get(pk=office.boss.id), action) for action in APPROVALS)


def test_a_proposal_is_decided_once_by_another_and_stays(office: Office, floor: Floor) -> None:
    proposal, row = office.proposed(Role.SUPPORT), StaffProposal.objects
    mine = {"proposal_id": proposal, "now": floor.now}
    for who, reason in (
        (office.boss, MemberRejection.OWN_PROPOSAL),
        (floor.staff(Role.SUPPORT), MemberRejection.NOT_ALLOWED),
        (floor.player(), MemberRejection.NOT_ALLOWED),
    ):
        assert refused(staff.approve_proposal, by=who.id, **mine).reason is reason
    assert (
        refused(staff.reject_proposal, by=office.other.id, reason=" ", **mine).reason is MemberRejection.REASON_MISSING
    )
    done = [staff.reject_proposal(by=office.other.id, reason="não precisamos", **mine) for _ in range(2)]
    assert [each.repeat for each in done] == [False, True]
    assert refused(staff.approve_proposal, by=office.compliance.id, **mine).reason is MemberRejection.ALREADY_DECIDED
    for change in (
        {"state": "proposed", "decided_by": None, "decided_at": None, "rejection": ""},
        {"state": "approved"},
        {"roles": ["approver"]},
        {"reason": "outro"},
        {"proposed_by": office.other.id},
    ):
        kept_by_the_database(lambda change=change: row.filter(pk=proposal).update(**change), "stays|players_")
    kept_by_the_database(row.filter(pk=proposal).delete, "refused")


def test_staff_do_not_decide_about_themselves(office: Office, floor: Floor) -> None:
    made = staff.propose_roles(
        person_id=office.compliance.id,
        roles=[Role.COMPLIANCE, Role.AUDITOR],
        reason="ajuda",
        idempotency_key=uuid.uuid4(),
        by=office.boss.id,
        now=floor.now,
    )
    error = refused(staff.approve_proposal, proposal_id=made.proposal_id, by=office.compliance.id, now=floor.now)
    assert error.reason is MemberRejection.ONESELF
    again = refused(
        staff.propose_enabling,
        person_id=office.compliance.id,
        reason="outra",
        idempotency_key=uuid.uuid4(),
        by=office.other.id,
        now=floor.now,
    )
    assert again.reason is MemberRejection.NOTHING_CHANGES
    second = refused(
        staff.propose_factor_reset,
        person_id=office.compliance.id,
        reason="outra",
        idempotency_key=uuid.uuid4(),
        by=office.other.id,
        now=floor.now,
    )
    assert second.reason is MemberRejection.ANOTHER_WAITS


def test_the_same_key_is_one_proposal(office: Office) -> None:
    key, nif = uuid.uuid4(), personal_details().nif
    facts = {"idempotency_key": key, "email": "rita@sabot.example", "name": "Rita", "nif": nif}
    assert office.proposed(Role.SUPPORT, **facts) == office.proposed(Role.SUPPORT, **facts)
    with pytest.raises(MemberRejected) as caught:
        office.proposed(Role.AUDITOR, **facts)
    assert caught.value.reason is MemberRejection.KEY_REUSED
    with pytest.raises(MemberRejected) as waits:
        office.proposed(
            Role.SUPPORT, **facts | {"idempotency_key": uuid.uuid4(), "name": "Outra", "nif": personal_details().nif}
        )
    assert waits.value.reason is MemberRejection.ANOTHER_WAITS


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"nif": "123456788"}, MemberRejection.NIF_INVALID),
        ({"nif": ""}, MemberRejection.NIF_INVALID),
        ({"full_name": "Rui"}, MemberRejection.FULL_NAME_INVALID),
        ({"email": "rui"}, MemberRejection.EMAIL_INVALID),
        ({"name": "<b>"}, MemberRejection.NAME_INVALID),
        ({"roles": []}, MemberRejection.ROLES_MISSING),
        ({"reason": "a"}, MemberRejection.REASON_MISSING),
    ],
)
def test_the_gaps_of_a_proposal(office: Office, facts: dict[str, Any], reason: MemberRejection) -> None:
    with pytest.raises(MemberRejected) as caught:
        office.proposed(Role.SUPPORT, **facts)
    assert caught.value.reason is reason


def test_a_new_colleague_is_invited_and_both_are_told(office: Office, floor: Floor) -> None:
    member = office.hired(Role.SUPPORT)
    told = set(Email.objects.values_list("kind", "person_id"))
    assert {("staff-invitation", member), ("staff-decided", office.boss.id)} <= told
    assert {("staff-proposed", each.id) for each in (office.other, office.compliance)} <= told
    assert ("staff-proposed", office.boss.id) not in told
    assert Person.objects.get(pk=member).roles == {Role.SUPPORT}
    assert StandingChange.objects.get(person_id=member).change == Change.HIRED
    staff.invite_again(person_id=member, reason="o primeiro perdeu-se", by=office.boss.id, now=floor.now)
    letters = Email.objects.filter(kind="staff-invitation", person_id=member).order_by("pk")
    boss = Person.objects.get(pk=office.boss.id).nickname
    assert [letter.facts for letter in letters] == [{"roles": ["support"], "asked": boss}] * 2
    told = Event.objects.filter(name=EventName.STAFF_INVITED, person_id=member).order_by("pk")
    assert [event.why for event in told][1:] == ["o primeiro perdeu-se"]


@pytest.mark.django_db(transaction=True)
def test_roles_and_access_come_only_with_what_was_agreed_to(open_floor: Floor) -> None:
    """In transactions of their own, as a program that reaches the database would try."""
    office = Office(open_floor)
    member = office.hired(Role.SUPPORT)
    person = Person.objects.get(pk=member)
    approver = Group.objects.get_or_create(name=Role.APPROVER.value)[0]
    support = Group.objects.get(name=Role.SUPPORT.value)
    kept_by_the_database(lambda: person.groups.add(approver), "was not agreed to")
    kept_by_the_database(lambda: person.groups.remove(support), "was not agreed to")
    kept_by_the_database(lambda: person.groups.through.objects.filter(person=person).update(group=approver), "agreed")
    kept_by_the_database(lambda: Group.objects.filter(pk=support.pk).update(name="x"), "refused")
    staff.disable_staff(person_id=member, reason="férias", by=office.boss.id, now=open_floor.now)
    kept_by_the_database(lambda: Person.objects.filter(pk=member).update(is_active=True), "not agreed to")
    with_code = open_floor.staff(Role.AUDITOR)
    kept_by_the_database(Authenticator.objects.filter(user_id=with_code.id).delete, "last second factor")
    staff.seal_staff(now=open_floor.now)
    kept_by_the_database(lambda: open_floor.staff(Role.AUDITOR), "first members of staff")


@rule(
    "PT-16",
    asserts="A person who works for the house cannot register as a player; after leaving the house they can.",
)
def test_a_member_of_staff_does_not_register(office: Office, floor: Floor) -> None:
    details = personal_details()
    member = office.hired(Role.SUPPORT, nif=details.nif)
    with pytest.raises(RegistrationRejected) as caught:
        _register(floor, details)
    assert (caught.value.reason, caught.value.rule) == (RegistrationRejection.WORKS_HERE, "PT-16")
    assert caught.value.holder == member
    asks.write_asked(now=floor.now)
    assert Email.objects.filter(kind="staff-does-not-play", person_id=member).exists()
    staff.disable_staff(person_id=member, reason="saiu da casa", by=office.boss.id, now=floor.now, left=True)
    assert _register(floor, details).person_id
    assert not Prohibition.objects.filter(nif=details.nif, lifted_at__isnull=True).exists()


def _register(floor: Floor, details: Any) -> Any:
    name = f"j{uuid.uuid4().hex[:8]}"
    return registration.register_player(
        email=f"{name}@sabot.example",
        nickname=name,
        password="quarenta-e-duas-cartas",
        language="pt",
        details=details,
        terms_version=terms.in_force(floor.now).number,
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )


@rule(
    "PT-16",
    asserts="A player who is taken on has the account closed, 120.00 owed and an entry as staff that no one can lift "
    "while the work lasts, not even at the database.",
)
def test_a_player_who_is_taken_on_is_closed_told_and_owed(office: Office, floor: Floor) -> None:
    player = floor.player(cents=120_00)
    nif = _nif_of(player)
    member = office.hired(Role.SUPPORT, nif=nif)
    closure = AccountClosure.objects.get(person_id=player.id)
    assert (closure.cause, closure.balance, closure.closed_by_id) == ("staff", 120_00, office.compliance.id)
    assert Obligation.objects.filter(person_id=player.id, kind="pay-out").count() == 1
    email = Email.objects.get(kind="account-closed-staff")
    assert (email.person_id, email.facts) == (player.id, {"balance": 120_00})
    entry = Prohibition.objects.get(nif=nif, lifted_at__isnull=True)
    assert entry.reason == "operator-staff"
    compliance = {"note": "afinal não", "by": office.compliance.id, "now": floor.now}
    with pytest.raises(ProhibitionRejected) as stands:
        prohibitions.lift_prohibition(entry_id=entry.pk, **compliance)
    assert stands.value.reason == "works-here"
    kept_by_the_database(
        lambda: Prohibition.objects.filter(pk=entry.pk).update(
            lifted_at=floor.now, lifted_by=office.compliance.id, lift_note="afinal não"
        ),
        "who works here",
    )
    given = {"person_id": player.id, "terms_version": 1, "language": "pt", "address": "", "now": floor.now}
    with pytest.raises(ReopeningRejected) as closed:
        reopen_account(**given)
    assert closed.value.reason == "prohibited"
    staff.disable_staff(person_id=member, reason="saiu da casa", by=office.boss.id, now=floor.now, left=True)
    assert not reopen_account(**given | {"now": floor.now + timedelta(seconds=1)}).repeat
    floor.prove()


def _nif_of(player: Actor) -> str:
    return Registration.objects.get(person_id=player.id).nif


def test_shut_out_is_not_gone(office: Office, floor: Floor) -> None:
    nif = personal_details().nif
    member = office.hired(Role.SUPPORT, nif=nif)
    given = {"person_id": member, "by": office.boss.id, "now": floor.now}
    staff.disable_staff(reason="em averiguação", **given)
    assert Prohibition.objects.filter(nif=nif, lifted_at__isnull=True).exists()
    assert not staff.disable_staff(reason="saiu da casa", left=True, **given).repeat
    assert staff.disable_staff(reason="saiu da casa", left=True, **given).repeat
    assert not Prohibition.objects.filter(nif=nif, lifted_at__isnull=True).exists()
    made = staff.propose_enabling(reason="voltou", idempotency_key=uuid.uuid4(), **given)
    office.agreed(made.proposal_id)
    assert Prohibition.objects.filter(nif=nif, lifted_at__isnull=True).count() == 1
    assert [each.change for each in queries.standing_of(member)] == ["enabled", "left", "disabled", "hired"]


def test_legal_details_of_staff_are_given_later_and_corrected_by_two(office: Office, floor: Floor) -> None:
    member, first, second = floor.staff(Role.AUDITOR), personal_details().nif, personal_details().nif
    for nif in (first, second):
        made = staff.propose_identity(
            person_id=member.id,
            full_name="Ana Maria Reis",
            nif=nif,
            reason="faltava",
            idempotency_key=uuid.uuid4(),
            by=office.boss.id,
            now=floor.now,
        )
        assert not StaffIdentity.objects.filter(nif=nif).exists()
        office.agreed(made.proposal_id)
    assert list(StaffIdentity.objects.order_by("pk").values_list("nif", "ended_at")) == [
        (first, floor.now),
        (second, None),
    ]
    assert set(Prohibition.objects.filter(lifted_at__isnull=True).values_list("nif", flat=True)) == {second}
    taken = refused(
        staff.propose_identity,
        person_id=office.other.id,
        full_name="Ana Maria Reis",
        nif=second,
        reason="faltava",
        idempotency_key=uuid.uuid4(),
        by=office.boss.id,
        now=floor.now,
    )
    assert taken.reason is MemberRejection.NIF_TAKEN


def test_the_number_of_staff_is_secret_in_the_trail(office: Office) -> None:
    nif = personal_details().nif
    office.hired(Role.SUPPORT, nif=nif)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM players_auditentry WHERE before::text || after::text LIKE %s", [f"%{nif}%"]
        )
        assert cursor.fetchone() == (0,)
        cursor.execute("SELECT count(*) FROM players_auditentry WHERE subject = 'players_staffproposal'")
        assert cursor.fetchone() != (0,)
