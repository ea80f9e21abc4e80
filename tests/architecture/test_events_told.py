"""Every public operation tells an event, itself or through what it calls, or stands here with the reason why not."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from players.events.catalogue import CATALOGUE
from tests.architecture.test_tidy import ROOT
from tests.rules import rule

APPS: Final = ("players", "tables", "reporting", "wallet")
TELLING: Final = frozenset({"players.events.telling.tell", "players.events.telling.tell_all"})

ANSWERS: Final = "answers a question, or a part of operations that tell; writes nothing that is told"
PLAY: Final = "slips, bets and rounds are numbered facts of their own (ADR 0180)"
SEATS: Final = "a session at a table is a numbered fact of its own; the player's history tells it"
HINT: Final = "a work list, a heartbeat or a counter: it is never read later"
GUEST: Final = "a guest plays for play money, and has no account that anybody looks after"
OWN: Final = "a member of staff's own convenience"
LETTER: Final = "a letter of what is told already, or an ask that becomes one"
LEDGER: Final = "the ledger's lines are numbered facts of their own; their causes are told by who moves the money"
SANDBOX: Final = "the sandbox bank: the outside of the house, in tests and demonstrations"
LOG: Final = "leaves and checkpoints of the log are numbered, signed and published: facts of their own"
ATTEMPT: Final = "attempts to sign in and devices are numbered rows of their own; a lock is told"

UNTOLD: Final[dict[str, str]] = {
    "players.access.operations.corrections.held_registration": ANSWERS,
    "players.access.operations.corrections.is_waiting": ANSWERS,
    "players.access.operations.corrections.registered_details": ANSWERS,
    "players.access.operations.counting.*": ATTEMPT,
    "players.access.operations.credentials.ask_recovery": LETTER,
    "players.access.operations.guests.*": GUEST,
    "players.access.operations.hints.*": HINT,
    "players.access.operations.registration.flaws_of_typed": ANSWERS,
    "players.access.operations.sign_in.attempt_passed": ATTEMPT,
    "players.access.operations.sign_in.begin_attempt": ATTEMPT,
    "players.access.operations.sign_in.end_devices": ATTEMPT,
    "players.access.operations.sign_in.end_expired": ATTEMPT,
    "players.access.operations.sign_in.know_browser": ATTEMPT,
    "players.access.operations.sign_in.move_device": ATTEMPT,
    "players.access.operations.sign_in.normalised": ANSWERS,
    "players.access.operations.sign_in.open_locks": ATTEMPT,
    "players.accounts.operations.closing.owe_what_came": "told with the money that came",
    "players.accounts.operations.contact.ask_confirmation": LETTER,
    "players.accounts.operations.contact.ask_email_change": LETTER,
    "players.accounts.operations.holding.*": ANSWERS,
    "players.accounts.operations.obligations.owe": "told with its cause; that it is done is an event",
    "players.accounts.operations.passwords.*": ANSWERS,
    "players.accounts.operations.settled.*": ANSWERS,
    "players.accounts.operations.standing.*": "what the registers answered at each sign-in is a row of its own",
    "players.adapters.operations.*": HINT,
    "players.audit.operations.auditing.*": "says who acts; writes nothing",
    "players.audit.operations.saved_views.*": OWN,
    "players.cashier.operations.holders.*": ANSWERS,
    "players.cashier.operations.instruments.note_success": "told with the deposit that was credited",
    "players.cashier.operations.deposits.order_of": ANSWERS,
    "players.cashier.operations.deposits.standing_rejection": ANSWERS,
    "players.cashier.operations.sandbox_bank.*": SANDBOX,
    "players.cashier.operations.terms.*": ANSWERS,
    "players.complaints.operations.attachments.*": ANSWERS,
    "players.complaints.operations.cases.case": ANSWERS,
    "players.complaints.operations.cases.known_templates": ANSWERS,
    "players.complaints.operations.cases.require": ANSWERS,
    "players.complaints.operations.cases.unchanged_since": ANSWERS,
    "players.complaints.operations.cell.*": ANSWERS,
    "players.complaints.operations.deadlines.stage": ANSWERS,
    "players.complaints.operations.files.*": ANSWERS,
    "players.complaints.operations.making.came": ANSWERS,
    "players.complaints.operations.making.repeated": ANSWERS,
    "players.complaints.operations.making.sheet_of": ANSWERS,
    "players.complaints.operations.rows.deadline": ANSWERS,
    "players.complaints.operations.rows.done": ANSWERS,
    "players.complaints.operations.rows.fits": ANSWERS,
    "players.complaints.operations.rows.held": ANSWERS,
    "players.complaints.operations.rows.money": ANSWERS,
    "players.complaints.operations.rows.say": "told by `happened`, with the case as it then stands",
    "players.complaints.operations.rows.tell": LETTER,
    "players.complaints.operations.rows.tell_staff": LETTER,
    "players.complaints.operations.rows.waiting_decision": ANSWERS,
    "players.complaints.operations.sheets.case_of_sheet": ANSWERS,
    "players.complaints.operations.sheets.first_sheet": ANSWERS,
    "players.complaints.operations.sheets.read_sheet": ANSWERS,
    "players.duties.operations.digest_of": ANSWERS,
    "players.duties.operations.make_feed": OWN,
    "players.duties.operations.revoke_feed": OWN,
    "players.inbox.operations.attention.look": OWN,
    "players.inbox.operations.attention.read_mentions": OWN,
    "players.inbox.operations.attention.unwatch": OWN,
    "players.inbox.operations.attention.watch": OWN,
    "players.inbox.operations.rows.*": ANSWERS,
    "players.keeping.operations.forget_sessions": "sessions that ended by themselves, which tell nothing either",
    "players.keeping.operations.look": HINT,
    "players.messages.operations.asks.*": LETTER,
    "players.messages.operations.emails.*": LETTER,
    "players.privacy.operations.exports.claim_export": HINT,
    "players.privacy.operations.exports.expire_exports": "a file's days are told when it lies ready",
    "players.privacy.operations.exports.note_progress": HINT,
    "players.protection.operations.aftermath.*": "obligations and letters of an exclusion that is told",
    "players.protection.operations.daily_totals.*": HINT,
    "players.protection.operations.exclusion.excluded": ANSWERS,
    "players.staff.operations.accounts.checked_member": ANSWERS,
    "players.staff.operations.accounts.make_member": "told by who makes the member, with the roles",
    "players.staff.operations.employment.give_roles": "told by who gives them, with those of before",
    "players.staff.operations.employment.is_known": ANSWERS,
    "players.staff.operations.leaving.waits_for_password": ANSWERS,
    "players.staff.operations.leaving.write_invitation": LETTER,
    "players.staff.operations.proposing.email_facts": ANSWERS,
    "players.staff.operations.rows.*": ANSWERS,
    "reporting.operations.alone.*": ANSWERS,
    "reporting.operations.chain_proof.*": ANSWERS,
    "reporting.operations.chaining.*": HINT,
    "reporting.operations.proof_bases.*": "what a proof goes on from; the proof tells of itself",
    "reporting.operations.proof_words.*": ANSWERS,
    "reporting.operations.archiving.delivered": "the archive's own act, before its row is written",
    "reporting.operations.archiving.comes_back": "reads",
    "reporting.operations.archiving.note_read": "the row says so; the caller tells what differs",
    "reporting.operations.archiving.receipt_of": "the row is the receipt",
    "reporting.operations.archiving_days.*": "digests and receipts, only added to; the board says what fails",
    "reporting.operations.comparing_days.*": "reads alone",
    "reporting.operations.day_proofs.proof_of": "reads alone",
    "reporting.operations.nights.*": "its rows are only added to; the board shows what was found",
    "reporting.operations.correction_jobs.rejected_of": ANSWERS,
    "reporting.operations.corrections.acted": ANSWERS,
    "reporting.operations.corrections.is_being_made": ANSWERS,
    "reporting.operations.corrections.require_proposable": ANSWERS,
    "reporting.operations.corrections.untold": ANSWERS,
    "reporting.operations.exporting_days.archive_of": "packs a day: its callers tell of the export",
    "reporting.operations.erasing_days.tell_erasures": "the erasure told of itself; the log gets its leaf",
    "reporting.operations.exporting_days.export_days": "a command of who runs the house; pages tell what is taken",
    "reporting.operations.exporting_days.whole_root": "finds a folder: its callers tell of the export",
    "reporting.operations.sealed_days.wanted_of": "reads alone",
    "reporting.operations.exporting_days.write_log": "the published log as files",
    "reporting.operations.horizon.*": "what is looked at for files and seals; writes notes of its own",
    "reporting.operations.leases.*": HINT,
    "reporting.operations.processes.*": HINT,
    "reporting.operations.log.numbering.*": LOG,
    "reporting.operations.log.signing.*": LOG,
    "reporting.operations.log.telling.*": LOG,
    "reporting.operations.log.witnesses.post": ANSWERS,
    "reporting.operations.making_files.*": ANSWERS,
    "reporting.operations.proving_days.prove_days": "reads alone",
    "reporting.operations.requests.at_once": ANSWERS,
    "reporting.operations.requests.checked_filter": ANSWERS,
    "reporting.operations.requests.prepare": "a report that was asked for is gathered; who takes it is told",
    "reporting.operations.requests.prepare_due": "as `prepare`",
    "reporting.operations.requests.request_file": "as `prepare`",
    "reporting.operations.safe_files.*": "its rows are only added to: files, digests, the receipt",
    "reporting.operations.schedules.key_of": ANSWERS,
    "reporting.operations.schedules.wanted_of": ANSWERS,
    "reporting.operations.sealed_days.faults_of": ANSWERS,
    "reporting.operations.stamping.lay_stamp": "a kept stamp as files; nothing is new",
    "reporting.operations.sealed_days.write_again": "the sealed bytes once more; nothing is new",
    "tables.operations.alone.*": PLAY,
    "tables.operations.bets.*": PLAY,
    "tables.operations.breaks.end_sessions": SEATS,
    "tables.operations.breaks.give_up_seat": SEATS,
    "tables.operations.checks.*": SEATS,
    "tables.operations.session_pairs.add_up": "sums of bets that are settled; nothing is new",
    "tables.operations.clocks.*": "changes of hosts' clocks are numbered and chained rows of their own",
    "tables.operations.connections.*": "connections are numbered and chained rows of their own",
    "tables.operations.cutting.*": PLAY,
    "tables.operations.court.ask_generator": "an alarm is told by the incident that it opens",
    "tables.operations.court.begun": ANSWERS,
    "tables.operations.court.recomputed": ANSWERS,
    "tables.operations.court.ended": ANSWERS,
    "tables.operations.court.judge_to": "an alarm is told by the incident that it opens",
    "tables.operations.court_days.keep_day": "evidence worked out from rounds; what it raises is told as an incident",
    "tables.operations.croupier.closing.close": PLAY,
    "tables.operations.croupier.confirming.*": PLAY,
    "tables.operations.croupier.paper_shoes.burn_first": PLAY,
    "tables.operations.croupier.paper_shoes.next_terms": ANSWERS,
    "tables.operations.croupier.reading.*": "readings are numbered rows of their own; a table stops with an incident",
    "tables.operations.croupier.robot.*": PLAY,
    "tables.operations.croupier.ruling.key_card": "it waits for a second person; that one's answer is told",
    "tables.operations.croupier.scanners.digest_of": ANSWERS,
    "tables.operations.croupier.shifts.wake": HINT,
    "tables.operations.croupier.standing.*": ANSWERS,
    "tables.operations.croupier.steps.*": PLAY,
    "tables.operations.guests.*": GUEST,
    "tables.operations.idle.*": SEATS,
    "tables.operations.incidents.handling.handlers": ANSWERS,
    "tables.operations.incidents.rows.*": ANSWERS,
    "tables.operations.individual.*": PLAY,
    "tables.operations.intervals.next_start": ANSWERS,
    "tables.operations.leases.*": HINT,
    "tables.operations.locking.*": ANSWERS,
    "tables.operations.openings.is_due": ANSWERS,
    "tables.operations.openings.show_read": "told by who makes the round void",
    "tables.operations.paying.*": PLAY,
    "tables.operations.rounds.restart_betting": "told by who resumes the table",
    "tables.operations.rounds.void_round": "told by who makes it void",
    "tables.operations.seats.*": SEATS,
    "tables.operations.settling.*": PLAY,
    "tables.operations.shoes.*": PLAY,
    "tables.operations.squeezing.*": PLAY,
    "tables.operations.slip_memory.*": PLAY,
    "tables.operations.slip_reading.*": PLAY,
    "tables.operations.slip_writing.*": PLAY,
    "tables.operations.staff_acts.note": "the row of an act that its caller tells",
    "tables.operations.starting.read_ahead": ANSWERS,
    "tables.operations.starting.rules_ahead": ANSWERS,
    "tables.operations.stops.active": ANSWERS,
    "tables.operations.telling.rules_key": ANSWERS,
    "tables.operations.telling.save": PLAY,
    "tables.operations.telling.seated": ANSWERS,
    "tables.operations.telling.seats": ANSWERS,
    "tables.operations.telling.tell": "word to the viewers of a table",
    "tables.operations.timing.*": ANSWERS,
    "tables.operations.voids.waits_at": ANSWERS,
    "tables.operations.watching.facts_of": ANSWERS,
    "wallet.operations.moves.*": LEDGER,
    "wallet.operations.posting.*": LEDGER,
}


def _modules() -> Iterator[tuple[str, Path]]:
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts:
                parts = path.relative_to(ROOT).with_suffix("").parts
                yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


@cache
def _trees() -> dict[str, ast.Module]:
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in _modules()}


@cache
def _names_of(module: str) -> dict[str, str]:
    """What the names of a module stand for: its own functions, and what it brings in from the apps."""
    names = {}
    for node in _trees()[module].body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names[node.name] = f"{module}.{node.name}"
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in APPS:
            for each in node.names:
                names[each.asname or each.name] = f"{node.module}.{each.name}"
    return names


@cache
def _calls() -> dict[str, frozenset[str]]:
    """By function, all that its body names: what it calls, and what it hands over to be called."""
    found = {}
    for module, tree in _trees().items():
        names = _names_of(module)
        for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
            used = set()
            for node in ast.walk(function):
                if isinstance(node, ast.Name) and node.id in names:
                    used.add(names[node.id])
                elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in names:
                    used.add(f"{names[node.value.id]}.{node.attr}")
            found[f"{module}.{function.name}"] = frozenset(_at_home(one) for one in used)
        for name, used in _tables_of(tree, module).items():
            found[name] = used
    return found


def _tables_of(tree: ast.Module, module: str) -> dict[str, frozenset[str]]:
    """Constants that hold functions, as a table from a kind to what does it, count as calling them all."""
    names, found = _names_of(module), {}
    for node in tree.body:
        targets = [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [])
        value = getattr(node, "value", None)
        for target in targets:
            if isinstance(target, ast.Name) and value is not None:
                used = {names[one.id] for one in ast.walk(value) if isinstance(one, ast.Name) and one.id in names}
                found[f"{module}.{target.id}"] = frozenset(used)
                names.setdefault(target.id, f"{module}.{target.id}")
    return found


def _at_home(name: str) -> str:
    """The name under which a function stands in its own module, where a package passes it on."""
    module, _, function = name.rpartition(".")
    while module in _trees() and _names_of(module).get(function, name) != f"{module}.{function}":
        if function not in _names_of(module):
            break
        module, _, function = _names_of(module)[function].rpartition(".")
    return f"{module}.{function}"


@cache
def _tellers() -> frozenset[str]:
    """Every function that tells, however far down."""
    tell, calls = set(TELLING), _calls()
    while more := {name for name, used in calls.items() if name not in tell and used & tell}:
        tell |= more
    return frozenset(tell)


def _operations() -> Iterator[str]:
    for module, tree in _trees().items():
        if "operations" in module.split("."):
            for node in tree.body:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                    yield f"{module}.{node.name}"


def _reason(operation: str) -> str | None:
    return UNTOLD.get(operation) or UNTOLD.get(f"{operation.rpartition('.')[0]}.*")


@rule("GL-48", asserts="Every public operation of the house tells an event, or stands on a list with a reason.")
def test_every_operation_tells_or_has_a_reason() -> None:
    silent = {name for name in _operations() if name not in _tellers() and _reason(name) is None}
    assert silent == set()


def test_the_list_holds_nothing_that_tells_or_is_gone() -> None:
    operations, tellers = set(_operations()), _tellers()
    alone = {name for name in UNTOLD if not name.endswith(".*")}
    assert alone - operations == set()
    assert alone & tellers == set()
    modules = {name.rpartition(".")[0] for name in operations}
    assert {name.removesuffix(".*") for name in UNTOLD if name.endswith(".*")} - modules == set()


def test_the_page_has_every_name_with_its_facts() -> None:
    page = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")
    for name, telling in CATALOGUE.items():
        facts = ", ".join(f"`{fact}`" for fact in telling.facts) or "–"
        assert f"| `{name.value}` | {telling.subject.value} | {facts} |" in page, name


def test_the_walk_sees_calls_through_packages_and_tables() -> None:
    tellers = _tellers()
    assert "tables.operations.tables.pause" in tellers
    assert "reporting.operations.requests.take" in tellers
    assert "players.cashier.operations.notices.take_notice" in tellers
    assert "players.complaints.operations.deciding.approve_award" in tellers
    assert "tables.operations.bets.take_slips" not in tellers
