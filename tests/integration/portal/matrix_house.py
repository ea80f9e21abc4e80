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
from players.audit.operations.notes import add_note
from players.cashier import operations as cashier
from players.cashier.payments.sandbox import Sandbox
from players.complaints import operations as complaints
from players.complaints.operations.attachments import Sent
from players.complaints.operations.replies import write_template
from players.complaints.queries.cases import messages_of
from players.duties.operations import make_feed
from players.keeping.operations import propose_erasure
from players.models import Deposit, Instrument, SignInAttempt
from players.privacy import operations as privacy_operations
from players.protection.operations.limits import set_limit
from players.protection.queries.protection import LimitKind
from players.roles import Role
from reporting.making.figures import day_of
from reporting.making.turns import Rhythm
from reporting.operations import Draft, Wanted, make_daily_report, propose_extract, record_proof
from reporting.operations.log import keep_log
from reporting.operations.schedules import Plan, make_schedule
from reporting.writers import Format
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


def extract_for(floor: Floor) -> int:
    """An extract that waits for a second person."""
    day = day_of(floor.now)
    wanted = Wanted(name="bets", first_day=day, last_day=day, reason="pedido do regulador")
    draft = Draft(wanted=wanted, title="Apostas", reveal=False, columns=("stake",))
    by = floor.staff(Role.AUDITOR).id
    return propose_extract(draft=draft, by=by, idempotency_key=uuid4(), now=floor.now).extract_id


def erasure_for(floor: Floor) -> int:
    """An erasure that waits for a second person."""
    old = floor.now - timedelta(days=3_000)
    SignInAttempt.objects.create(email="antigo@sabot.example", factor="password", outcome="failed", at=old)
    said = {"kind": "sign-ins", "before": floor.now.date() - timedelta(days=2_000), "reason": "fim do prazo"}
    by = floor.staff(Role.ADMINISTRATOR).id
    return propose_erasure(by=by, idempotency_key=uuid4(), now=floor.now, **said).erasure_id


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
        keep_log(now=floor.now)
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
            "portal:log_entries": {"index": "000.p/1"},
            "portal:log_tile": {"level": 0, "index": "000.p/1"},
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
                f"backoffice:{name}": {"code": "tax-paid", "period": "2026-01"}
                for name in ("duty", "assign_duty", "finish_duty")
            },
            **{
                f"backoffice:{name}_schedule" if name else "backoffice:schedule": {"number": self._schedule(floor)}
                for name in ("", "change", "pause", "resume", "end")
            },
            "backoffice:new_schedule": {"name": "bets"},
            "deadline_calendar": {"secret": make_feed(person_id=floor.staff(Role.SUPPORT).id, now=floor.now)},
            **{
                f"backoffice:{name}": {"number": incident}
                for name in (
                    "incident",
                    "note_incident",
                    "grade_incident",
                    "assign_incident",
                    "measure_incident",
                    "contain_incident",
                    "explain_incident",
                    "learn_incident",
                    "tell_regulator",
                    "propose_end",
                    "approve_end",
                    "reject_end",
                )
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
                for name in ("player", "personal_data", "suspend_player", "reinstate_player", "note_player")
            },
            "backoffice:player_part": {"number": UUID(self.owner.key), "part": "sessoes"},
            "backoffice:pin_note": {"number": UUID(self.owner.key), "note": self._note(floor)},
            "backoffice:round": played,
            "backoffice:evidence": played,
            **{
                f"backoffice:{name}": {"number": kept}
                for kept in (self._template(floor),)
                for name in ("reply_template", "change_reply", "retire_reply")
            },
            "backoffice:export_complaints": {"form": "csv"},
            "backoffice:complaint_file": attached,
            **{
                f"backoffice:{name}": numbered
                for name in (
                    "complaint",
                    "correct_sheet",
                    "take_complaint",
                    "write_complaint",
                    "decide_complaint",
                    "insert_reply",
                    "approve_award",
                    "refuse_award",
                )
            },
            "backoffice:replay": played,
            "backoffice:lift_stop": {"scope": "macau"},
            "backoffice:explain_stop": {"scope": "macau"},
            "backoffice:report": {"day": day},
            "backoffice:take_sealed_day": {"day": day},
            "backoffice:report_revisions": {"day": day},
            "backoffice:remake": {"day": day},
            "backoffice:export": {"day": day, "form": "csv"},
            "backoffice:propose_extract": {"name": "bets"},
            "backoffice:propose_erasure": {"kind": "sign-ins"},
            **{
                f"backoffice:{name}": {"number": number}
                for number in [erasure_for(floor)]
                for name in ("erasure", "approve_erasure", "reject_erasure", "withdraw_erasure")
            },
            **{
                f"backoffice:{name}": {"number": extract_for(floor)}
                for name in ("extract", "approve_extract", "reject_extract", "withdraw_extract")
            },
        }

    def _note(self, floor: Floor) -> int:
        """A note that staff wrote on the owner."""
        by = floor.staff(Role.SUPPORT).id
        said = {"person_id": self.owner.id, "text": "uma nota", "by": by, "now": floor.now}
        return add_note(idempotency_key=uuid4(), **said).note_id

    def _schedule(self, floor: Floor) -> int:
        """A report that comes by itself."""
        by = floor.staff(Role.COMPLIANCE).id
        plan = Plan(rhythm=Rhythm.DAY, hour=6, format=Format.PDF, members=(by,), receipt_hours=24)
        said = {"name": "bets", "plan": plan, "reason": "todos os dias", "by": by, "now": floor.now}
        return make_schedule(idempotency_key=uuid4(), **said).number  # type: ignore[arg-type]

    def _template(self, floor: Floor) -> int:
        """A text that staff keep for answers."""
        said = {"category": "", "language": "pt", "title": "Fecho", "text": "{address}, obrigado.", "reason": "novo"}
        by = floor.staff(Role.SUPPORT).id
        return write_template(**said, by=by, idempotency_key=uuid4(), now=floor.now).template_id

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
