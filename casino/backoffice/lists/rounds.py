"""The tables of one round, and of what it cost: bets, slips, ledger lines, connections, odds."""

from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from casino.backoffice.cells import code, gain, gain_of, moment, money, money_of, noted, percent, rule, soft, whole
from casino.backoffice.columns import NOTHING, PLAIN, STACKED, Column, Table, to
from casino.backoffice.presenters.rounds import Who
from casino.templatetags import sabot


def _who(who: Who, *, sees_players: bool) -> str:
    known = {"who": who, "may_open": sees_players}
    return render_to_string("backoffice/round/_who.html", known)


def bets(*, currency: str, sees_players: bool) -> Table:
    """The bets of a round."""
    return Table(
        columns=(
            Column("who", _("Player"), lambda who: _who(who, sees_players=sees_players)),
            Column("bet.chance", _("Chance"), sabot.chance),
            Column("bet.stake", _("Bet"), money(currency), end=True),
            Column("", _("Outcome"), lambda line: sabot.outcome(line.bet.outcome or "open")),
            Column("bet.prize", _("Prize"), money(currency), end=True),
            Column("bet.commission", _("Commission"), money(currency), end=True),
            Column("bet.returned", _("Returned"), money(currency), end=True),
        ),
        look=STACKED,
        empty=_("No player bet in this round."),
    )


def slips(*, currency: str, sees_players: bool) -> Table:
    """The slips of a round, refused ones among them."""

    def asked(slip: Any) -> SafeString:
        each = ((name, sabot.money(cents, currency)) for name, cents in slip.lines)
        return format_html("<span>{}</span>", format_html_join(", ", "{} {}", each))

    return Table(
        columns=(
            Column("number", _("Slip"), css="num"),
            Column("who", _("Player"), lambda who: _who(who, sees_players=sees_players)),
            Column("received", _("Received"), css="num"),
            Column("taken", _("Answered"), css="num"),
            Column("", _("Asked"), asked),
            Column("", _("Answer"), lambda slip: slip.answer if slip.accepted else down(slip.answer)),
        ),
        look=STACKED,
        empty=_("No slips."),
    )


def entries(*, currency: str) -> Table:
    """The ledger's lines of a round."""
    return Table(
        columns=(
            Column("id", _("Line"), css="num"),
            Column("clock", _("Time"), css="num"),
            Column("code", _("Why")),
            Column("debit", _("From")),
            Column("credit", _("To")),
            Column("amount", _("Amount"), money(currency), end=True),
            Column("before", _("Balance before"), money(currency), end=True),
            Column("after", _("Balance after"), money(currency), end=True),
        ),
        look=STACKED,
        empty=_("No money moved in this round."),
    )


def down(text: object) -> SafeString:
    """A text that says a loss."""
    return format_html('<span class="money-down">{}</span>', text)


CONNECTIONS: Final = Table(
    columns=(
        Column("nickname", _("Player")),
        Column("opened", _("Connected"), moment, css="num"),
        Column("", _("Until the end of the round"), lambda one: down(one.ending) if one.lost else one.ending),
        Column("network", _("Network"), css="num"),
        Column("device", _("With what")),
    ),
    look=STACKED,
    empty=_("No connection of anyone seated was recorded during this round."),
)
READINGS: Final = Table(
    columns=(
        Column("at", _("Time"), moment, css="num"),
        Column("place", pgettext_lazy("of a card on the felt", "Place")),
        Column("card", _("Card")),
        Column("how", _("How it was read")),
        Column("dealer", _("Croupier")),
    ),
    look=STACKED,
    empty=_("No card was read in this round."),
)
"""The cards of a croupier's round."""
DIFFERENCES: Final = Table(
    columns=(
        Column("what", _("What")),
        Column("stored", _("Stored"), code),
        Column("again", _("Again"), code),
    ),
    look=PLAIN,
)
"""What a replay found other than it was stored."""


def bets_beside(*, currency: str, player: str) -> Table:
    """The bets of the round that a complaint is about; those of `player` are the ones complained of."""

    def outcome(line: Any) -> SafeString:
        said = sabot.outcome(line.bet.outcome or "open")
        kept = format_html("{} {}", gettext("commission"), sabot.money(line.bet.commission, currency))
        return noted(said, kept if line.bet.commission else "")

    return Table(
        columns=(
            Column(
                "bet.nickname",
                _("Player"),
                lambda name: format_html("<strong>{}</strong>", name) if name == player else name,
            ),
            Column("bet.chance", _("Chance"), sabot.chance),
            Column("bet.stake", _("Bet"), money(currency), end=True),
            Column("", _("Outcome"), outcome),
            Column("bet.returned", _("Returned"), money(currency), end=True),
        ),
        look=PLAIN,
        empty=_("No player bet in this round."),
    )


def slips_beside(*, currency: str) -> Table:
    """The slips of the round that a complaint is about."""

    def asked(slip: Any) -> SafeString:
        return format_html_join(", ", "{} {}", ((name, sabot.money(cents, currency)) for name, cents in slip.lines))

    return Table(
        columns=(
            Column("number", _("Slip"), css="num"),
            Column("who.nickname", _("Player")),
            Column("received", _("Received"), css="num"),
            Column("", _("Asked"), asked),
            Column("answer", _("Answer")),
        ),
        look=PLAIN,
    )


