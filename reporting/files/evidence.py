"""The evidence pack of a round (G3): one zip that a stranger can check without asking us anything.

In it: the account in print in the reader's language, the facts as JSON, the published proof, the stand-alone verifier,
and the SHA-256 of each. The same facts and language are the same bytes, for every packer and at any time.
"""

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from importlib import resources
from typing import Any, Final

from baccarat.proof import PAPER
from reporting.making.figures import moment
from reporting.operations import log_export
from reporting.writers.printing import pdf
from tables.queries import ConnectionCard, Evidence, PaperRound, RoundAct, SqueezeCard, network_of
from tables.queries.evidence import BetAgain, Presence, Settled
from tables.queries.history import SlipCard
from wallet.queries import LedgerLine

FORMAT: Final = "sabot-evidence-1"
_STAMP: Final = (2026, 1, 1, 0, 0, 0)
"""Every file's date in the zip: the time of packing says nothing about the round."""
_PLAIN: Final = 0o644 << 16


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack to hand out."""

    filename: str
    content: bytes
    sha256: str
    files: int


def pack(evidence: Evidence, printed: Mapping[str, Any], readme: str) -> Pack:
    """Pack the evidence; `printed` is what `print/evidence.typ` sets, `readme` says how to check it, both in words."""
    code = evidence.round.code
    files = {
        f"{code}.pdf": pdf("evidence", printed),
        "round.json": _json(document(evidence)),
        "README.txt": readme.encode(),
        **_cards(evidence),
    }
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())}
    files["manifest.json"] = _json({"format": FORMAT, "round": code, "whole": evidence.whole, "sha256": sums})
    content = _zip(files)
    return Pack(f"processo-{code}.zip", content, hashlib.sha256(content).hexdigest(), len(files))


def _cards(evidence: Evidence) -> dict[str, bytes]:
    """What shows the cards: their proof and its verifier, or each as it was read at a croupier's table."""
    if evidence.paper is not None:
        return {"readings.json": _json(_readings(evidence.paper))}
    return {
        "proof.json": _json(evidence.round.proof),
        "verify_shoe.py": resources.files("baccarat").joinpath("verifier", "verify_shoe.py").read_bytes(),
    }


def note_taken(taken: Pack, evidence: Evidence, *, by: int, now: datetime) -> None:
    """Write into the log of exports that a member of staff took this pack (I10)."""
    log_export(
        what="evidence",
        format="zip",
        filter={"round": evidence.round.code},
        rows=len(evidence.bets),
        sha256=taken.sha256,
        by=by,
        now=now,
    )


def _squeeze(offered: SqueezeCard) -> dict[str, Any]:
    return {
        "hand": offered.hand,
        "seat": offered.seat,
        "stake": offered.stake,
        "offered_at": _at(offered.offered_at),
        "turned_at": _at(offered.turned_at),
        "third_at": _at(offered.third_at),
    }


def document(evidence: Evidence) -> dict[str, Any]:
    """The facts for machines: cents, ISO 8601 in UTC, codes instead of names."""
    played = evidence.round
    return {
        "format": FORMAT,
        "whole": evidence.whole,
        "round": {
            "code": played.code,
            "number": played.number,
            "table": played.table_code,
            "currency": played.currency,
            "phase": played.phase,
            "opened_at": _at(played.opened_at),
            "closes_at": _at(played.closes_at),
            "closed_at": _at(played.closed_at),
            "settled_at": _at(played.settled_at),
            "voided_at": _at(played.voided_at),
            "void_reason": played.void_reason,
            "drawn": list(evidence.drawn),
            "shown": list(evidence.shown),
            "shown_at": _at(played.shown_at),
            "first_card": evidence.first_card,
            "round_of_shoe": evidence.round_of_shoe,
            "ponto": played.ponto,
            "banca": played.banca,
            "winner": played.winner,
            "stakes_of_all": played.sums,
            "squeezed": [_squeeze(each) for each in played.squeezed],
        },
        "rules": {
            "version": evidence.rules.version,
            "terms": evidence.rules.terms,
            "reference": evidence.rules.reference,
            "approved_at": _at(evidence.rules.approved_at),
            "in_force_from": _at(evidence.rules.in_force_from),
        },
        "bets": [_bet(bet) for bet in evidence.bets],
        "slips": [_slip(slip) for slip in played.slips],
        "ledger": [_line(line, whole=evidence.whole) for line in played.lines],
        "acts": [_act(act) for act in evidence.acts],
        "deadlines": [{"at": _at(each.at), "held": each.held} for each in evidence.deadlines],
        "sessions": [_presence(presence) for presence in evidence.presences],
        "connections": [_connection(one, whole=evidence.whole) for one in evidence.connections],
        "replay": {
            "agrees": evidence.replay.agrees,
            "proofs": evidence.replay.proofs.value,
            # A difference may concern another player: a player gets the verdict alone.
            "findings": [
                {"what": found.what, "stored": found.stored, "again": found.again}
                for found in (evidence.replay.findings if evidence.whole else ())
            ],
        },
        "agrees": evidence.agrees,
    }


