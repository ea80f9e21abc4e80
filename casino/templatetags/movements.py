"""The tag of a ledger line that stands by itself: a statement has a hundred, and a template takes far longer."""

from html import escape

from django import template
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext

from casino.templatetags.sabot import gain, is_round, moment, money
from casino.web.addresses import address
from kernel.labels import label
from wallet.queries import StatementLine

register = template.Library()


@register.simple_tag
def movement_line(line: StatementLine, currency: str) -> SafeString:
    """`{% movement_line each.line currency %}`: when, what, how much, and the balance after it."""
    amount, balance = escape(gettext("Amount")), escape(gettext("Balance after"))
    return SafeString(
        '<div class="ledger__row">'
        f'<span class="ledger__when">{moment(line.at)}</span> '
        f'<span class="ledger__what">{escape(capfirst(label(line.code)))}'
        f' <span class="soft small">{_reference(line)}{_complain(line)}</span></span> '
        f'<span class="ledger__sum end"><span class="visually-hidden">{amount}:</span> {gain(line.amount, currency)}'
        f'</span> <span class="ledger__balance end"><span class="ledger__name">{balance}:</span>'
        f" {money(line.balance_after, currency)}</span></div>"
    )


def _reference(line: StatementLine) -> str:
    """What the line belongs to; a round's code leads to the round."""
    if not line.reference:
        return ""
    said = escape(line.reference)
    if is_round(line.reference):
        said = f'<a href="{escape(address("portal:round", line.reference))}">{said}</a>'
    return f"{said} · "


def _complain(line: StatementLine) -> str:
    href = f"{address('portal:complain')}?movimento={line.id}"
    about, complain = escape(gettext("about this movement")), escape(gettext("complain"))
    return f'<a class="soft" href="{href}">{complain}<span class="visually-hidden"> {about} {line.id}</span></a>'
