"""The labels of the protection of players: limits, exclusions, obligations, signals, prohibitions, outside services."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from kernel.labels import register
from kernel.periods import Period
from players.models.adapters import Adapter
from players.models.exclusions import ExclusionKind, ExclusionSource
from players.models.limits import LimitKind, LimitSource, LimitState
from players.models.obligations import ObligationKind
from players.models.registration import ProhibitionReason
from players.models.signals import SignalAct, SignalKind

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
register({Period.DAY: _("day"), Period.WEEK: _("week"), Period.MONTH: _("month")})
register({Period.DAY: _("per day"), Period.WEEK: _("per week"), Period.MONTH: _("per month")}, form="per")
register({LimitSource.SELF: _("the player"), LimitSource.OPERATOR: _("the house")})
register({LimitSource.SELF: _("yours"), LimitSource.OPERATOR: pgettext_lazy("limit", "the house’s")}, form="own")
register(
    {
        LimitSource.SELF: pgettext_lazy("masculine", "asked for by the player"),
        LimitSource.OPERATOR: pgettext_lazy("limit", "the house’s"),
    },
    form="whose",
)
register(
    {
        LimitState.WAITING: _("waiting"),
        LimitState.IN_FORCE: _("in force"),
        LimitState.REPLACED: _("replaced"),
        LimitState.REMOVED: _("removed"),
        LimitState.CANCELLED: _("withdrawn"),
        LimitState.DROPPED: _("replaced by another request"),
        LimitState.LAPSED: _("not confirmed in time"),
    }
)
# Of an exclusion that the player, the house or the national list wants: not each one is a self-exclusion.
register(
    {
        ExclusionKind.SHORT: _("short break"),
        ExclusionKind.FIXED: _("exclusion for a set time"),
        ExclusionKind.INDEFINITE: _("exclusion with no end date"),
    }
)
register(
    {
        ExclusionSource.SELF: _("the player"),
        ExclusionSource.OPERATOR: _("the house"),
        ExclusionSource.NATIONAL: _("the national list"),
    }
)
register(
    {
        ExclusionSource.SELF: _("asked for by the player"),
        ExclusionSource.OPERATOR: _("the house’s"),
        ExclusionSource.NATIONAL: _("from the national list"),
    },
    form="whose",
)
register(
    {
        ObligationKind.NOTIFY_EXCLUSION: _("report the exclusion to the regulator"),
        ObligationKind.NOTIFY_REVOCATION: _("report the early end to the regulator"),
        ObligationKind.PAY_OUT: _("pay the closed account’s balance"),
    }
)
register(
    {
        SignalKind.CHASING: _("chasing losses"),
        SignalKind.RISING_STAKES: _("rising bets"),
        SignalKind.NIGHT_PLAY: _("play at night"),
        SignalKind.LIMIT_HITS: _("running into limits"),
        SignalKind.LONG_SESSIONS: _("many hours at the table"),
        SignalKind.MANY_DEPOSITS: _("many deposits"),
    }
)
register(
    {
        SignalAct.NOTE: _("note"),
        SignalAct.CONTACT: _("contact with the player"),
        SignalAct.CLOSE: _("closed"),
    }
)
register(
    {
        ProhibitionReason.OFFICE_HOLDER: _("holder of a sovereign or regional government office"),
        ProhibitionReason.MAGISTRATE: _("magistrate"),
        ProhibitionReason.POLICE: _("security forces or services"),
        ProhibitionReason.INCAPACITATED: _("person declared legally incapable"),
        ProhibitionReason.BARRED: _("barred by a court"),
        ProhibitionReason.OPERATOR_STAFF: _("works in the house or directs it"),
        ProhibitionReason.SYSTEM_ACCESS: _("has access to the gaming system"),
        ProhibitionReason.OUTCOME_ACCESS: _("may know the results or act on them"),
        ProhibitionReason.REGULATOR_STAFF: _("works for the body that supervises gambling"),
    }
)
register(
    {
        Adapter.NATIONAL_LIST: _("national list of exclusions"),
        Adapter.VERIFIER: _("identity verification"),
        Adapter.REGULATOR_DESK: _("the regulator’s desk"),
    }
)
register(
    {
        Adapter.NATIONAL_LIST: _(
            "play goes on by the last list; after 24 hours without one, new registrations are refused"
        ),
        Adapter.VERIFIER: _("people who wait for verification neither deposit nor play for money"),
        Adapter.REGULATOR_DESK: _("the notices wait; the exclusions hold all the same"),
    },
    form="what-stops",
)
