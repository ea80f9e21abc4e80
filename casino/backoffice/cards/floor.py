"""The floor as a supervisor sees it: alerts first, and what an act would do to the money before it is done."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Final

from django.utils.translation import gettext, ngettext

from baccarat.chances import Chance
from casino import names, words
from casino.backoffice import labels
from casino.backoffice.cards.stops import StopLine, lines
from players.roles import Action, may
from tables.queries import FloorTable, RoundCard, StopCard

HOT_PERCENT: Final = 90
WARM_PERCENT: Final = 70


@dataclass(frozen=True, slots=True)
class Act:
    """Something that this person may do at this table now."""

    name: str
    label: str
    danger: bool = False

    @property
    def address(self) -> str:
        """The name of its address."""
        return f"backoffice:{self.name}"


@dataclass(frozen=True, slots=True)
class FloorCard:
    """One live table. `tone` is "bad", "warn", "info", "good" or nothing; `share` is of `bound`, in percent."""

    code: str
    name: str
    currency: str
    play: bool
    status: str
    status_reason: str
    tone: str
    headline: str
    phase: str
    seconds: int | None
    seats: int
    taken: int
    staked: int
    worst: int
    bound: int | None
    own_limit: bool
    """Whether `bound` is the house's own risk limit, and not what the rules allow."""
    share: int | None
    drift: str
    """What the results of the last 30 days say: "few", "calm", "watch", "alarm"; empty: nothing played."""
    turns_at: datetime | None
    version: int | None
    waiting: int | None
    round_code: str
    acts: tuple[Act, ...]
    opens_table: bool
    opens_round: bool
    """Whether this person may follow the card to the table's page, and to the round's."""

    @property
    def alert(self) -> bool:
        """Whether somebody should look now."""
        return self.tone in {"bad", "warn"}


@dataclass(frozen=True, slots=True)
class Floor:
    """The whole room."""

    cards: tuple[FloorCard, ...]
    stops: tuple[StopLine, ...]
    """The switches that are thrown: they stand above all tables."""
    may_stop: bool
    running: int
    alerts: int
    players: int
    at: datetime
    news: str
    """What to say aloud: the alerts, when they are not those that the page had; empty when nothing is new."""


def floor(
    rows: tuple[FloorTable, ...],
    *,
    person: object,
    now: datetime,
    stops: tuple[StopCard, ...] = (),
    lights: Mapping[int, str] | None = None,
    seen_alerts: str | None = None,
) -> Floor:
    """The room for `person`: tables in trouble first, then those that run, the closed ones last.

    `seen_alerts` is the number that the page showed before; None for a page that is only now opened.
    """
    seen = lights or {}
    held = {row.code for row in rows if _is_held(row, stops)}
    cards = sorted(
        (
            card_of(row, person=person, now=now, drift=seen.get(row.table_id, ""), stopped=row.code in held)
            for row in rows
        ),
        key=_urgency,
    )
    alerts = [card for card in cards if card.alert]
    count = len(alerts) + len(stops)
    return Floor(
        cards=tuple(cards),
        stops=lines(stops),
        may_stop=may(person, Action.STOP_PLAY),
        running=sum(card.status in {"open", "closing"} and card.code not in held for card in cards),
        alerts=count,
        players=sum(card.taken for card in cards),
        at=now,
        news="" if seen_alerts in {None, str(count)} else _news(alerts, lines(stops)),
    )


def _is_held(row: FloorTable, stops: tuple[StopCard, ...]) -> bool:
    return any(stop.scope in {"all", row.preset} for stop in stops)


def _news(alerts: list[FloorCard], stops: tuple[StopLine, ...]) -> str:
    if not alerts and not stops:
        return gettext("Já não há alertas.")
    return ". ".join([*(stop.title for stop in stops), *(f"{card.name}: {card.headline}" for card in alerts)])


def _urgency(card: FloorCard) -> tuple[int, bool, bool, int, str]:
    """In trouble first, then money before demonstration; the closed ones last."""
    grave = {"bad": 0, "warn": 1}.get(card.tone, 2)
    return grave, card.status == "closed", card.play, -(card.share or 0) if card.alert else 0, card.code


