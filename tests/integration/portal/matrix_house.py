"""The house that the permission matrix is asked in: one of everything, each belonging to one player."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.urls import reverse
from django.urls.converters import IntConverter, UUIDConverter
from django.utils import timezone

from casino.access.matrix import Address
from casino.api.urls import Day, FileKind
from casino.stories import data_export
from kernel.money import Currency
from kernel.periods import Period
from players.cashier import operations as cashier
from players.cashier.payments.sandbox import Sandbox
from players.complaints import operations as complaints
from players.complaints.operations.attachments import Sent
from players.complaints.queries.cases import messages_of
from players.models import Deposit, Instrument
from players.privacy import operations as privacy_operations
from players.protection.operations.limits import set_limit
from players.protection.queries.protection import LimitKind
from players.roles import Role
from reporting.making.figures import day_of
from reporting.operations import make_daily_report, record_proof
from tables.operations import stops, voids
from tables.operations.incidents import report
from tests.factories import Actor, Floor

UNKNOWN = UUID(int=7)
WITHOUT_A_NAME = {"api:nothing": "/api/nada/"}
"""Addresses that match anything: asked by hand."""
NOT_SET_UP = frozenset(
    {
        "totp_picture",
        "mfa_deactivate_totp",
        "mfa_view_recovery_codes",
        "mfa_generate_recovery_codes",
        "mfa_download_recovery_codes",
    }
)
"""Addresses of one's own second factor, which these persons have not set up, or not wholly."""


def payments_of(actor: Actor, floor: Floor) -> tuple[UUID, UUID]:
    """A deposit that waits for the bank, and a withdrawal that waits to be sent."""
    added = cashier.add_instrument(
        person_id=actor.id, kind="mbway", number="912 345 678", idempotency_key=uuid4(), now=floor.now
    )
    Instrument.objects.update(proven_at=floor.now)
    facts = {"person_id": actor.id, "instrument_id": added.instrument_id, "amount": 10_00, "now": floor.now}
    started = cashier.start_deposit(**facts, idempotency_key=uuid4(), back="/carteira/", provider=Sandbox(b"matrix"))  # type: ignore[arg-type]
    asked = cashier.request_withdrawal(**facts, idempotency_key=uuid4())  # type: ignore[arg-type]
    return started.key, asked.key


def correction_for(actor: Actor, floor: Floor) -> int:
    """A correction that waits for a second person."""
    made = cashier.propose_adjustment(
        person_id=actor.id,
        amount=5_00,
        reason="acerto",
        idempotency_key=uuid4(),
        by=floor.staff(Role.SUPPORT).id,
        now=floor.now,
    )
    return made.adjustment_id


