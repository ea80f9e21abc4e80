"""What a line of each sealed file says (docs/sealed-days.md): rows of `reporting.sealing.sources` as records.

No text that a person typed about another, no name, no address and no document becomes part of a line.
"""

import hashlib
import hmac
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final

from baccarat import proof
from baccarat.terms import Ruleset
from reporting.evidence import canonical
from reporting.evidence.canonical import moment
from tables.queries.court_days import CourtLine
from tables.queries.court_rounds import Told
from tables.table_settings import terms_of

Record = dict[str, Any]
Row = Sequence[Any]

_CODE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9:+./_-]{0,99}")
"""Codes, keys, moments and days: what may stand of a fact. Sentences are committed to instead."""
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
DEVICES: Final = (("iPad", "T"), ("Tablet", "T"), ("Android", "A"), ("iPhone", "A"), ("Mobile", "A"))
"""By what a browser says of itself: a tablet or a telephone; anything else counts as a computer (`C`)."""


def ruleset(terms: Ruleset) -> Record:
    """A table's rules of the game, without amounts, as `rules.jsonl` has them."""
    document: Record = dict(terms.document())
    offers: list[Record] = []
    for offer in terms.offers:
        offers.append(
            {
                "chance": offer.chance.value,
                "pays": [{"event": event, "ratio": str(ratio)} for event, ratio in offer.pays],
                "last_round_of_shoe": offer.last_round_of_shoe,
                "commission": offer.commission.value if offer.commission is not None else None,
            }
        )
    return document | {"offers": offers}


def rules_digest(configuration_id: int, terms: Mapping[str, Any]) -> str:
    """The digest by which the log's leaf and every round name the rules of a configuration."""
    return hashlib.sha256(canonical.line(ruleset(terms_of(configuration_id, terms).ruleset))[:-1]).hexdigest()


def ledger(row: Row) -> Record:
    """A transfer."""
    number, at, code, key, currency, amount, debit, debit_kind, credit, credit_kind, player, before, after, about = row
    return {
        "id": number,
        "at": moment(at),
        "code": code,
        "key": key,
        "currency": currency,
        "amount": amount,
        "debit": debit,
        "debit_kind": debit_kind,
        "credit": credit,
        "credit_kind": credit_kind,
        "player": player,
        "before": before if player else None,
        "after": after if player else None,
        "reference": formed(about or ""),
    }


def rules(row: Row) -> Record:
    """A configuration that rounds of the day were played under."""
    version, number, terms, reference = row
    document = ruleset(terms_of(number, json.loads(terms)).ruleset)
    digest = hashlib.sha256(canonical.line(document)[:-1]).hexdigest()
    return {"version": version, "ruleset": document, "digest": digest, "reference": formed(reference)}


def round_(row: Row) -> Record:
    """A round that was settled or void."""
    code, table, number, currency, version, configuration, terms, shoe, root, decks, count, *played = row
    header, path, *played = played
    round_of_shoe, first, phase, opened, closed, ended, cards, winner, proofs, void_reason, sums = played
    settled = phase == "settled"
    return {
        "code": code,
        "table": table,
        "number": number,
        "currency": currency,
        "rules": f"{table}/v{version}",
        "rules_digest": rules_digest(configuration, json.loads(terms)),
        "shoe": {
            "shoe": f"{table}/{shoe}",
            "format": _format(root, header),
            "root": root,
            "decks": decks,
            "count": count,
            "header": json.loads(header) if header else None,
            "path": list(path),
        },
        "round_of_shoe": round_of_shoe,
        "first_card": first,
        "phase": phase,
        "opened_at": moment(opened),
        "closed_at": _moment(closed),
        "ended_at": moment(ended),
        "cards": list(cards) if settled else [],
        "winner": winner if settled else "",
        "proofs": _proofs(json.loads(proofs)) if settled else [],
        "void_reason": "" if settled else formed(void_reason),
        "sums": amounts({chance: cents for chance, cents in json.loads(sums).items() if cents}),
    }


def card(row: Row) -> Record:
    """A card as it was read at a croupier's table. The robot of a demonstration is no person."""
    number, at, table, shoe, code, what, slot, read, deck, source, device, refusal, croupier, second, replaces = row
    return {
        "id": number,
        "at": moment(at),
        "table": table,
        "shoe": shoe,
        "round": code,
        "what": what,
        "slot": slot,
        "card": read,
        "deck": deck,
        "source": source,
        "device": device if _CODE.fullmatch(device) else "",
        "refusal": refusal,
        "croupier": croupier,
        "decided_by": second,
        "replaces": replaces,
    }


def paper_shoe(row: Row) -> Record:
    """A shoe of paper cards: the decks that lie in it, and how and by whom it was begun."""
    shoe, table, decks, shuffled_by, begun_by, begun_at, burns = row
    return {
        "shoe": shoe,
        "table": table,
        "decks": list(decks),
        "shuffled_by": shuffled_by,
        "begun_by": begun_by,
        "begun_at": moment(begun_at),
        "burns": burns,
    }


def bet(row: Row) -> Record:
    """A bet that held a stake at the end of its round."""
    code, person, chance, session, stake, outcome, prize, commission, returned = row
    return {
        "round": code,
        "person": person,
        "chance": chance,
        "session": session,
        "stake": stake,
        "outcome": outcome,
        "prize": prize,
        "commission": commission,
        "returned": returned,
    }


