"""The worker killed in the middle of its tasks, and beat: each e-mail, payment, notice and report has its effect once.

An e-mail goes out at least once: killed between the mail server's yes and the note of it, it goes out again.
"""

import email
import json
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from django.utils import timezone

from casino.celery import app
from players.models import Email, Obligation, ObligationKind, SandboxPayment, Withdrawal, WithdrawalState
from players.roles import Role
from reporting import operations as reports
from reporting.making.figures import day_of
from reporting.models import Piece, ReportRun, RunState
from reporting.writers import Format
from tests.factories import Floor
from tests.faults import doings, orders
from tests.faults.support import LONG, sized, until
from tests.rules import rule
from tests.running import House, running_house

pytestmark = [pytest.mark.house, pytest.mark.timeout(7_200 if LONG else 600)]
PLACES: Final = ("before", "2", "4", "7", "commit", "after")
TO_REGULATOR: Final = (ObligationKind.NOTIFY_EXCLUSION, ObligationKind.NOTIFY_REVOCATION)


@dataclass
class Job:
    """A task, what gives it work, and whether it has any left."""

    task: str
    prepare: Callable[[], object]
    waits: Callable[[], bool]


@dataclass
class Desk:
    """A house with a worker that dies by order, and the work that it has."""

    office: doings.Office
    auditor: int
    folder: Path
    data: Path
    house: House

    def jobs(self) -> list[Job]:
        """E-mails, payments out, notices to the regulator and reports."""
        excluded = lambda: doings.excluded_by_oneself(self.office)()  # noqa: E731
        return [
            Job("casino.tasks.send_emails", excluded, Email.objects.filter(sent_at=None).exists),
            Job(
                "casino.tasks.run_cashier",
                lambda: self.office.withdrawal(10_00),
                Withdrawal.objects.exclude(state=WithdrawalState.SENT, provider_ref__gt="").exists,
            ),
            Job("casino.tasks.notify_regulator", excluded, self.notices().filter(done_at=None).exists),
            Job("reporting.tasks.prepare_requests", self.ask, ReportRun.objects.exclude(state=RunState.DONE).exists),
        ]

    @staticmethod
    def notices() -> "Obligation.objects":  # type: ignore[name-defined]  # a query
        """Notices that are owed to the regulator, or were."""
        return Obligation.objects.filter(kind__in=TO_REGULATOR)

    def ask(self) -> None:
        """A report that a worker makes."""
        day = day_of(self.office.floor.now)
        reports.request_report(
            wanted=reports.Wanted(name="deposits", first_day=day, last_day=day),
            by=self.auditor,
            idempotency_key=uuid.uuid4(),
            now=self.office.floor.now,
        )

    def killed(self, job: Job, place: str) -> bool:
        """Whether the worker died at that place of the job; a task may have fewer statements."""
        seen = len(orders.journal(self.folder))
        orders.give(self.folder, job.task, f"kill {place}")
        app.send_task(job.task)
        taken = until(f"{job.task} begins", lambda: orders.journal(self.folder)[seen:])[0]

        def over() -> str:
            notes = orders.journal(self.folder)[seen:]
            return "done" if any("outcome" in note for note in notes) else "" if alive(taken["pid"]) else "killed"

        return until(f"the worker dies at {place} of {job.task}, or is done", over) == "killed"

    def done(self, job: Job) -> None:
        """As beat would: the task is sent until nothing waits for it."""

        def over() -> bool:
            app.send_task(job.task)
            with_patience = timezone.now()
            while job.waits():
                if (timezone.now() - with_patience).total_seconds() > 2:
                    return False
            return True

        until(f"{job.task} has nothing left", over)

    def mails(self) -> Counter[tuple[str, str]]:
        """How often an e-mail of each subject went to each address."""
        found: Counter[tuple[str, str]] = Counter()
        for path in (self.data / "mail").glob("*.log"):
            for text in path.read_text().split("-" * 79 + "\n"):
                if text.strip():
                    message = email.message_from_string(text)
                    found[message["To"], message["Subject"]] += 1
        return found