def card_of(row: FloorTable, *, person: object, now: datetime, drift: str = "", stopped: bool = False) -> FloorCard:
    """One table for one person; `stopped` while a switch of the house keeps its rounds from opening."""
    allowed = [cents for cents in (row.risk_limit, row.worst_case_bound) if cents is not None]
    worst, bound = -abs(row.worst_case), -abs(min(allowed, key=abs)) if allowed else None
    share = min(100, worst * 100 // bound) if bound else None
    tone, headline = _state(row, share, drift, stopped=stopped)
    running = row.phase == "betting" and row.closes_at is not None and row.status != "paused"
    return FloorCard(
        code=row.code,
        name=row.name,
        currency=row.currency,
        play=row.currency == "PLAY",
        status=row.status,
        status_reason=str(labels.STATUS_REASONS.get(row.status_reason, row.status_reason)),
        tone=tone,
        headline=headline,
        phase=names.phase(row.phase) if row.status != "closed" else gettext("sem jogo"),
        seconds=max(0, ceil((row.closes_at - now).total_seconds())) if running and row.closes_at else None,
        seats=row.seats,
        taken=row.taken,
        staked=row.staked,
        worst=worst,
        bound=bound,
        own_limit=row.risk_limit is not None and bound == -row.risk_limit,
        share=share,
        drift=drift,
        turns_at=row.turns_at,
        version=row.version,
        waiting=row.waiting,
        round_code=row.round_code,
        acts=tuple(acts(row, person=person)),
        opens_table=may(person, Action.SEE_CONFIGURATIONS),
        opens_round=may(person, Action.SEE_ROUNDS),
    )


def _state(row: FloorTable, share: int | None, drift: str, *, stopped: bool) -> tuple[str, str]:
    if row.late_seconds:
        late = words.number(row.late_seconds)
        return "bad", ngettext("Atrasada %(late)s segundo", "Atrasada %(late)s segundos", row.late_seconds) % {
            "late": late
        }
    if drift == "alarm":
        return "bad", gettext("Resultados fora do prometido")
    if row.risk_limit is not None and row.worst_case > row.risk_limit:
        return "bad", gettext("Acima do limite de risco")
    if share is not None and share >= HOT_PERCENT:
        return "bad", gettext("Exposição %(share)s %%") % {"share": share}
    if row.void_waits:
        return "bad", gettext("Anulação à espera de outra pessoa")
    if row.status == "paused":
        return "warn", gettext("Em pausa")
    if share is not None and share >= WARM_PERCENT:
        return "warn", gettext("Exposição %(share)s %%") % {"share": share}
    if drift == "watch":
        return "warn", gettext("Resultados a vigiar")
    if row.status == "closed":
        return "", gettext("Fechada")
    if stopped:
        return "info", gettext("Parada pela casa")
    if row.status == "closing":
        return "info", gettext("Fecha depois desta jogada")
    return "good", gettext("Normal")


def acts(row: FloorTable, *, person: object) -> list[Act]:
    """What `person` may do at this table as it stands."""
    unpaid = row.phase in {"betting", "closed", "dealing"} and bool(row.round_code)
    found = [
        (Action.OPEN_TABLE, row.status in {"closed", "closing"}, Act("open_table", gettext("Abrir…"))),
        (Action.PAUSE_TABLE, row.status in {"open", "closing"}, Act("pause_table", gettext("Pausar…"))),
        (Action.PAUSE_TABLE, row.status == "paused" and not row.void_waits, Act("resume_table", gettext("Retomar…"))),
        (Action.CLOSE_TABLE, row.status == "open", Act("close_table", gettext("Fechar…"))),
        (Action.VOID_ROUND, unpaid and not row.void_waits, Act("void_round", gettext("Anular…"), danger=True)),
        (Action.APPROVE_VOID, row.void_waits, Act("proposed_void", gettext("Decidir a anulação…"), danger=True)),
    ]
    return [act for action, possible, act in found if possible and may(person, action)]


@dataclass(frozen=True, slots=True)
class Stake:
    """What all players have on one chance of the round in play."""

    chance: str
    cents: int


@dataclass(frozen=True, slots=True)
class Consequence:
    """What an act would do, shown before it is done."""

    title: str
    button: str
    danger: bool
    sentences: tuple[str, ...]
    stakes: tuple[Stake, ...]
    staked: int
    bets: int


def consequence(act: str, row: FloorTable, played: RoundCard | None) -> Consequence:
    """What `act` would do to the table `row` and to the money in `played`, its unpaid round."""
    bets, staked = (len(played.bets), played.staked) if played else (0, 0)
    money = {
        "bets": ngettext("%(n)s aposta", "%(n)s apostas", bets) % {"n": words.number(bets)},
        "amount": words.money(staked, row.currency),
        "round": row.round_code,
        "phase": _waiting_for(row),
    }
    title, button, said = _WORDS[act](bool(bets), money)
    sums = played.sums if played else {}
    stakes = tuple(Stake(chance.value, sums[chance.value]) for chance in Chance if sums.get(chance.value))
    return Consequence(title, button, act == "void_round", said, stakes, staked, bets)


def _pause(bets: bool, money: dict[str, str]) -> tuple[str, str, tuple[str, ...]]:
    held = gettext("%(bets)s, no total de %(amount)s, ficam em jogo à espera: nenhum dinheiro se move.") % money
    return (
        gettext("Pôr a mesa em pausa"),
        gettext("Pausar a mesa"),
        (
            gettext("A mesa para onde está: deixa de aceitar apostas e não saem cartas."),
            held if bets else gettext("Não há apostas em jogo: nenhum dinheiro se move."),
            gettext("Os jogadores veem logo que a mesa está em pausa, e porquê."),
        ),
    )


def _resume(bets: bool, money: dict[str, str]) -> tuple[str, str, tuple[str, ...]]:
    kept = gettext("%(bets)s, no total de %(amount)s, continuam a valer.") % money
    return (
        gettext("Retomar o jogo"),
        gettext("Retomar o jogo"),
        (
            _RESUMED[money["phase"]](),
            kept if bets else gettext("Não há apostas em jogo: nenhum dinheiro se move."),
        ),
    )


def _waiting_for(row: FloorTable) -> str:
    """What a table would go on with: betting with a clock, a player's own betting, or the next round."""
    if row.phase != "betting":
        return "next"
    return "clock" if row.closes_at is not None else "player"


_RESUMED: Final = {
    "clock": lambda: gettext("A jogada que estava a aceitar apostas recebe de novo o tempo de apostas por inteiro."),
    "player": lambda: gettext("A jogada que estava a aceitar apostas continua até o jogador dar as cartas."),
    "next": lambda: gettext("Nenhuma jogada está a aceitar apostas: o jogo segue para a próxima."),
}


def _close(bets: bool, money: dict[str, str]) -> tuple[str, str, tuple[str, ...]]:
    paid = gettext("%(bets)s, no total de %(amount)s, jogam-se e pagam-se até ao fim.") % money
    return (
        gettext("Fechar depois desta jogada"),
        gettext("Fechar depois desta jogada"),
        (
            gettext("A jogada em curso acaba como sempre; depois dela a mesa fecha. Os jogadores são avisados já."),
            paid if bets else gettext("Ainda não há apostas nesta jogada; as que chegarem jogam-se e pagam-se."),
        ),
    )


def _open(bets: bool, money: dict[str, str]) -> tuple[str, str, tuple[str, ...]]:
    return (
        gettext("Abrir a mesa"),
        gettext("Abrir a mesa"),
        (
            gettext("As jogadas começam já, com as regras aprovadas. A mesa aparece no átrio."),
            gettext("Nenhum dinheiro se move enquanto ninguém apostar."),
        ),
    )


def _void(bets: bool, money: dict[str, str]) -> tuple[str, str, tuple[str, ...]]:
    back = (
        gettext("Se for aprovada, %(bets)s são desfeitas: %(amount)s voltam às carteiras, por inteiro (R29).") % money
    )
    return (
        gettext("Anular a jogada %(round)s") % money,
        gettext("Propor a anulação") if bets else gettext("Anular a jogada"),
        (
            gettext("A mesa fica em pausa até outra pessoa decidir: uma jogada com apostas anula-se a dois.")
            if bets
            else gettext("Sem apostas, a jogada anula-se já."),
            back if bets else gettext("Não há apostas nesta jogada: nenhum dinheiro se move."),
            gettext("Só se anula por falha da casa, quando já não se pode chegar a um resultado (R29)."),
            gettext("Não há volta atrás. Uma jogada já paga não se anula aqui."),
        ),
    )


_WORDS: Final = {
    "pause_table": _pause,
    "resume_table": _resume,
    "close_table": _close,
    "open_table": _open,
    "void_round": _void,
}
