"""Files over the web, both ways: taken in with an upper bound, handed out so that no browser runs or shows them."""

from collections.abc import Iterable
from typing import IO, Any, Final

from django import forms
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext_lazy

from players.complaints.operations.attachments import FILES_MOST, SIZE_MOST, Sent

_HARMLESS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "private, no-store",
}


class _Several(forms.FileInput):
    allow_multiple_selected = True


class FilesField(forms.Field):
    """Several files at once. Whether they are taken is the operation's to say; this only offers the choice."""

    def __init__(self, **options: Any) -> None:
        kinds = "image/jpeg,image/png,image/webp,application/pdf,text/plain"
        super().__init__(
            **{
                "label": gettext_lazy("Files"),
                "required": False,
                "widget": _Several(attrs={"accept": kinds, "multiple": True}),
                "help_text": gettext_lazy("Up to 5, of 5 MB each: images, PDF or text."),
                **options,
            }
        )


def sent_files(request: HttpRequest, field: str = "attached") -> list[Sent]:
    """The files sent in `field`, read up to one file and one byte beyond the limits."""
    return [Sent(file.name or "", file.read(SIZE_MOST + 1)) for file in request.FILES.getlist(field)[: FILES_MOST + 1]]


def download(content: bytes, *, name: str, content_type: str) -> HttpResponse:
    """A small file to save, under the house's own type and name for it; a browser that opens it may do nothing."""
    return HttpResponse(content, content_type=content_type, headers=_saved_as(name))


def download_of(file: IO[bytes], *, name: str, content_type: str) -> FileResponse:
    """The same for a file of any length, sent block by block and closed at its end."""
    return FileResponse(file, as_attachment=True, filename=name, content_type=content_type, headers=_HARMLESS)


def download_pieces(pieces: Iterable[bytes], *, name: str, content_type: str) -> StreamingHttpResponse:
    """The same for one that lies in pieces, each read as it is sent."""
    return StreamingHttpResponse(pieces, content_type=content_type, headers=_saved_as(name))


def _saved_as(name: str) -> dict[str, str]:
    return {**_HARMLESS, "Content-Disposition": content_disposition_header(True, name) or "attachment"}