def _readings(paper: PaperRound) -> dict[str, Any]:
    """The shoe, and each card: staff by name in the whole pack, "staff" for a player, empty for a robot."""
    return {
        "format": PAPER,
        "shoe": paper.shoe,
        "decks": list(paper.decks),
        "shuffled_by": paper.shuffled_by,
        "begun_at": _at(paper.begun_at),
        "begun_by": paper.begun_by,
        "cards": [asdict(card) | {"at": _at(card.at)} for card in paper.cards],
    }


def _bet(bet: BetAgain) -> dict[str, Any]:
    return {
        "player": bet.nickname,
        "chance": bet.chance,
        "stake": bet.stake,
        "stored": _settled(bet.stored),
        "again": _settled(bet.again) if bet.again else None,
        "agrees": bet.agrees,
    }


def _settled(settled: Settled) -> dict[str, Any]:
    return {
        "outcome": settled.outcome,
        "prize": settled.prize,
        "commission": settled.commission,
        "returned": settled.returned,
    }


def _slip(slip: SlipCard) -> dict[str, Any]:
    return {
        "player": slip.nickname,
        "number": slip.number,
        "received_at": _at(slip.received_at),
        "taken_at": _at(slip.taken_at),
        "lines": slip.lines,
        "rejection": slip.rejection,
    }


def _line(line: LedgerLine, *, whole: bool) -> dict[str, Any]:
    accounts = {"debit": line.debit, "credit": line.credit, "player": line.player} if whole else {}
    return {
        "id": line.id,
        "at": _at(line.at),
        "code": line.code.value,
        "amount": line.amount,
        "from": line.debit_kind.value,
        "to": line.credit_kind.value,
        "balance_before": line.balance_before,
        "balance_after": line.balance_after,
        **accounts,
    }


def _act(act: RoundAct) -> dict[str, Any]:
    """`by`: the staff's name for staff; for a player "staff"; "house" where no person did it."""
    return {
        "at": _at(act.at),
        "action": act.action,
        "by": (act.by or "staff") if act.by_staff else "house",
        "reason": act.reason,
        "deadline": _at(act.deadline),
    }


def _presence(presence: Presence) -> dict[str, Any]:
    return {
        "player": presence.nickname,
        "seat": presence.seat,
        "started_at": _at(presence.started_at),
        "ended_at": _at(presence.ended_at),
        "end_reason": presence.end_reason,
        "invited_at": _at(presence.invited_at),
        "warning_shown_at": _at(presence.warning_shown_at),
    }


def _connection(one: ConnectionCard, *, whole: bool) -> dict[str, Any]:
    return {
        "player": one.nickname,
        "opened_at": _at(one.opened_at),
        "end": one.end.value,
        "ended_at": _at(one.ended_at),
        "close_code": one.close_code,
        "address": network_of(one.address) if whole else one.address,
        "device": one.device,
    }


def _at(instant: datetime | None) -> str | None:
    return None if instant is None else moment(instant)


def _json(document: object) -> bytes:
    return (json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True) + "\n").encode()


def _zip(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, date_time=_STAMP)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, _PLAIN, 3
            packed.writestr(entry, files[name], compresslevel=9)
    return buffer.getvalue()
