"""The demonstration house that `./sabot up` furnishes: its accounts and tables. Never on a house with SABOT_DEMO=0."""

import uuid
from dataclasses import replace
from datetime import date, datetime
from typing import Final

from django.db import transaction

from casino.portal.demo_accounts import PASSWORD, PLAYERS, SECOND_FACTOR, STAFF, DemoAccount
from casino.signing import second_factor
from demonstration.invented import iban, nif
from kernel.money import Currency
from players.access.identity import Sandbox
from players.access.operations import identity, registration
from players.accounts import queries as players
from players.accounts import terms
from players.accounts.details import Details
from players.accounts.operations import contact
from players.cashier import operations as cashier
from players.cashier.operations import sandbox_bank
from players.cashier.payments.sandbox import Sandbox as SandboxPayments
from players.roles import Role
from players.staff.operations import accounts
from tables import queries
from tables.operations import configurations
from tables.operations.tables import create_table, open_table
from tables.table_settings import TableSettings
from wallet import operations as wallet
from wallet import queries as wallet_queries

KEYS: Final = uuid.UUID("a3f0b2a4-2f0e-4b52-9b1b-0c9d58e4c0de")
_MACAU: Final = TableSettings(preset="macau", minimum=5_00, max_prize=10_000_00, betting_seconds=20)
# Whole shoes, which the players cut: the seats' numbers say where each begins.
_CUT: Final = replace(_MACAU, shuffle="per-shoe", cut=True)
_PONTO: Final = TableSettings(preset="ponto-e-banca", minimum=1_00, betting_seconds=15)
_LIVE: Final = TableSettings(
    preset="live-baccarat",
    minimum=1_00,
    max_prize=5_000_00,
    shuffle="per-shoe",
    commission="5-percent",
    betting_seconds=18,
)
_ALONE: Final = TableSettings(
    preset="punto-banco",
    minimum=1_00,
    decks=6,
    commission="5-percent",
    pairs=False,
    caps={"ponto": 500_00, "banca": 500_00, "empate": 50_00},
    seats=1,
    show_seconds=6,
)
# Cards of paper, which a croupier deals, or the robot while none does.
_PAPER: Final = replace(_MACAU, shuffle="per-shoe", show_seconds=8, squeeze_seconds=8)
_FLOOR: Final = TableSettings(
    preset="macau-floor",
    minimum=10_00,
    max_prize=20_000_00,
    decks=6,
    shuffle="per-shoe",
    betting_seconds=25,
    squeeze_seconds=8,
)
# A table has one name in every language: these are read alike in Portuguese, English and Romanian.
TABLES: Final = (
    ("macau-1", "Macau 1", Currency.EUR, "shared", _CUT),
    ("ponto-e-banca-1", "Ponto e Banca 1", Currency.EUR, "shared", _PONTO),
    ("sala-1", "Sala 1", Currency.EUR, "shared", _FLOOR),
    ("live-1", "Live 1", Currency.EUR, "shared", _LIVE),
    ("individual-1", "Individual 1", Currency.EUR, "individual", _ALONE),
    ("demo-macau", "Macau · demo", Currency.PLAY, "shared", _MACAU),
    ("demo-ponto-e-banca", "Ponto e Banca · demo", Currency.PLAY, "shared", _PONTO),
    ("demo-croupier", "Croupier · demo", Currency.PLAY, "croupier", _PAPER),
    ("demo-individual", "Individual · demo", Currency.PLAY, "individual", _ALONE),
    *(
        (f"demo-individual-{each}", f"Individual {each} · demo", Currency.PLAY, "individual", _ALONE)
        for each in (2, 3, 4)
    ),
)


def furnish(*, now: datetime) -> None:
    """Create the missing parts of the demonstration house, all or nothing; existing parts stay as they are."""
    with transaction.atomic():
        for account in PLAYERS:
            register(account, now=now)
        staff = {account.role: _member(account, now=now) for account in STAFF}
        for member in staff.values():
            second_factor.seed(person_id=member, secret=SECOND_FACTOR)
        for code, name, currency, kind, terms in TABLES:
            if queries.table_id(code) is None:
                _table(code, name, currency, kind, terms, staff, now=now)


