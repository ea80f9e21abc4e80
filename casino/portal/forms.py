"""What players send with pages: the lobby's filters, and the sign-in."""

from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from casino import names
from tables.queries import Tile

REMEMBERED: Final = "lobby"
CURRENCIES: Final = ("EUR", "PLAY")
KINDS: Final = ("shared", "individual")


@dataclass(frozen=True, slots=True)
class Wish:
    """What a visitor wants to see of the lobby."""

    currency: str
    variant: str
    kind: str
    """Of table: shared, individual, or both for nothing."""
    free: bool

    def fits(self, tile: Tile) -> bool:
        """Whether a table is shown."""
        wanted = self.variant in ("", tile.preset) and self.kind in ("", tile.kind)
        return wanted and not (self.free and tile.taken >= tile.seats)


def wish_of(request: HttpRequest, *, demo: bool) -> Wish:
    """The filters of this request; those it does not name are as they were the last time."""
    before: dict[str, Any] = request.session.get(REMEMBERED, {})
    asked = request.GET
    currency = asked.get("fichas", before.get("currency", "PLAY" if demo else "EUR"))
    variant = asked.get("variante", before.get("variant", ""))
    kind = asked.get("mesa", before.get("kind", ""))
    filtered = "variante" in asked
    wish = Wish(
        currency=currency if currency in CURRENCIES else "EUR",
        variant=variant if variant in names.VARIANTS else "",
        kind=kind if kind in KINDS else "",
        free=asked.get("livre") == "1" if filtered else bool(before.get("free", False)),
    )
    kept = {"currency": wish.currency, "variant": wish.variant, "kind": wish.kind, "free": wish.free}
    if kept != before:
        request.session[REMEMBERED] = kept
    return wish


class SignIn(AuthenticationForm):
    """E-mail and password; whichever is wrong, the answer is the same."""

    error_messages = {
        "invalid_login": gettext_lazy("O e-mail ou a palavra-passe não estão certos."),
        "inactive": gettext_lazy("O e-mail ou a palavra-passe não estão certos."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = gettext_lazy("E-mail")
        self.fields["username"].widget = forms.EmailInput(attrs={"autocomplete": "username", "autofocus": True})
        self.fields["password"].label = gettext_lazy("Palavra-passe")
