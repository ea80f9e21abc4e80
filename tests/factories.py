"""Persons, tables and rounds for tests, made through the operations that the house itself uses."""

import itertools
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final
from unittest import mock

from baccarat.cards import Card
from casino.portal import demo_accounts
from casino.signing import second_factor
from kernel.money import Currency
from players.access.operations import registration
from players.accounts import numbers, terms
from players.accounts import queries as player_queries
from players.accounts.details import Details
from players.accounts.operations import contact
from players.roles import Role
from players.staff import operations as staff
from players.staff.operations import accounts
from tables import queries
from tables.operations import bets, configurations, guests, incidents, rounds, seats, shoes, voids
from tables.operations import tables as table_operations
from tables.table_settings import TableSettings
from tests.funding import pay_in
from wallet import operations as wallet
from wallet import queries as wallet_queries

PASSWORD: Final = "segredo-de-teste"
SECOND_FACTOR: Final = demo_accounts.SECOND_FACTOR
"""That of every member of staff of a test: `second_factor.code_now` makes its codes."""
NOON: Final = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
MACAU: Final = TableSettings(preset="macau", minimum=10_00, max_prize=1_000_00, betting_seconds=20, show_seconds=5)
ALONE: Final = TableSettings(
    preset="punto-banco", minimum=1_00, decks=6, commission="5-percent", pairs=False, seats=1, show_seconds=5
)
PONTO_E_BANCA: Final = TableSettings(preset="ponto-e-banca", minimum=1_00, betting_seconds=20, show_seconds=5)

PONTO_WINS: Final = ("4S", "KH", "4D", "7C")
"""A natural 8 against 7."""
BANCA_WINS_WITH_5: Final = ("KS", "2H", "2D", "3C", "KD")
"""Ponto 2 draws a king and stays at 2; banca 5 stands on a card worth 0."""
TIE_WITH_PAIRS: Final = ("4S", "4H", "4D", "4C")
"""Both have a natural 8 of two fours."""


_numbers = itertools.count(1)


def personal_details(**others: Any) -> Details:
    """Unique details of a registration; a test names those that matter to it."""
    number = next(_numbers)
    first_eight = f"2{number:07d}"
    account = f"0002012312345{number:08d}"
    facts: dict[str, Any] = {
        "full_name": "Ana Maria Reis",
        "birth_date": date(1990, 5, 4),
        "nationality": "PT",
        "profession": "Professora",
        "occupation": "22",
        "address": "Rua da Prata 12, Lisboa",
        "postal_code": "1100-420",
        "district": "Lisboa",
        "country": "PT",
        "phone": f"+3519{number:08d}",
        "document_kind": 1,
        "document_number": f"{number:08d}ZX4",
        "document_country": "PT",
        "nif": f"{first_eight}{numbers.nif_check_digit(first_eight)}",
        "iban": f"PT{numbers.iban_check_digits('PT', account)}{account}",
    }
    return Details(**facts | others)


@dataclass
class Actor:
    """A person of the test."""

    id: int
    key: str
    email: str
    name: str
    password: str = PASSWORD

    def balance(self, currency: Currency = Currency.EUR) -> int:
        """In cents."""
        return wallet_queries.balance(self.key, currency)


@dataclass
class Numbers:
    """The numbers of names, from 1 on; unlike `itertools.count` it may be copied, with the house that it numbers."""

    last: int = 0

    def __iter__(self) -> "Numbers":
        return self

    def __next__(self) -> int:
        self.last += 1
        return self.last


