"""Stories of extracts by criteria of one's own: proposed, agreed to, turned down, taken back."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from demonstration.work.stage import Stage, Story
from players.roles import Role
from reporting import operations
from reporting.catalogue.criteria import Condition
from reporting.making.figures import day_of
from reporting.making.matches import Match
from reporting.operations import Draft, Wanted

EXTRACTS: Final = (
    ("Apostas a partir de cinquenta euros", "Ofício SRIJ {}/207, ponto 1: apostas altas do dia.", 50_00, "approve"),
    ("Apostas a partir de um euro", "Ofício SRIJ {}/211: amostra de um dia inteiro.", 1_00, "reject"),
    ("Apostas a partir de dez euros", "Preparar a resposta ao ofício {}/214.", 10_00, "withdraw"),
    ("Apostas a partir de vinte euros", "Ofício SRIJ {}/219, ponto 3: apostas do último dia.", 20_00, ""),
)
COLUMNS: Final = ("round", "table_code", "accepted_at", "chance", "stake", "outcome", "returned")


def stories(stage: Stage) -> Iterator[Story]:
    """One of each end, and one that waits."""
    for place, (title, reason, least, end) in enumerate(EXTRACTS):
        yield _extract(stage, place, title, reason, least, end)


def _extract(stage: Stage, place: int, title: str, reason: str, least: int, end: str) -> Story:
    """Compliance proposes it one morning, and it is decided on the same day."""
    yield (at := stage.moment(-1 - place // 2, 9, 10 + place))
    day = day_of(at - timedelta(days=1))
    draft = Draft(
        wanted=Wanted(name="bets", first_day=day, last_day=day, reason=reason.format(day_of(at).year)),
        title=title,
        reveal=False,
        conditions=(Condition(column="stake", match=Match.LEAST, values=(least,)),),
        columns=COLUMNS,
    )
    author, second = stage.staff[Role.COMPLIANCE], stage.staff[Role.APPROVER]
    with stage.act(at, author):
        made = operations.propose_extract(draft=draft, by=author, idempotency_key=stage.key("extract", place), now=at)
    yield (at := at + timedelta(hours=3))
    if end == "approve":
        with stage.act(at, second):
            operations.approve_extract(extract_id=made.extract_id, by=second, now=at)
    elif end == "reject":
        why = "Um dia inteiro é o próprio relatório do catálogo: peça-o de lá."
        with stage.act(at, second):
            operations.reject_extract(extract_id=made.extract_id, reason=why, by=second, now=at)
    elif end == "withdraw":
        with stage.act(at, author):
            operations.withdraw_extract(extract_id=made.extract_id, by=author, now=at)
