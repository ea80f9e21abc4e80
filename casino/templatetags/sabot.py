"""The tags of every template: money, moments, shares, lengths of time, icons and cards."""

import re
from datetime import datetime, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from html import escape
from typing import Any, Final

from django import template
from django.conf import STATICFILES_STORAGE_ALIAS
from django.core.files.storage import Storage, storages
from django.forms import BoundField
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from baccarat.chances import Chance
from casino.regulation import published
from casino.web.joining.places import TEXTS
from casino.wording import devices, names, payment_names, words
from kernel import labels
from players.accounts import countries
from players.accounts.pseudonyms import pseudonym
from tables import admission

register = template.Library()
NOTHING: Final = SafeString("–")
"""The text shown for an unknown value."""


def span(text: str, css: str = "num") -> SafeString:
    """A text in an element of this class. Not by `format_html`, which takes four times as long: a page has hundreds."""
    return SafeString(f'<span class="{css}">{escape(text)}</span>')


def _timed(at: datetime, text: str) -> SafeString:
    return SafeString(f'<time class="num" datetime="{at.isoformat()}">{escape(text)}</time>')


@register.simple_tag
def money(cents: int | None, currency: str) -> SafeString:
    """`{% money line.amount line.currency %}`: «1 234,50 €», in figures of equal width; a dash for nothing known."""
    return span(NOTHING if cents is None else words.money(cents, currency))


@register.simple_tag
def gain(cents: int, currency: str, *, coloured: bool = True, taken: bool = False) -> SafeString:
    """`{% gain summary.result summary.currency %}`: money with its sign, and a colour that only repeats the sign.

    Not `coloured` where the sign says neither won nor lost; `taken` where the amount left the account.
    """
    cents = -cents if taken else cents
    tone = "money-up" if coloured and cents > 0 else "money-down" if coloured and cents < 0 else ""
    return span(words.signed(cents, currency), f"num {tone}")


@register.simple_tag
def control(field: BoundField) -> SafeString:
    """`{% control field %}`: the field's input; the first input of a form with errors has the focus."""
    return field.as_widget(attrs={"autofocus": True} if first_wrong(field) else None)


@register.filter
def first_wrong(field: BoundField) -> bool:
    """`{% if field|first_wrong %}`: whether it is the first field of its form that has something wrong."""
    form = field.form
    wrong = next((name for name in form.fields if name in form.errors and not form[name].is_hidden), None)
    return bool(field.name == wrong)


@register.simple_tag
def plain_money(cents: int, currency: str) -> str:
    """`{% plain_money … as price %}`: the same text without markup, for sentences and attributes."""
    return words.money(cents, currency)


@register.simple_tag
def short_money(cents: int | None, currency: str) -> SafeString:
    """`{% short_money tile.minimum tile.currency %}`: «5 €», with cents only where there are some."""
    return NOTHING if cents is None else span(words.short_money(cents, currency))


@register.simple_tag
def moment(at: datetime | None) -> SafeString:
    """`{% moment round.closed_at %}`: day and time on the house's clock; machine-readable in UTC beside it."""
    return NOTHING if at is None else _timed(at, words.moment(at))


@register.filter
def minute(at: datetime) -> str:
    """`{{ version.starts_at|minute }}`: day and time on the house's clock, to the minute, for a sentence."""
    return words.minute(at)


@register.simple_tag
def moment_minute(at: datetime | None) -> SafeString:
    """`{% moment_minute due.due_at %}`: day and time to the minute, for what is due."""
    return NOTHING if at is None else _timed(at, words.minute(at))


@register.simple_tag
def moment_ms(at: datetime | None) -> SafeString:
    """`{% moment_ms receipt.slip.received_at %}`: day and time to the millisecond."""
    return NOTHING if at is None else _timed(at, words.to_the_millisecond(at))


@register.filter
def country(code: str) -> str:
    """`{{ registration.details.nationality|country }}`: «Portugal»; the code itself if no country has it."""
    return countries.names((get_language() or "pt").split("-")[0]).get(code, code)


@register.filter
def device_name(named: str) -> str:
    """`{{ device.device|device_name }}`: «Firefox em Windows»; a dash where nothing is known."""
    return devices.name_of(named)


@register.simple_tag
def plain_moment(at: datetime) -> str:
    """A moment as plain text, for e-mails."""
    return words.moment(at)


@register.simple_tag
def clock(at: datetime | None) -> SafeString:
    """`{% clock receipt.at %}`: the time of day alone."""
    return NOTHING if at is None else _timed(at, words.clock(at))