ODDS: Final = Table(
    columns=(
        Column("chance", _("Bet"), sabot.chance),
        Column("pays", pgettext_lazy("odds", "pays"), end=True, css="num"),
        Column("edge", _("house edge"), lambda edge: percent(edge, 4), end=True),
        Column("rtp", "RTP", percent, end=True),
        Column("deviation", _("deviation"), end=True, css="num"),
    ),
    look=PLAIN,
    tone=lambda bet: "is-negative" if bet.negative else "",
)


def examples(*, currency: str, minimum: int) -> Table:
    """Some of the slips that rules under consideration would have refused."""

    def accepted(one: Any) -> SafeString:
        if one.rule == "R14":
            return format_html("{} {}", gettext("at least"), sabot.money(minimum, currency))
        return format_html("{} {}", gettext("at most"), sabot.money(one.most, currency))

    return Table(
        columns=(
            Column("round_code", _("Round"), href=to("backoffice:round", "round_code")),
            Column("chance", _("Chance"), sabot.chance),
            Column("asked", _("Asked"), money(currency), end=True),
            Column("", _("Would be accepted"), accepted, end=True),
            Column("rule", _("Rule"), rule),
        ),
        look=STACKED,
    )


def _edge(value: Any) -> SafeString | str:
    if value is None:
        return NOTHING
    said = sabot.percent(value, 4)
    return format_html('<span class="edge--player">{}</span>', said) if value < 0 else said


def effect_by_chance(*, currency: str, old: int, new: int) -> Table:
    """Past bets under two versions of the rules, chance by chance."""
    versions = {"old": old, "new": new}
    return Table(
        columns=(
            Column("chance", _("Bet"), sabot.chance),
            Column("staked", _("Staked"), money(currency), end=True),
            Column("refused", gettext("Refused by v%(new)s") % versions, gain(currency), end=True),
            Column("old_edge", gettext("Edge v%(old)s") % versions, _edge, end=True, nothing=NOTHING),
            Column("new_edge", gettext("Edge v%(new)s") % versions, _edge, end=True, nothing=NOTHING),
            Column("old", gettext("Expected v%(old)s") % versions, gain(currency), end=True),
            Column("new", gettext("Expected v%(new)s") % versions, gain(currency), end=True),
            Column("difference", _("Difference"), gain(currency), end=True),
        ),
    )


def effect_by_size(*, currency: str, old: int, new: int) -> Table:
    """Past bets under two versions of the rules, by what a player staked in a day."""
    versions = {"old": old, "new": new}
    return Table(
        columns=(
            Column("name", _("Staked in a day")),
            Column("players", _("Players × days"), whole, end=True),
            Column("", gettext("v%(old)s and v%(new)s") % versions, cell="backoffice/cells/effect_bars.html"),
            Column("old", gettext("Expected v%(old)s") % versions, gain(currency), end=True),
            Column("new", gettext("Expected v%(new)s") % versions, gain(currency), end=True),
            Column("refused", gettext("Refused by v%(new)s") % versions, gain(currency), end=True),
        ),
    )


def effect_by_rule(*, currency: str) -> Table:
    """What each rule of a version would have refused of past bets."""
    return Table(
        columns=(
            Column("", _("Rule"), lambda each: format_html("{} {}", rule(each.rule), sabot.rule(each.rule))),
            Column("slips", _("Slips"), whole, end=True),
            Column("cents", _("Amount"), money(currency), end=True),
        ),
    )


def effect_exposure(*, currency: str) -> Table:
    """What one round may cost under two versions of the rules."""
    return Table(
        columns=(
            Column("name", _("Rules")),
            Column("at_99", _("99 of 100"), gain(currency), end=True),
            Column("at_999", _("999 of 1,000"), gain(currency), end=True),
            Column("worst", _("Worst"), gain(currency), end=True),
            Column("losing", _("Loses"), lambda share: sabot.percent(share, 1), end=True),
            Column("hour_mean", _("Hour: average"), gain(currency), end=True),
            Column("hour_99", _("Hour: 99 of 100"), gain(currency), end=True),
            Column("hour_999", _("Hour: 999 of 1,000"), gain(currency), end=True),
        ),
    )


SESSIONS: Final = Table(
    columns=(
        Column("started_at", _("Start"), moment),
        Column("table_name", _("Table")),
        Column("seconds", pgettext_lazy("duration", "Time"), sabot.duration, end=True),
        Column("rounds", _("Rounds"), whole, end=True),
        Column("", _("Staked"), money_of("staked"), end=True),
        Column("", _("Result"), gain_of("result"), end=True),
    ),
    look=STACKED,
    row_heads=False,
)
"""A player's latest sessions."""


def _reached(reach: Any) -> SafeString:
    if reach.stopped:
        return format_html('<span class="badge badge--bad">{}</span>', gettext("stopped"))
    return soft(pgettext_lazy("play", "in play"))


REACHES: Final = Table(
    columns=(
        Column("name", _("Game")),
        Column("tables", _("Open tables"), whole, end=True),
        Column("players", _("Players"), whole, end=True),
        Column("", _("State"), _reached, css="is-short"),
    ),
    look=PLAIN,
)
"""What a switch would stop now."""