def alive(pid: int) -> bool:
    """Whether the process runs: neither gone nor waiting to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def desk(open_floor: Floor, tmp_path: Path) -> Iterator[Desk]:
    open_floor.now = timezone.now()
    office = doings.office(open_floor)
    folder, data = tmp_path / "orders", tmp_path / "data"
    folder.mkdir()
    (data / "static").mkdir(parents=True)
    with running_house(tmp_path, parts=(), web=False, environment={"SABOT_DATA": str(data)}) as house:
        house.start("worker", ["-m", "tests.faults.working", str(folder)])
        yield Desk(office, open_floor.staff(Role.COMPLIANCE).id, folder, data, house)


@rule(
    "GL-49",
    asserts="Worker processes are killed at six places of every job, from before it to after its commit: each e-mail, "
    "payment order, notice and report happens once.",
)
def test_every_effect_happens_once_when_any_process_dies(desk: Desk) -> None:
    desk.done(desk.jobs()[0])
    kills: Counter[str] = Counter()
    for _ in range(sized(1, 20)):
        for place in PLACES:
            for job in desk.jobs():
                job.prepare()
                kills[job.task] += desk.killed(job, place)
                desk.done(job)
    assert kills.total() >= sized(20, 400), kills
    for job in desk.jobs():
        desk.done(job)
    emails_go_out(desk, kills["casino.tasks.send_emails"])
    payments_are_ordered_once()
    notices_arrive_once(desk)
    reports_are_whole(desk)


def emails_go_out(desk: Desk, kills: int) -> None:
    """Each at least once, and no more often than a kill came between the post and its note."""
    assert not Email.objects.filter(sent_at=None).exists()
    mails = desk.mails()
    written = Counter(Email.objects.values_list("person__email", flat=True))
    sent: Counter[str] = Counter()
    for (to, _subject), times in mails.items():
        sent[to] += times
    assert not written - sent, "never sent"
    assert (sent - written).total() <= kills, "sent twice"


def payments_are_ordered_once() -> None:
    """One payment in the bank's book for each withdrawal, by its key."""
    asked = {row.key: (row.provider_ref, row.amount) for row in Withdrawal.objects.all()}
    ordered = SandboxPayment.objects.filter(kind="out").values_list("key", "ref", "amount")
    assert sorted(ordered) == sorted((key, *rest) for key, rest in asked.items())


def notices_arrive_once(desk: Desk) -> None:
    """One notice for each obligation, by its number."""
    files = {path.name: json.loads(path.read_text()) for path in (desk.data / "regulator").glob("notice-*.json")}
    owed = {f"notice-{number}.json": note for number, note in desk.notices().values_list("pk", "note")}
    assert set(files) == set(owed)
    assert {name: f"notice-{content['number']}.json" for name, content in files.items()} == owed


def reports_are_whole(desk: Desk) -> None:
    """Each report once, of pieces without a gap, and its file as everybody reads it."""
    for run in ReportRun.objects.all():
        pieces = Piece.objects.filter(run=run, file=None).order_by("number").values_list("number", flat=True)
        assert list(pieces) == list(range(1, run.pieces + 1))
        taken = reports.take(key=run.key, format=Format.CSV, by=desk.auditor, now=timezone.now())
        assert taken.content


def test_beat_killed_and_started_again(desk: Desk, tmp_path: Path) -> None:
    """Its file of sent tasks may be torn: due tasks are sent all the same, and done once."""
    arguments = ["-m", "celery", "-A", "casino.celery", "beat", "--pidfile", "", "--schedule", str(tmp_path / "beat")]
    for _ in range(sized(3, 30)):
        doings.excluded_by_oneself(desk.office)()
        desk.house.start("beat", arguments)
        until("the e-mails go out", lambda: not Email.objects.filter(sent_at=None).exists())
        desk.house.kill("beat")
    sent = {to for to, _subject in desk.mails()}
    assert sent == set(Email.objects.values_list("person__email", flat=True))
