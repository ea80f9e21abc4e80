"""Records of play: one session of the player's own, and rounds with all their essentials (R31, R33)."""

from typing import Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino.portal import records, round_pages, summaries
from casino.portal.viewer import person_id, players_only
from casino.stories.round_moments import acts_and_deadlines
from casino.web import files
from kernel.money import Currency
from reporting.writers import csv_file
from tables import queries

ROUNDS: Final = 30
SHOES_SHOWN: Final = 50
"""Where the cards are shuffled for every round, each has a shoe of its own; the files of the summary list them all."""


def _summary(request: HttpRequest, code: UUID) -> queries.SessionSummary:
    """The player's own session; another's does not exist for them."""
    found = queries.session_summary(session_code=code, person_id=person_id(request), now=timezone.now())
    if found is None:
        raise Http404
    return found


@require_safe
@players_only
def session(request: HttpRequest, code: UUID) -> HttpResponse:
    """The summary of a session: staked, returned, commission, result, time, rounds."""
    summary = _summary(request, code)
    before = request.GET.get("antes", "")
    before_id = int(before) if before.isascii() and before.isdecimal() and len(before) < 18 else None
    shoes = queries.session_shoes(code, person_id=person_id(request))
    played = queries.session_rounds(code, person_id=person_id(request), limit=ROUNDS, before=before_id)
    context = {
        "place": "sessions",
        "summary": summary,
        "shoes": shoes[:SHOES_SHOWN],
        "committed": any(shoe.root for shoe in shoes),
        "more_shoes": len(shoes) > SHOES_SHOWN,
        "rounds": records.rows_of(person_id(request), played.rounds, Currency(summary.currency)),
        "older": f"?antes={played.older}" if played.older else None,
        "newest": request.path if before_id else None,
    }
    return render(request, "portal/session/page.html", context)


@require_safe
@players_only
def session_text(request: HttpRequest, code: UUID) -> HttpResponse:
    """The same as plain text, to keep."""
    shoes = queries.session_shoes(code, person_id=person_id(request))
    lines = summaries.lines_of(_summary(request, code), shoes)
    text = "\n".join(f"{name}: {value}" for name, value in lines)
    return files.download(f"{text}\n".encode(), name=f"sessao-{code}.txt", content_type="text/plain; charset=utf-8")


@require_safe
@players_only
def session_csv(request: HttpRequest, code: UUID) -> HttpResponse:
    """The same for a spreadsheet."""
    shoes = queries.session_shoes(code, person_id=person_id(request))
    content = csv_file.spreadsheet(summaries.rows_of(_summary(request, code), shoes))
    return files.download(content, name=f"sessao-{code}.csv", content_type="text/csv; charset=utf-8")


@require_safe
def round_(request: HttpRequest, code: str) -> HttpResponse:
    """A round: cards and proof for all, bets and ledger lines only for the player who made them."""
    asking = request.user.pk if request.user.is_authenticated else 0
    card = queries.round_of(round_code=code, person_id=asking)
    if card is None:
        raise Http404
    hands = summaries.hands_of(card.laid or card.opened)
    story = queries.round_story(code)
    assert story is not None, "a round has its shoe and its rules"
    acts = queries.acts_of_round(round_code=code, named=False)
    announced = queries.deadlines(acts, closes_at=card.closes_at, closed_at=card.closed_at, phase=card.phase)
    moved = [each for each in announced if not each.held]
    paper = queries.paper_round(round_code=code, named=False) if card.paper else None
    context = {
        "round": card,
        "hands": hands,
        "page": round_pages.round_page(card, story, acts_and_deadlines(acts, moved), paper),
    }
    return render(request, "portal/round/page.html", context)