def key_of(name: str) -> uuid.UUID:
    """The key of something that the demonstration does, the same in every house."""
    return uuid.uuid5(KEYS, name)


def register(account: DemoAccount, *, now: datetime) -> None:
    """Register a player of the demonstration, verified and with money; one who is there stays as they are."""
    if players.by_email(account.email) is not None:
        return
    born = registration.register_player(
        email=account.email,
        nickname=account.name,
        password=PASSWORD,
        language="pt",
        details=_details(account),
        terms_version=terms.in_force(now).number,
        idempotency_key=uuid.uuid5(KEYS, f"{account.email}:registration"),
        now=now,
    )
    contact.confirm_email(person_id=born.person_id, email=born.email, now=now)
    identity.ask_waiting(verifier=Sandbox(), now=now)
    key = born.person_key
    _pay_in(account, born.person_id, now=now)
    wallet.top_up_play(person_key=key, amount=100_000, idempotency_key=uuid.uuid5(KEYS, f"{key}:play"), now=now)
    assert wallet_queries.balance(key, Currency.EUR) == account.cents


def _pay_in(account: DemoAccount, person_id: int, *, now: datetime) -> None:
    """The opening deposit, as any player makes one: from an account in the person's name, agreed to at the bank."""
    added = cashier.add_instrument(
        person_id=person_id,
        kind="bank-account",
        number=_details(account).iban,
        idempotency_key=uuid.uuid5(KEYS, f"{account.email}:instrument"),
        now=now,
    )
    # The bank's own notices are signed with the house's secret; here its answer is asked for, so none is needed.
    bank = SandboxPayments(secret=b"")
    started = cashier.start_deposit(
        person_id=person_id,
        instrument_id=added.instrument_id,
        amount=account.cents,
        idempotency_key=uuid.uuid5(KEYS, f"{account.email}:money"),
        back="",
        provider=bank,
        now=now,
    )
    sandbox_bank.choose(ref=started.page.strip("/").rpartition("/")[2], choice=sandbox_bank.Choice.APPROVE, now=now)
    notice = bank.ask(key=started.key, outward=False, now=now)
    assert notice is not None, "what was agreed to is paid"
    cashier.take_notice(notice=notice, provider=bank.name, now=now)


def _details(account: DemoAccount) -> Details:
    """The answers to every question of the registration, for an invented person."""
    return Details(
        full_name=account.full_name,
        birth_date=date(1990, 1, 1),
        nationality="PT",
        profession="Exemplo",
        occupation="22",
        address="Rua da Demonstração 1, Lisboa",
        postal_code="1100-001",
        district="Lisboa",
        country="PT",
        phone=f"+35190{account.first_eight[-7:]}",
        document_kind=1,
        document_number=account.first_eight,
        document_country="PT",
        nif=nif(account.first_eight),
        iban=iban(account.first_eight),
    )


def _member(account: DemoAccount, *, now: datetime) -> int:
    present = players.by_email(account.email)
    if present is not None:
        return present.id
    made = accounts.create_staff(
        email=account.email,
        name=account.name,
        password=PASSWORD,
        roles=[Role(account.role)],
        full_name=account.full_name,
        nif=nif(account.first_eight),
        now=now,
    )
    return made.person_id


def _table(
    code: str, name: str, currency: Currency, kind: str, terms: TableSettings, staff: dict[str, int], *, now: datetime
) -> None:
    """Through the very steps that an operator takes: drafted by one, approved by another."""
    manager, approver = staff[Role.GAME_MANAGER], staff[Role.APPROVER]
    table = create_table(
        code=code, name=name, currency=currency, kind=kind, robot=kind == "croupier", by=manager, now=now
    )
    drafted = configurations.draft(
        table_id=table.table_id, terms=terms, by=manager, idempotency_key=uuid.uuid5(KEYS, code), now=now
    )
    configurations.submit(configuration_id=drafted.configuration_id, by=manager, now=now)
    configurations.approve(
        configuration_id=drafted.configuration_id, by=approver, reference="Demonstração, sem aprovação", now=now
    )
    open_table(table_id=table.table_id, by=manager, now=now)
