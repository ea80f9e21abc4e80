"""Celery's edge of the house itself: heartbeats, e-mails, the cashier, the clocks of complaints and limits."""

import hashlib
from typing import Any

import structlog
from celery import shared_task
from django.conf import settings
from django.utils import timezone

from casino.adapters import archive, gateway, mail, packer, payments, payouts, regulator, safe, stamps
from casino.adapters.registry import Port, adapter, is_sandbox
from casino.stories import data_export
from casino.web import heartbeats
from players.access.operations import sign_in
from players.access.operations.hints import forget_hints as forget_old_hints
from players.access.operations.identity import ask_waiting
from players.accounts import terms
from players.accounts.operations import obligations
from players.adapters import operations as adapters
from players.adapters.queries import Adapter
from players.cashier import operations as cashier
from players.cashier.operations import sandbox_bank
from players.complaints import operations as complaints
from players.keeping import operations as keeping
from players.messages.operations.asks import write_asked
from players.messages.operations.emails import send_emails as send_waiting_emails
from players.privacy.operations import expire_exports
from players.protection.national_list import ListInvalid, parse
from players.protection.operations import daily_totals, limits
from reporting.operations import (
    archiving,
    archiving_days,
    due_files,
    erasing_days,
    hourly_files,
    nights,
    regulator_line,
    stamping,
)
from reporting.operations import log as house_log
from tables.operations import breaks, guests, session_pairs, watching
from tables.operations.croupier import second_reader

log = structlog.get_logger(__name__)


@shared_task(expires=30)
def beat(**_: Any) -> None:
    """Run by the worker because beat sent it: both live."""
    now = timezone.now()
    heartbeats.beat("worker", now=now)
    heartbeats.beat("beat", now=now)


@shared_task(expires=30)
def send_emails(**_: Any) -> None:
    """Write the requested e-mails, and send those that wait."""
    write_asked(now=timezone.now())
    send_waiting_emails(send=mail.send, now=timezone.now())


@shared_task(expires=55)
def keep_limits(**_: Any) -> None:
    """Let wishes for higher limits lapse, and add up the finished rounds of players with limits."""
    limits.lapse_limits(now=timezone.now())
    daily_totals.add_up()


@shared_task(expires=55)
def keep_session_sums(**_: Any) -> None:
    """Add up the bets of sessions that are over."""
    session_pairs.add_up()


@shared_task(expires=4)
def end_sessions(**_: Any) -> None:
    """End the sessions of players who may not play any more, or have played long enough for the day."""
    breaks.end_sessions(now=timezone.now())


@shared_task(expires=4, soft_time_limit=20, time_limit=60)
def look_again(**_: Any) -> None:
    """Ask the second reader after the cards of paper that were read."""
    reader = adapter(Port.SECOND_READER)
    if reader is not None:
        second_reader.look(reader=reader, now=timezone.now())


@shared_task(expires=14)
def end_guests(**_: Any) -> None:
    """End the demonstrations without an account that are a day old, or whose browser's session is over."""
    guests.end_due(now=timezone.now())


@shared_task(expires=55)
def end_sign_ins(**_: Any) -> None:
    """End the sign-ins whose session ran out by itself."""
    sign_in.end_expired(now=timezone.now())


@shared_task(expires=290)
def forget_hints(**_: Any) -> None:
    """Remove the hints of changed standing that every process with sockets has read."""
    forget_old_hints(now=timezone.now())


@shared_task(expires=25)
def notify_regulator(**_: Any) -> None:
    """Send the notices of exclusions and revocations that are owed (PT-29)."""
    desk = regulator.desk()
    if desk is not None:
        obligations.notify_regulator(send=desk.notify, now=timezone.now())


@shared_task(expires=290)
def remind_complaints(**_: Any) -> None:
    """Remind of complaints whose time runs out, name the alternatives after eight weeks, close what is settled."""
    complaints.remind(now=timezone.now())


@shared_task(expires=30)
def post_sandbox_notices(**_: Any) -> None:
    """Let the sandbox bank post what it has to say."""
    if is_sandbox(Port.PAYMENTS):
        sandbox_bank.post_notices(post=payments.post_notice, now=timezone.now())


@shared_task(expires=30)
def run_cashier(**_: Any) -> None:
    """Send withdrawals that are ready, ask after payments that are silent, send back money that is not ours."""
    provider = payments.provider()
    if provider is not None:
        cashier.send_withdrawals(provider=provider, now=timezone.now())
        cashier.ask_after_silent(provider=provider, now=timezone.now())
        cashier.send_money_back(provider=provider, now=timezone.now())