class MatrixHouse:
    """Furnished with a table, a settled round, a session, a report; and the address of each thing."""

    def __init__(self, floor: Floor) -> None:
        self.owner: Actor = floor.player()
        self.other: Actor = floor.player()
        table_id = floor.table(code="macau-1")
        play_id = floor.table(code="demo", currency=Currency.PLAY)
        session = floor.sit(self.owner, table_id)
        code = floor.open_round(table_id)
        slip = floor.bet(self.owner, table_id, ponto=10_00)
        floor.settle(table_id)
        gambler = floor.player(play_cents=100_00)
        floor.sit(gambler, play_id)
        floor.open_round(play_id)
        floor.bet(gambler, play_id, ponto=10_00)
        voids.void_round(table_id=play_id, by=floor.staff(Role.SUPERVISOR).id, reason="carta virada", now=floor.now)
        stops.stop(scope="macau", by=floor.staff(Role.SUPERVISOR).id, reason="câmara parada", now=floor.now)
        incident = report(
            text="A câmara parou.", by=floor.staff(Role.SUPERVISOR).id, idempotency_key=uuid4(), now=floor.now
        ).incident_id
        day = day_of(floor.now).isoformat()
        record_proof(now=floor.now)
        make_daily_report(day=day_of(floor.now), now=floor.now + timedelta(days=1))
        ready = _ready_file(self.owner.id)
        mine = {"code": session.session_code}
        deposit, withdrawal = payments_of(self.owner, floor)
        case = complaints.complain(
            person_id=self.owner.id,
            category="round",
            text="A jogada foi mal paga.",
            files=[Sent("nota.txt", b"ola")],
            idempotency_key=uuid4(),
            now=floor.now,
        )
        [message] = messages_of(case.complaint_id, with_notes=False)
        numbered, attached = {"number": case.number}, {"code": message.files[0].code}
        wished = {"limit_id": self._wished(floor)}
        table, played = {"code": "macau-1"}, {"code": code}
        self.arguments: Mapping[str, Mapping[str, object]] = {
            "portal:table": table,
            "portal:rules": table,
            "portal:top_up": {"code": "demo"},
            "portal:round": played,
            "portal:guide": played,
            "portal:proof": played,
            "portal:round_verifier": played,
            "portal:verifier_file": {"name": "verify.js"},
            "portal:sessions_file": {"form": "csv"},
            "portal:rounds_file": {"form": "pdf"},
            "portal:receipt": {"code": code, "number": slip.number},
            **{
                f"portal:{name}": numbered
                for name in ("complaint", "complaint_reply", "complaint_reopen", "complaint_close")
            },
            "portal:complaint_file": attached,
            "portal:evidence": played,
            "portal:fetch_export": {"code": ready},
            "portal:session": mine,
            "portal:deposit_status": {"key": deposit},
            "portal:cancel_withdrawal": {"key": withdrawal},
            "backoffice:deposit": {"key": deposit},
            "backoffice:withdrawal": {"key": withdrawal},
            "backoffice:adjustment": {"number": correction_for(self.owner, floor)},
            "portal:sandbox_bank": {"ref": Deposit.objects.get(key=deposit).provider_ref},
            "portal:session_text": mine,
            "portal:session_csv": mine,
            "portal:limit_confirm": wished,
            "portal:limit_cancel": wished,
            "api:table": table,
            "api:table_rules": table,
            "api:table_rounds": table,
            "api:round": played,
            "api:my_session": mine,
            "api:daily_report": {"day": day_of(floor.now)},
            "api:daily_report_file": {"day": day_of(floor.now), "kind": "csv"},
            **{
                f"backoffice:{name}": table
                for name in ("table", "open_table", "pause_table", "resume_table", "close_table", "void_round")
            },
            **{f"backoffice:{name}": {"code": "demo"} for name in ("proposed_void", "approve_void", "reject_void")},
            **{f"backoffice:{name}": table for name in ("risk_limit", "hours", "draft", "think", "try_bets")},
            **{
                f"backoffice:{name}": {"number": incident}
                for name in ("incident", "note_incident", "tell_regulator", "close_incident")
            },
            **{
                f"backoffice:{name}": {"code": "macau-1", "number": 1}
                for name in (
                    *("configuration", "tried", "effect", "revise", "submit"),
                    *("withdraw", "revoke", "approve", "reject"),
                )
            },
            **{
                f"backoffice:{name}": {"number": UUID(self.owner.key)}
                for name in ("player", "personal_data", "suspend_player", "reinstate_player")
            },
            "backoffice:round": played,
            "backoffice:evidence": played,
            "backoffice:export_complaints": {"form": "csv"},
            "backoffice:complaint_file": attached,
            **{
                f"backoffice:{name}": numbered
                for name in (
                    "complaint",
                    "take_complaint",
                    "write_complaint",
                    "decide_complaint",
                    "approve_award",
                    "refuse_award",
                )
            },
            "backoffice:replay": played,
            "backoffice:lift_stop": {"scope": "macau"},
            "backoffice:explain_stop": {"scope": "macau"},
            "backoffice:report": {"day": day},
            "backoffice:remake": {"day": day},
            "backoffice:export": {"day": day, "form": "csv"},
        }

    def _wished(self, floor: Floor) -> int:
        """A higher limit that waits for its confirmation."""
        limit: dict[str, Any] = {
            "person_id": self.owner.id,
            "kind": LimitKind.LOSS,
            "period": Period.MONTH,
            "now": floor.now,
        }
        set_limit(**limit, most=5_000_00, idempotency_key=uuid4())
        return set_limit(**limit, most=9_000_00, idempotency_key=uuid4()).limit_id

    def stands(self, address: Address) -> bool:
        """Whether what the address names is there; an address without arguments always is."""
        if address.name in WITHOUT_A_NAME or address.name in NOT_SET_UP:
            return False
        return address.name in self.arguments or not made_up(address)

    def path(self, address: Address) -> str:
        """The address of what is there, or of what is nowhere."""
        if address.name in WITHOUT_A_NAME:
            return WITHOUT_A_NAME[address.name]
        return reverse(address.name, kwargs=dict(self.arguments.get(address.name, made_up(address))))


def _ready_file(person_id: int) -> UUID:
    """A finished file of that person's data."""
    now = timezone.now()
    asked = privacy_operations.ask_export(person_id=person_id, idempotency_key=uuid4(), now=now)
    assert data_export.make_next(now=timezone.now)
    return asked.code


def made_up(address: Address) -> dict[str, object]:
    """Arguments of the right kind that name nothing."""
    kinds = address.pattern.pattern.converters
    return {name: _nothing(kinds.get(name)) for name in address.pattern.pattern.regex.groupindex}


def _nothing(kind: object) -> object:
    if isinstance(kind, IntConverter):
        return 999_999_999
    if isinstance(kind, UUIDConverter):
        return UNKNOWN
    if isinstance(kind, Day):
        return Day().to_python("1999-12-31")
    return "csv" if isinstance(kind, FileKind) else "nada"
