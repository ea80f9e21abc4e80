"""Stories of protection: limits, breaks and exclusions, signs of harm and what staff did about them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from functools import partial
from operator import itemgetter
from typing import Any, Final

from django.conf import settings

from casino.adapters import payouts
from demonstration.invented import nif
from demonstration.work.payments import BANK
from demonstration.work.stage import Member, Stage, Story
from kernel.periods import Period, midnight
from players.accounts.operations import obligations
from players.cashier import operations as cashier
from players.models import Limit, Signal, SignalKind
from players.privacy import operations as privacy
from players.protection.harm import Sign, signs_of
from players.protection.operations import exclusion, limits, prohibitions, signals
from players.protection.operations.signals import SignalAct
from players.protection.queries.protection import LimitKind
from players.roles import Role
from players.staff.operations import accounts
from tables.operations.watching import facts_of

DAY: Final = timedelta(days=1)
TABLE_PLAYERS: Final = 34
"""From this number on the players of the cast sit down at tables to the end: nothing bars them."""
KINDS: Final = (
    (LimitKind.DEPOSIT, Period.MONTH, 6_000_00),
    (LimitKind.LOSS, Period.WEEK, 40_000),
    (LimitKind.STAKE, Period.DAY, 50_000),
    (LimitKind.SESSION, Period.DAY, 180),
    (LimitKind.LOSS, Period.MONTH, 90_000),
)
"""Which limit, and the first amount; those of deposits leave room for the stories of money."""
DECIDED, WAITS = 40, 47
"""Numbers beyond those of the cast: of a signal that is dealt with to its end, and of one that waits."""
BARRED: Final = 10_000_300
"""The first eight digits of the first number in the register of those who may not play."""
BARRED_AS: Final = ("magistrate", "police", "office-holder", "regulator-staff", "barred")


def stories(stage: Stage) -> Iterator[Story]:
    """Limits of most players, breaks of some, exclusions of a few, signals of those whose play shows a sign."""
    for member in stage.cast:
        at = stage.free(member)
        if member.number < 24:
            yield _limit(stage, member, member.number % 6, at)
        elif member.number < TABLE_PLAYERS:
            yield _exclusion(stage, member, member.number - 24, at)
        if member.number in range(12, 24):
            length = timedelta(days=1 + member.number % 3)
            yield _break(stage, member, f"break/{member.number}", length, stage.free(member, (22, 23)))
        if member.number % 6 == 0:
            yield _operators_limit(stage, member, stage.free(member))
    for place in range(4):
        yield _limit(stage, stage.cast[place], 10 + place, stage.late())
    yield from _signals(stage)
    yield _break(stage, stage.cast[22], "break/last", timedelta(days=14), stage.late())
    yield _exclusion(stage, stage.cast[23], 6, stage.late())
    for member in stage.cast[30:34]:
        yield _suspension(stage, member, stage.free(member, (9, 16)))
    for place, reason in enumerate(BARRED_AS):
        yield _bar(stage, place, reason)
    yield _death(stage, stage.cast[28])
    yield _sweeps(stage)


def _sweeps(stage: Stage) -> Story:
    """What the house does by itself every morning: unconfirmed wishes lapse, closed accounts are paid out."""
    for day in range(len(stage.days)):
        yield (at := stage.moment(day, 8, 15))
        with stage.act(at):
            limits.lapse_limits(now=at)
            payouts.pay_what_is_owed(now=at)
            cashier.send_withdrawals(provider=BANK, now=at)
        yield (at := at + timedelta(minutes=3))
        with stage.act(at):
            cashier.ask_after_silent(provider=BANK, now=at)


def _limit(stage: Stage, member: Member, way: int, at: datetime) -> Story:
    """A limit is set; then lowered, raised and confirmed after its day, given up, left to lapse, removed, or left."""
    kind, period, most = KINDS[(member.number + way) % len(KINDS)]
    wish = partial(limits.set_limit, person_id=member.id, kind=kind, period=period)
    key = partial(stage.key, "limit", member.number, way)
    yield at
    with stage.act(at, member.id), suppress(limits.LimitRejected):
        wish(most=most, idempotency_key=key(1), now=at)
    yield (at := at + timedelta(hours=2 if way >= 10 else 26))
    lower = way in {0, 3}
    change = None if way == 5 else most * 3 // 4 if lower else most * 2 if kind is not LimitKind.SESSION else most + 60
    with stage.act(at, member.id):
        try:
            asked = wish(most=change, idempotency_key=key(2), now=at)
        except limits.LimitRejected:
            return
    if asked.due_at is None or way >= 10 or way == 4:
        return
    yield (at := at + timedelta(hours=6) if way == 2 else asked.due_at + timedelta(hours=3))
    told = limits.cancel_limit if way == 2 else limits.confirm_limit
    with stage.act(at, member.id), suppress(limits.LimitRejected):
        told(person_id=member.id, limit_id=asked.limit_id, now=at)


def _operators_limit(stage: Stage, member: Member, at: datetime) -> Story:
    """The house sets a limit for one player, with its reason."""
    yield at
    with stage.by(Role.COMPLIANCE, at):
        limits.set_operators_limit(
            person_id=member.id,
            kind=LimitKind.LOSS,
            period=Period.DAY,
            most=150_00,
            reason=_agreed(member),
            by=stage.staff[Role.COMPLIANCE],
            idempotency_key=stage.key("operator", member.number),
            now=at,
        )


def _agreed(member: Member) -> str:
    """Why the house limits a player: by their last signal, if there is any yet."""
    last = Signal.objects.filter(person_id=member.id).order_by("-pk").values_list("pk", flat=True).first()
    return f"Combinado com o jogador depois do sinal S-{last}." if last else "Pedido pelo jogador ao telefone."


def _closing(person_id: int, at: datetime) -> str:
    """How a signal ends: with a limit of the player's own, where there is one."""
    own = Limit.objects.filter(person_id=person_id, starts_at__lte=at).exclude(source="operator")
    if own.exists():
        return "Limite posto pelo jogador; conversa anotada."
    return "O jogador conhece os limites e não quer nenhum por agora; conversa anotada."