@register.simple_tag
def short_day(at: datetime) -> str:
    """`{% short_day office.now %}`: «dom. 22 nov.»."""
    return words.short_day(at)


@register.simple_tag
def instant(at: datetime | None) -> SafeString:
    """`{% instant round.closed_at %}`: the time of day to the millisecond."""
    return NOTHING if at is None else _timed(at, words.instant(at))


@register.simple_tag
def percent(share: Fraction | Decimal | int, places: int = 2) -> SafeString:
    """`{% percent odds.edge 3 %}`: a share as a percentage."""
    return span(words.percent(share, places))


@register.simple_tag
def share(millionths: int | None) -> SafeString:
    """`{% share day.hold %}`: a share in millionths as a percentage; a dash for nothing known."""
    return NOTHING if millionths is None else span(words.share(millionths))


@register.simple_tag
def whole(value: int) -> SafeString:
    """`{% whole odds.combinations %}`: a whole number with its groups."""
    return span(words.number(value))


@register.simple_tag
def duration(seconds: float | timedelta) -> SafeString:
    """`{% duration summary.seconds %}`: 0:47:12."""
    return span(words.duration(seconds))


@register.simple_tag
def icon(name: str) -> SafeString:
    """`{% icon "clock" %}`: a drawing beside a text that says the same."""
    return _drawn("img/icons.svg", name)


@register.simple_tag
def drawing(name: str) -> SafeString:
    """`{% drawing "floor" %}`: a drawing of the office's own sheet, beside a text that says the same."""
    return _drawn("img/office.svg", name)


def _drawn(sheet: str, name: str) -> SafeString:
    address = _sheet(storages[STATICFILES_STORAGE_ALIAS], sheet)
    return SafeString(f'<svg class="icon" aria-hidden="true"><use href="{address}#{escape(name)}"/></svg>')


@cache
def _sheet(files: Storage, name: str) -> str:
    """The address of a sheet of drawings, worked out once: a page shows a hundred of them."""
    return escape(files.url(name))


@register.simple_tag
def script_texts() -> SafeString:
    """`{% script_texts %}`: the texts of scripts in the page's language; stands before the scripts."""
    return format_html('<script src="{}" defer></script>', static(TEXTS.format(get_language())))


@register.inclusion_tag("components/card.html")
def card(code: str | None, across: bool = False) -> dict[str, object]:
    """`{% card "KH" %}`: one playing card, with its name for readers who do not see it."""
    return {
        "sheet": SafeString(_sheet(storages[STATICFILES_STORAGE_ALIAS], "cards/cards.svg")),
        "code": code or "back",
        "name": names.card(code) if code else "",
        "across": across,
    }


@register.simple_tag
def small_card(laid: Any) -> SafeString:
    """`{% small_card card %}`: a card of a small felt, one face down, or a card's empty place; not for ears."""
    look = "place" if not laid.code else "back" if not laid.suit else "red" if laid.red else ""
    css = "".join(f" small-card--{each}" for each in (look, "across" if laid.across else "") if each)
    face = f"<b>{escape(laid.rank)}</b>{icon(f'suit-{laid.suit}')}" if laid.suit else ""
    return SafeString(f'<span class="small-card{css}">{face}</span>')


@register.filter
def card_name(code: str) -> str:
    """`{{ each.card|card_name }}`: a card by its name, «rei de copas»."""
    return names.card(code)


@register.filter
def label(code: Any, form: str = "") -> str:
    """`{{ line.code|label }}`: the label of a code; `{{ each.kind|label:"own" }}`: its label of that form.

    Text that is no member of an enum stands as it is: a reason may be a code or the words of a member of staff.
    """
    return labels.label(code, form) if isinstance(code, Enum) else str(code or "")


@register.filter
def chance(code: str) -> str:
    """`{{ bet.chance|chance }}`: a chance by its name at the table."""
    return names.chance(code)


@register.filter
def wins_when(code: str) -> str:
    """`{{ line.chance|wins_when }}`: the condition under which a bet on the chance wins."""
    return labels.label(Chance(code), "wins-when")


@register.filter
def commission_mode(code: str) -> str:
    """`{{ tile.commission|commission_mode }}`: the house's commission on banca's prizes, in plain words."""
    return names.commission_mode(code)


@register.filter
def variant(code: str) -> str:
    """`{{ tile.preset|variant }}`: the game by its name."""
    return names.variant(code)