def slip(row: Row) -> Record:
    """A slip, accepted or refused."""
    taken_at, number, key, received_at, code, person, session, lines, refusal = row
    refused = json.loads(refusal) if refusal else None
    return {
        "taken_at": moment(taken_at),
        "number": number,
        "key": key,
        "received_at": moment(received_at),
        "round": code,
        "person": person,
        "session": session,
        "lines": amounts(json.loads(lines)),
        "accepted": refused is None,
        "rejection": None if refused is None else _rejection(refused),
    }


def session(row: Row) -> Record:
    """A seat that ended."""
    code, person, table, currency, seat, started_at, ended_at, end_reason, *sums = row
    rounds, staked, returned, prizes, commission = sums
    return {
        "id": code,
        "person": person,
        "table": table,
        "currency": currency,
        "seat": seat,
        "started_at": moment(started_at),
        "ended_at": moment(ended_at),
        "end_reason": end_reason,
        "rounds": rounds,
        "staked": staked,
        "returned": returned,
        "prizes": prizes,
        "commission": commission,
    }


def signin(row: Row) -> Record:
    """A sign-in, its end, or one that was refused; of an attempt twice its number, of an end one more than that."""
    number, at, person, outcome, factor, device, excluded, prohibited = row
    asked = () if excluded is None else (("exclusions", excluded), ("prohibitions", prohibited))
    return {
        "id": number,
        "at": moment(at),
        "person": person,
        "what": {"signed-in": "in", "ended": "out"}.get(outcome, "refused"),
        "outcome": outcome,
        "factor": factor,
        "device": device_letter(device),
        "registers": [{"register": name, "answer": "listed" if listed else "clear"} for name, listed in asked],
    }


def court(line: CourtLine) -> Record:
    """The drift court's evidence of one stream at one place over the day."""
    record = asdict(line)
    alarms = [asdict(alarm) for alarm in line.alarms]
    return {**record, "before": list(line.before), "after": list(line.after), "alarms": alarms}


def judged(told: Told) -> Record:
    """A finished round in the order in which the drift court judged it."""
    return {"number": told.number, "round": told.code, "left": list(told.left), "shown": list(told.shown)}


def act(row: Row, *, salt: bytes) -> Record:
    """What staff or the house did: its codes, and a commitment to the whole with what was written about it."""
    number, at, by, name, subject, subject_key, person, table, code, facts, why, transaction, era = row
    told = json.loads(facts)
    places = {"subject_kind": subject, "person": person, "table": table, "round": code or None}
    identity = f"events/{number:012d}"
    whole = {
        "id": identity,
        "at": moment(at),
        "by": by,
        "what": name,
        "subject_key": formed(subject_key),
        **places,
        "facts": canonical.text({"told": told}),
        "why": formed(why),
        "act": str(transaction),
        "era": era,
    }
    own = hmac.new(salt, identity.encode(), hashlib.sha256).digest()
    return {
        "id": identity,
        "at": moment(at),
        "by": by or "house",
        "what": name,
        "subject": subject_key if _CODE.fullmatch(subject_key) else "",
        "facts": {key: value for key, value in places.items() if value} | coded(told),
        "commitment": canonical.commitment(own, _normal(whole)).hex(),
    }


def amounts(cents: Mapping[str, int]) -> list[Record]:
    """Amounts by chance, in the order of the chances' names."""
    return [{"chance": chance, "cents": cents[chance]} for chance in sorted(cents)]


def formed(text: str) -> str:
    """A text in the form that canonical bytes have: Unicode's form C."""
    return unicodedata.normalize("NFC", text)


def device_letter(browser: str) -> str:
    """What a browser runs on, as the regulator's file of sign-ins tells it: `C`, `A`, `B` or `T`."""
    return next((letter for word, letter in DEVICES if word in browser), "C")


def coded(facts: Mapping[str, Any]) -> Record:
    """The facts of an event that are codes, whole numbers, moments, or lists and objects of these."""
    return {
        name: value for name, each in facts.items() if _NAME.fullmatch(name) and (value := _coded(each)) is not None
    }


def _coded(value: Any) -> Any:
    if isinstance(value, bool) or (isinstance(value, int) and abs(value) <= canonical.NUMBER_MOST):
        return value
    if isinstance(value, str):
        return value if _CODE.fullmatch(value) else None
    if isinstance(value, Mapping):
        return coded(value) or None
    if isinstance(value, list):
        found = [_coded(each) for each in value]
        return found if found and None not in found else None
    return None


def _moment(at: datetime | None) -> str | None:
    return None if at is None else moment(at)


def _format(root: str, header: str | None) -> str:
    """How the shoe commits to its cards; one of paper cards does not."""
    if not root:
        return proof.PAPER
    return proof.FORMAT if header else proof.FORMAT_1


def _proofs(proofs: Iterable[Mapping[str, Any]]) -> list[Record]:
    return [{name: proof[name] for name in ("index", "card", "salt", "path")} for proof in proofs]


def _rejection(refused: Mapping[str, Any]) -> Record:
    """The reason and the rule are always told, the rest where the rejection has it."""
    told = {name: refused.get(name) for name in ("chance", "asked", "most")}
    return {"reason": refused["reason"], "rule": refused.get("rule") or "", **told}


def _normal(record: Record) -> Record:
    return {name: formed(value) if isinstance(value, str) else value for name, value in record.items()}
