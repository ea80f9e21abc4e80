"""The labels of the codes of people: the roles of staff, and the kinds of a player's limits."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from kernel.labels import register
from players.models.limits import LimitKind
from players.roles import Role

register(
    {
        Role.GAME_MANAGER: _("game management"),
        Role.APPROVER: _("approval"),
        Role.SUPERVISOR: _("floor supervision"),
        Role.SUPPORT: _("player support"),
        Role.COMPLIANCE: _("compliance"),
        Role.AUDITOR: _("audit"),
        Role.INSPECTOR: _("inspection"),
        Role.ADMINISTRATOR: _("administration"),
    }
)
register(
    {
        LimitKind.DEPOSIT: pgettext_lazy("limit", "deposits"),
        LimitKind.STAKE: pgettext_lazy("limit", "bets"),
        LimitKind.LOSS: pgettext_lazy("limit", "losses"),
        LimitKind.SESSION: pgettext_lazy("limit", "playing time"),
    }
)
register(
    {
        LimitKind.DEPOSIT: pgettext_lazy("limit", "deposit limit"),
        LimitKind.STAKE: pgettext_lazy("limit", "bet limit"),
        LimitKind.LOSS: pgettext_lazy("limit", "loss limit"),
        LimitKind.SESSION: pgettext_lazy("limit", "playing time limit"),
    },
    form="limit",
)
register(
    {
        LimitKind.DEPOSIT: _(
            "Everything that you deposit, even if you withdraw it later. A deposit that has not arrived yet counts too."
        ),
        LimitKind.STAKE: _(
            "Everything that you bet for money, win or lose. Bets taken back before the close no longer count."
        ),
        LimitKind.LOSS: _(
            "The amount you staked less the amount you got back. Bets in play count as lost until there is a result."
        ),
        LimitKind.SESSION: _(
            "The time that you are seated at the tables. When it runs out, the session ends with the round."
        ),
    },
    form="what-counts",
)
