"""The verifier of published shoes: the house's page of it, the files that stand alone, and a round's proof for both."""

import json
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from casino.portal import rulebook, verifying
from casino.web import files
from casino.web.shipped import DAYS, shipped
from tables import queries

FILES: Final = {
    "verify.html": "text/html",
    "verify.css": "text/css",
    "verify.js": "text/javascript",
    "verify_shoe.py": "text/x-python",
    DAYS: "text/x-python",
}
ARCHIVE: Final = "sabot-verify.zip"


def _shared() -> dict[str, str]:
    return {"archive": ARCHIVE, "chances": json.dumps(rulebook.chance_labels())}


@require_safe
def verifier(request: HttpRequest) -> HttpResponse:
    """The page that checks a proof in the browser, for any file."""
    return render(request, "portal/verifier/page.html", {"place": "help", **_shared()})


@require_safe
def round_verifier(request: HttpRequest, code: str) -> HttpResponse:
    """The same with a round filled in: its proof for everybody, receipts and bets only for the player who made them.

    Of a croupier's round there is nothing to verify so: its own page shows its readings.
    """
    card = queries.round_of(round_code=code, person_id=request.user.pk if request.user.is_authenticated else 0)
    if card is None:
        raise Http404
    if card.paper:
        return redirect("portal:round", code=code)
    story = queries.round_story(code)
    assert story is not None, "a round has its shoe and its rules"
    context = {"asked": verifying.round_to_verify(card, story), "round": card, **_shared()}
    return render(request, "portal/verifier/page.html", context)


@require_safe
def verifier_file(request: HttpRequest, name: str) -> HttpResponse:
    """Serve the files of the verifier that stands alone, each by itself or all in one archive."""
    if name == ARCHIVE:
        return files.download(verifying.archive(), name=name, content_type="application/zip")
    if name not in FILES:
        raise Http404
    # The very bytes of the package: a reader who saves them has a verifier that works without this house.
    return HttpResponse(shipped(name), content_type=f"{FILES[name]}; charset=utf-8")


@require_safe
def published(request: HttpRequest, code: str) -> HttpResponse:
    """The proof of a round's cards as a file that the verifiers read; before the cards are shown there is none."""
    card = queries.round_of(round_code=code, person_id=0)
    if card is None or not card.proof.get("cards"):
        raise Http404
    content = json.dumps(card.proof, indent=2).encode()
    return files.download(content, name=f"prova-{code}.json", content_type="application/json")
