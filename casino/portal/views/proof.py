"""The verifier of published shoes, as the game's package ships it, and a round's proof to give it."""

import json
from importlib import resources
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from casino.web import files
from tables import queries

FILES: Final = {"verify.css": "text/css", "verify.js": "text/javascript", "verify_shoe.py": "text/x-python"}


def _shipped(name: str, kind: str) -> HttpResponse:
    # The very bytes of the package: a reader who saves the page has a verifier that works without this house.
    content = resources.files("baccarat").joinpath("verifier", name).read_bytes()
    return HttpResponse(content, content_type=f"{kind}; charset=utf-8")


@require_safe
def verifier(request: HttpRequest) -> HttpResponse:
    """The page that checks a proof in the browser."""
    return _shipped("verify.html", "text/html")


@require_safe
def verifier_file(request: HttpRequest, name: str) -> HttpResponse:
    """Serve the files of the page, and its twin in Python."""
    if name not in FILES:
        raise Http404
    return _shipped(name, FILES[name])


@require_safe
def published(request: HttpRequest, code: str) -> HttpResponse:
    """The proof of a round's cards as a file that the verifiers read; before the cards are shown there is none."""
    card = queries.round_of(round_code=code, person_id=0)
    if card is None or not card.proof.get("cards"):
        raise Http404
    content = json.dumps(card.proof, indent=2).encode()
    return files.download(content, name=f"prova-{code}.json", content_type="application/json")