def _regulator(stage: Stage, at: datetime) -> Story:
    """The regulator's desk takes the notice and answers with a receipt."""
    yield (at := at + timedelta(seconds=50))
    with stage.act(at):
        obligations.notify_regulator(send=lambda notice: f"SB-{notice.obligation_id:06}", now=at)


def _break(stage: Stage, member: Member, name: str, length: timedelta, at: datetime) -> Story:
    """A break that ends by itself."""
    yield at
    with stage.act(at, member.id):
        exclusion.exclude(
            person_id=member.id,
            kind=exclusion.ExclusionKind.SHORT,
            length=length,
            idempotency_key=stage.key(name),
            now=at,
        )
    yield from _regulator(stage, at)


def _exclusion(stage: Stage, member: Member, way: int, at: datetime) -> Story:
    """Three months, a year, without an end, with notice of its end; or by the house, which takes some of them back."""
    yield at
    kinds = exclusion.ExclusionKind
    about: dict[str, Any] = {"person_id": member.id, "now": at, "idempotency_key": stage.key("out", member.number, way)}
    if way % 4 == 3:
        with stage.by(Role.COMPLIANCE, at):
            done = exclusion.exclude(
                kind=kinds.INDEFINITE,
                source=exclusion.ExclusionSource.OPERATOR,
                by=stage.staff[Role.COMPLIANCE],
                reason="Ao telefone o jogador pediu ajuda para parar.",
                **about,
            )
    else:
        with stage.act(at, member.id):
            if way % 4 == 2:
                done = exclusion.exclude(kind=kinds.INDEFINITE, **about)
            else:
                done = exclusion.exclude(kind=kinds.FIXED, months=3 if way % 4 else 12, **about)
    yield from _regulator(stage, at)
    if way % 8 == 3:
        yield (at := at + 4 * DAY)
        with stage.by(Role.COMPLIANCE, at):
            reason = "O jogador mostrou que a conta foi usada por outra pessoa; segue a reposição do acesso."
            exclusion.revoke(exclusion_id=done.exclusion_id, reason=reason, by=stage.staff[Role.COMPLIANCE], now=at)
        yield from _regulator(stage, at)
    if way % 8 == 6:
        yield (at := at + 3 * DAY)
        with stage.act(at, member.id), suppress(exclusion.NoticeRejected):
            exclusion.give_notice(person_id=member.id, now=at)
        yield from _regulator(stage, at)


Seen = Mapping[int, Sequence[tuple[date, Sign]]]
"""The signs that the past's play shows: by person, with their days, the oldest first."""


def _seen(stage: Stage) -> Seen:
    """What the house's own watch finds in the days as they were played."""
    found: dict[int, list[tuple[date, Sign]]] = {}
    for day in stage.days:
        for person_id, facts in facts_of(day, now=min(midnight(day + DAY), stage.end)).items():
            found.setdefault(person_id, []).extend((day, sign) for sign in signs_of(facts, settings.HARM_THRESHOLDS))
    return found