@shared_task(expires=30)
def check_identities(**_: Any) -> None:
    """Ask the verifier about those who wait; a house without one leaves them to its staff."""
    verifier = adapter(Port.IDENTITY)
    if verifier is not None:
        ask_waiting(verifier=verifier, now=timezone.now())


@shared_task(expires=60)
def make_data_exports(**_: Any) -> None:
    """Make the data exports that wait, and remove those whose days are over."""
    while data_export.make_next(now=timezone.now):
        pass
    expire_exports(now=timezone.now())


@shared_task(expires=55)
def pay_out_closed(**_: Any) -> None:
    """Pay out the balances of closed accounts that are owed and can be paid (PT-28)."""
    payouts.pay_what_is_owed(now=timezone.now())


@shared_task(expires=14)
def take_national_list(**_: Any) -> None:
    """Fetch the national list and bar whom it names; bar also who registered since (PT-30). A bad list changes none."""
    now = timezone.now()
    keeper = regulator.national_list()
    try:
        content = None if keeper is None else keeper.fetch()
        if content is not None:
            breaks.take_list(entries=parse(content), complete=True, now=now)
        if keeper is not None:
            adapters.note_answer(adapter=Adapter.NATIONAL_LIST, now=now)
    except (OSError, ListInvalid) as error:
        log.warning("national_list_not_taken", error=repr(error))
        adapters.note_failure(adapter=Adapter.NATIONAL_LIST, fault=error, now=now)
    breaks.apply_list(now=now)


@shared_task(expires=280)
def watch_play(**_: Any) -> None:
    """Look for signs of harm in the day's play."""
    watching.watch_day(now=timezone.now(), thresholds=settings.HARM_THRESHOLDS)


@shared_task(expires=55)
def erase_due(**_: Any) -> None:
    """Erase what two persons agreed to, tell the log of sealed days that went, and count once a day what is kept."""
    now, kept = timezone.now(), archive.archive()
    erasing_days.tell_erasures(archive=kept, now=now)  # of one that ended just before a process died: it counts its own
    keeping.erase_due(now=now)
    erasing_days.tell_erasures(archive=kept, now=now)
    keeping.look(now=now)


@shared_task(expires=3_500)
def keep_archive(**_: Any) -> None:
    """Deliver the reports and sealed days that are due to the archive, read back what lies there, once a night verify
    a day of it whole, and forget sessions that ended.
    """
    now = timezone.now()
    keeping.forget_sessions(now=now)
    kept = archive.archive()
    if kept is not None:
        archiving.archive_due(archive=kept, now=now)
        archiving.verify_archive(archive=kept, now=now)
        archiving_days.archive_days_due(archive=kept, now=now)
        archiving_days.verify_archived_days(archive=kept, now=now)
        nights.verify_an_archived_day(archive=kept, now=now)


@shared_task(expires=290)
def deliver_files(**_: Any) -> None:
    """Make the regulator's files of the days that are over, and deliver them to the safe."""
    found = safe.safe()
    if found is not None:
        files = settings.OPERATOR_PROFILE.files
        due_files.deliver_due(profile=files, safe=found, packer=packer.packer(), now=timezone.now())


@shared_task(expires=290)
def stamp_days(**_: Any) -> None:
    """Ask an authority outside for the time stamps of sealed days."""
    found = stamps.stamper()
    if found is not None:
        stamping.stamp_days(stamper=found, now=timezone.now())


@shared_task(expires=55)
def make_hours(**_: Any) -> None:
    """Make the regulator's files of the hours that are over, in a house that has a safe for them."""
    if safe.has_safe():
        hourly_files.make_hours_due(profile=settings.OPERATOR_PROFILE.files, now=timezone.now())


@shared_task(expires=14)
def watch_line(**_: Any) -> None:
    """Ask the gateway to the regulator, judge the line, and stop play where the line failed too long."""
    asked = gateway.gateway()
    regulator_line.watch(
        vault=settings.OPERATOR_PROFILE.files.vault,
        has_safe=safe.has_safe(),
        gateway=None if asked is None else asked.answers,
        now=timezone.now(),
    )


@shared_task(expires=3_500)
def tell_terms(**_: Any) -> None:
    """Tell the log of the house the terms that hold, once for each text."""
    now = timezone.now()
    held = terms.in_force(now)
    texts = settings.BASE_DIR / "templates" / "portal" / "terms" / str(held.number)
    digests = {
        language: hashlib.sha256((texts / f"{language}.html").read_bytes()).hexdigest() for language in held.languages
    }
    house_log.tell_terms(digests=digests, now=now)