@register.filter
def outside_profile(code: str) -> bool:
    """`{% if rules.terms.preset|outside_profile %}`: a game that only a demonstration site may show."""
    return admission.is_marked(code)


@register.filter
def log_name(person_id: int) -> str:
    """`{{ player.id|log_name }}`: a person's pseudonym in the logs."""
    return pseudonym(person_id)


@register.filter
def adapter(code: str) -> str:
    """`{{ incident.facts.adapter|adapter }}`: the name of an external service."""
    return names.adapter(code)


@register.filter
def stopped_by_silence(code: str) -> str:
    """`{{ incident.facts.adapter|stopped_by_silence }}`: the functions that stop when that service is silent."""
    return names.stopped_by_silence(code)


@register.filter
def outcome(code: str) -> str:
    """`{{ round.winner|outcome }}`: the winner, in words."""
    return names.outcome(code)


@register.filter
def phase(code: str) -> str:
    """`{{ round.phase|phase }}`: the phase of a round, in words."""
    return names.phase(code)


@register.filter
def table_status(code: str) -> str:
    """`{{ tile.status|table_status }}`: whether rounds run, in words."""
    return names.status(code)


@register.filter
def shuffle_mode(code: str) -> str:
    """`{{ rules.shuffle|shuffle_mode }}`: when the cards are shuffled, in words."""
    return names.shuffle(code)


@register.filter
def published_text(text: str) -> str:
    """`{{ rule.text|published_text }}`: a sentence of the published rules in the reader's language."""
    return gettext(text)


@register.filter
def rule(code: str) -> str:
    """`{{ limit.rule|rule }}`: a rule in a line."""
    return names.rule(code)


@register.filter
def correctable(code: str) -> str:
    """`{{ request.field|correctable }}`: the label of the field that a person wants corrected."""
    return names.correctable(code)


@register.filter(is_safe=True)
def linked_rules(text: object) -> SafeString:
    """`{{ sentence|linked_rules }}`: the law's numbers in a sentence, each a link to its place among all the rules.

    Also for markup (`{% filter linked_rules %}`): what stands in tags and in links is left as it is.
    """
    pieces = _TAG_OR_LINK.split(
        conditional_escape(text if isinstance(text, str) else str(text))
    )  # every second piece is a tag or a whole link
    return SafeString("".join(piece if odd % 2 else _RULE.sub(_linked, piece) for odd, piece in enumerate(pieces)))


def _linked(found: re.Match[str]) -> str:
    number = found[0]
    if number not in published.anchors():
        return number
    return format_html('<a class="cite" href="{}#{}">{}</a>', reverse("portal:all_rules"), number, number)


_TAG_OR_LINK: Final = re.compile(r"(<a\b.*?</a>|<[^>]*>)", re.DOTALL)
_RULE: Final = re.compile(r"\bR\d{1,2}[a-c]?\b")
OWN_PLACES: Final = frozenset({"limits", "breaks", "sessions", "rounds", "complaints", "security", "personal_data"})


@register.simple_tag
def own_places() -> frozenset[str]:
    """`{% own_places as own %}`: the places that lie within one's own account."""
    return OWN_PLACES


@register.filter
def incident_kind(code: str) -> str:
    """`{{ incident.kind|incident_kind }}`: the kind of incident."""
    return names.incident_kind(code)


_ROUND = re.compile(r"[a-z0-9-]+-\d{8}-\d+")


@register.filter
def is_round(reference: str) -> bool:
    """`{% if line.reference|is_round %}`: whether a ledger line's reference is the code of a round."""
    return _ROUND.fullmatch(reference) is not None


@register.filter
def payment_state(code: str) -> str:
    """`{{ deposit.state|payment_state }}`: the state of a deposit or withdrawal, in words."""
    return payment_names.state(code)


@register.filter
def payment_tone(code: str) -> str:
    """`{{ deposit.state|payment_tone }}`: the tone of its badge."""
    return payment_names.TONES.get(code, "")


@register.filter
def payment_reason(code: str) -> str:
    """`{{ deposit.reason|payment_reason }}`: the reason for a payment's outcome; the staff's own words unchanged."""
    return payment_names.why(code)


@register.filter
def notice_kind(code: str) -> str:
    """`{{ notice.kind|notice_kind }}`: the kind of a payment provider's notice."""
    return payment_names.notice(code)


@register.filter
def notice_outcome(code: str) -> str:
    """`{{ notice.outcome|notice_outcome }}`: the outcome of the notice."""
    return payment_names.outcome(code)
