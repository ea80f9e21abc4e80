"""The log of the house for everybody: its signed state and its tiles (C2SP tlog-tiles), and the page that verifies."""

import re
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from reporting.evidence.tiles import WIDTH, Tile, entries_path
from reporting.queries import log

_INDEX: Final = re.compile(r"((?:x\d{3}/){0,5})(\d{3})(?:\.p/([1-9]\d{0,2}))?")
FOR_EVER: Final = "public, max-age=31536000, immutable"


@require_safe
def verify_days(request: HttpRequest) -> HttpResponse:
    """The page that verifies a folder of sealed days in the browser; it needs nothing of the house but itself."""
    return render(request, "portal/verifier/days.html", {"place": "help"})


@require_safe
def checkpoint(request: HttpRequest) -> HttpResponse:
    """The signed state of the log, with the lines of its witnesses; the one address whose answer changes."""
    card = log.checkpoint()
    if card is None:
        raise Http404
    return HttpResponse(card.note, content_type="text/plain; charset=utf-8", headers={"Cache-Control": "no-cache"})


@require_safe
def tile(request: HttpRequest, level: int, index: str) -> HttpResponse:
    """A tile of hashes. What is beyond the signed state does not exist."""
    number, width = _named(index)
    wanted = Tile(level, number, width)
    block = log.tile(level, number, width) if wanted.path == f"tile/{level}/{index}" else None
    return _served(block)


@require_safe
def entries(request: HttpRequest, index: str) -> HttpResponse:
    """A bundle of the leaves' data."""
    number, width = _named(index)
    block = log.entries(number, width) if entries_path(number, width) == f"tile/entries/{index}" else None
    return _served(block)


def _named(index: str) -> tuple[int, int]:
    match = _INDEX.fullmatch(index)
    if match is None or int(match[3] or WIDTH) > WIDTH:
        raise Http404
    return int(match[1].replace("x", "").replace("/", "") + match[2]), int(match[3] or WIDTH)


def _served(block: bytes | None) -> HttpResponse:
    if block is None:
        raise Http404
    return HttpResponse(block, content_type="application/octet-stream", headers={"Cache-Control": FOR_EVER})
