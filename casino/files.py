"""Files over the web, both ways: taken in with an upper bound, handed out so that no browser runs or shows them."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext_lazy

from players.operations.attachments import FILES_MOST, SIZE_MOST, Sent
from players.queries.complaints import FileContent


class _Several(forms.FileInput):
    allow_multiple_selected = True


class FilesField(forms.Field):
    """Several files at once. Whether they are taken is the operation's to say; this only offers the choice."""

    def __init__(self, **options: Any) -> None:
        kinds = "image/jpeg,image/png,image/webp,application/pdf,text/plain"
        super().__init__(
            **{
                "label": gettext_lazy("Ficheiros"),
                "required": False,
                "widget": _Several(attrs={"accept": kinds, "multiple": True}),
                "help_text": gettext_lazy("Até 5, de 5 MB cada: imagens, PDF ou texto."),
                **options,
            }
        )


def sent_files(request: HttpRequest, field: str = "attached") -> list[Sent]:
    """What was sent in `field`, never more than one file and one byte beyond what is taken."""
    return [Sent(file.name or "", file.read(SIZE_MOST + 1)) for file in request.FILES.getlist(field)[: FILES_MOST + 1]]


def handed_out(file: FileContent) -> HttpResponse:
    """The file as a download, under the house's own type and name for it; a browser that opens it may do nothing."""
    response = HttpResponse(file.content, content_type=file.content_type)
    response["Content-Disposition"] = content_disposition_header(True, file.name) or "attachment"
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    response["Cache-Control"] = "private, no-store"
    return response