def _signals(stage: Stage) -> Iterator[Story]:
    """A sign of each of the cast whose play shows one, of another kind each time; of each kind one that was decided and
    one that waits, as far as there are two; some of the last days still wait."""
    seen, told = _seen(stage), set[tuple[int, date, str]]()
    for member in stage.cast:
        kinds = {sign.kind: (day, sign) for day, sign in seen.get(member.id, ())}
        if kinds:
            day, sign = kinds[sorted(kinds)[member.number % len(kinds)]]
            told.add((member.id, day, sign.kind))
            yield _signal(stage, member.id, member.number, day, sign)
    every = [(day, person_id, sign) for person_id, signs in sorted(seen.items()) for day, sign in signs]
    for kind in SignalKind:
        of_kind = [each for each in every if each[2].kind == kind and (each[1], each[0], kind) not in told]
        rest = sorted(of_kind, key=itemgetter(0, 1))
        for place, (day, person_id, sign) in zip((DECIDED, WAITS), [*rest[:1], *rest[1:][-1:]], strict=False):
            told.add((person_id, day, kind))
            yield _signal(stage, person_id, place, day, sign)
    last = [
        (person_id, day, sign)
        for day, person_id, sign in every
        if day in stage.days[-3:-1] and (person_id, day, sign.kind) not in told
    ]
    for person_id, day, sign in stage.dice.sample(last, min(4, len(last))):
        yield _signal(stage, person_id, WAITS, day, sign)


def _signal(stage: Stage, person_id: int, place: int, day: date, sign: Sign) -> Story:
    """A sign is raised as its day ends; some stay open, some are noted, spoken about, or closed with a reason."""
    yield (at := midnight(day + DAY) - timedelta(minutes=stage.dice.randint(1, 9)))
    with stage.act(at):
        signals.raise_signals(person_id=person_id, day=day, signs=[sign], now=at)
    if place == WAITS or place % 8 == 7:
        return
    at = midnight(day + DAY) + timedelta(hours=9)
    found = Signal.objects.values_list("pk", flat=True).get(person_id=person_id, kind=sign.kind, day=day)
    yield (at := at + timedelta(hours=stage.dice.randint(2, 30)))
    by = stage.staff[Role.COMPLIANCE]
    step = partial(signals.step, signal_id=found, by=by)
    with stage.act(at, by):
        text = "Vi os registos desse dia e os da semana antes; segue um contacto."
        step(act=SignalAct.NOTE, text=text, now=at)
    if place % 8 == 6:
        return
    yield (at := at + timedelta(hours=stage.dice.randint(3, 40)))
    with stage.act(at, by):
        text = "Falei com o jogador ao telefone; conhece os limites, as pausas e o apoio."
        step(act=SignalAct.CONTACT, text=text, now=at)
    if place % 8 == 5:
        return
    yield (at := at + timedelta(days=stage.dice.randint(1, 4)))
    with stage.act(at, by):
        step(act=SignalAct.CLOSE, text=_closing(person_id, at), now=at)


def _suspension(stage: Stage, member: Member, at: datetime) -> Story:
    """Compliance suspends an account, and lets it go on days later."""
    by = stage.staff[Role.COMPLIANCE]
    yield at
    with stage.act(at, by):
        reason = "Documento de identidade fora de prazo; pedido um novo."
        accounts.suspend(person_id=member.id, reason=reason, by=by, now=at)
    yield (at := at + timedelta(days=2, hours=1))
    with stage.act(at, by):
        accounts.reinstate(person_id=member.id, reason="Documento novo recebido e visto.", by=by, now=at)


def _death(stage: Stage, member: Member) -> Story:
    """The family tells of a death: the account is closed, and the balance waits for the heirs."""
    by = stage.staff[Role.COMPLIANCE]
    yield (at := stage.moment(-1, 22, 55))
    with stage.act(at, by):
        reason = "Certidão de óbito entregue pela família."
        key = stage.key("death")
        privacy.close_for_death(person_id=member.id, reason=reason, by=by, idempotency_key=key, now=at)


def _bar(stage: Stage, place: int, reason: str) -> Story:
    """A number is entered into the register of those who may not play; one entry is lifted again."""
    by = stage.staff[Role.COMPLIANCE]
    yield (at := stage.moment(place * len(stage.days) // 5, 11, 10 + place))
    with stage.act(at, by):
        stands = prohibitions.prohibit(
            nif=nif(str(BARRED + place)),
            reason=reason,
            note="Comunicação da entidade, arquivada com a correspondência do mês.",
            by=by,
            now=at,
        )
    if place == 1:
        yield (at := at + 3 * DAY)
        with stage.act(at, by):
            note = "A entidade retificou: o número era de outra pessoa."
            prohibitions.lift_prohibition(entry_id=stands.entry_id, note=note, by=by, now=at)