@dataclass
class Floor:
    """A house furnished step by step; `now` is the clock of everything done through it."""

    now: datetime = NOON
    _counter: Iterator[int] = field(default_factory=Numbers)

    def player(
        self,
        name: str = "",
        *,
        email: str = "",
        cents: int = 1_000_00,
        play_cents: int = 0,
        verified: bool = True,
    ) -> Actor:
        """A player with money; the address follows from the name where none is given."""
        name = name or f"jogador-{next(self._counter)}"
        born = registration.register_player(
            email=email or f"{name}@sabot.example".lower(),
            nickname=name,
            password=PASSWORD,
            language="pt",
            details=personal_details(),
            terms_version=terms.in_force(self.now).number,
            idempotency_key=uuid.uuid4(),
            now=self.now,
        )
        contact.confirm_email(person_id=born.person_id, email=born.email, now=self.now)
        if verified:
            accounts.verify_identity(person_id=born.person_id, reason="teste", by=None, now=self.now)
        actor = Actor(born.person_id, born.person_key, born.email, name)
        if cents:
            pay_in(actor.key, cents, now=self.now)
        if play_cents:
            wallet.top_up_play(person_key=actor.key, amount=play_cents, idempotency_key=uuid.uuid4(), now=self.now)
        return actor

    def guest(self) -> Actor:
        """A guest, seated at an individual table of play money of its own (ADR 0177)."""
        self.table(ALONE, code=f"demo-{next(self._counter)}", currency=Currency.PLAY, kind="individual")
        begun = guests.begin(
            language="pt",
            of_age=True,
            browser=None,
            received_from="",
            most=1_000,
            idempotency_key=uuid.uuid4(),
            now=self.now,
        )
        (key,) = player_queries.person_keys([begun.person_id]).values()
        return Actor(begun.person_id, key, "", "")

    def staff(self, *roles: Role) -> Actor:
        """A member of staff."""
        name = f"{roles[0].value}-{next(self._counter)}"
        made = accounts.create_staff(
            email=f"{name}@sabot.example", name=name, password=PASSWORD, roles=roles, now=self.now
        )
        second_factor.seed(person_id=made.person_id, secret=SECOND_FACTOR)
        return Actor(made.person_id, made.person_key, made.email, name)

    def promote(self, actor: Actor, *roles: Role) -> None:
        """Give a member of staff other roles, by two persons and so long ago that nothing waits for it."""
        before = self.now - timedelta(days=60)
        proposed = staff.propose_roles(
            person_id=actor.id,
            roles=roles,
            reason="outro trabalho",
            idempotency_key=uuid.uuid4(),
            by=self.staff(Role.ADMINISTRATOR).id,
            now=before,
        )
        staff.approve_proposal(proposal_id=proposed.proposal_id, by=self.staff(Role.COMPLIANCE).id, now=before)

    def table(
        self,
        terms: TableSettings = MACAU,
        *,
        code: str = "",
        currency: Currency = Currency.EUR,
        opened: bool = True,
        kind: str = "shared",
        robot: bool = False,
    ) -> int:
        """A table with an approved configuration; its id."""
        code = code or f"mesa-{next(self._counter)}"
        manager, approver = self.staff(Role.GAME_MANAGER), self.staff(Role.APPROVER)
        made = table_operations.create_table(
            code=code, name=code.title(), currency=currency, by=manager.id, now=self.now, kind=kind, robot=robot
        )
        self.approve(made.table_id, terms, manager=manager, approver=approver)
        if opened:
            table_operations.open_table(table_id=made.table_id, by=manager.id, now=self.now)
        return made.table_id

    def approve(
        self, table_id: int, terms: TableSettings, *, manager: Actor | None = None, approver: Actor | None = None
    ) -> int:
        """A configuration drafted by one and approved by another; its id."""
        manager = manager or self.staff(Role.GAME_MANAGER)
        approver = approver or self.staff(Role.APPROVER)
        drafted = configurations.draft(
            table_id=table_id, terms=terms, by=manager.id, idempotency_key=uuid.uuid4(), now=self.now
        )
        configurations.submit(configuration_id=drafted.configuration_id, by=manager.id, now=self.now)
        configurations.approve(
            configuration_id=drafted.configuration_id,
            by=approver.id,
            reference="SRIJ 2026/118",
            negative_edge_override="assumido por escrito para este teste",
            now=self.now,
        )
        return drafted.configuration_id

    def sit(self, actor: Actor, table_id: int, seat: int | None = None) -> seats.Seated:
        """A seat."""
        return seats.sit(table_id=table_id, person_id=actor.id, seat=seat, idempotency_key=uuid.uuid4(), now=self.now)

    def slip(self, actor: Actor, table_id: int, lines: Mapping[str, int], *, key: uuid.UUID | None = None) -> bets.Slip:
        """A slip for the round in play, received now."""
        return bets.Slip(
            key=key or uuid.uuid4(),
            person_id=actor.id,
            table_id=table_id,
            round_code=self.round_code(table_id),
            lines=lines,
            received_at=self.now,
        )

    def bet(self, actor: Actor, table_id: int, **cents: int) -> bets.Answer:
        """Lay a slip; chances as names with _ for -. Raises `BetRejected`."""
        lines = {name.replace("_", "-"): amount for name, amount in cents.items()}
        return bets.take_slip(slip=self.slip(actor, table_id, lines), now=self.now)

    def round_code(self, table_id: int) -> str:
        """The code of the round in play."""
        state = queries.table_state(table_id=table_id, now=self.now)
        return str(state.sections["round"]["code"])

    def step(self, table_id: int) -> rounds.Step:
        """Move the clock to the table's next step and do it."""
        from tables.models import Table

        due_at = Table.objects.values_list("due_at", flat=True).get(pk=table_id)
        if due_at is not None:
            self.now = max(self.now, due_at)
        return rounds.do_due_step(table_id=table_id, fence=None, now=self.now)

    def open_round(self, table_id: int, cards: Sequence[str] | None = None) -> str:
        """Open the betting of the next round, with these cards in its shoe if given; the round's code."""
        if cards is None:
            assert self.step(table_id) is rounds.Step.OPENED
        else:
            drawn = [Card.parse(card) for card in cards]
            rest = [Card.parse("9S"), Card.parse("9H"), Card.parse("8D")][: 6 - len(drawn)]
            with mock.patch.object(shoes.cards, "first_cards", return_value=[*drawn, *rest]):
                assert self.step(table_id) is rounds.Step.OPENED
        return self.round_code(table_id)

    def settle(self, table_id: int) -> None:
        """Close, deal and settle the round in play."""
        assert self.step(table_id) is rounds.Step.SETTLED

    def void(self, table_id: int, *, reason: str = "carta à vista", by: Actor | None = None) -> voids.VoidActed:
        """Make the round in play void: proposed by one, approved by another where it has bets; play goes on."""
        from tables.models import Table

        first = by or self.staff(Role.SUPERVISOR)
        paused = Table.objects.get(pk=table_id).status == "paused"
        acted = voids.void_round(table_id=table_id, by=first.id, reason=reason, now=self.now)
        if acted.proposal_id is not None:
            second = self.staff(Role.SUPERVISOR)
            acted = voids.approve_void(proposal_id=acted.proposal_id, by=second.id, now=self.now)
            if not paused:
                table_operations.resume(table_id=table_id, by=first.id, reason=reason, now=self.now)
        return acted

    def end_incident(self, incident_id: int, *, by: Actor, second: Actor) -> None:
        """Close an incident: its cause, remedy and note are written by one, and another closes it."""
        asked: dict[str, Any] = {"incident_id": incident_id, "by": by.id, "now": self.now}
        incidents.explain(**asked, cause="cabo solto", solution="cabo preso")
        incidents.learn(**asked, lessons="verificar os cabos à abertura")
        card = queries.incident(incident_id)
        if card is not None and card.told_at is None and card.tell_by is not None:
            incidents.tell_regulator(**asked, word="Um cabo solto, preso entretanto.")
        incidents.propose_end(**asked)
        incidents.approve_end(incident_id=incident_id, by=second.id, now=self.now)

    def wait(self, **span: float) -> None:
        """Move the clock on."""
        self.now += timedelta(**span)

    def prove(self) -> None:
        """The ledger and the rounds agree to the cent, and every finished round comes out the same again."""
        proof = wallet_queries.verify_ledger()
        assert not proof.differences, proof.differences
        differences = queries.verify_rounds()
        assert not differences, differences
        for code in queries.finished_rounds():
            verdict = queries.replay(code)
            assert verdict is not None
            assert verdict.agrees, verdict.findings
