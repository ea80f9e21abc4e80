"""A day's records, hour by hour, or one hour alone, from what the apps tell.

And what the house knows of the day besides, for the gate.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final

from kernel.money import Currency
from players.access import file_facts as people
from reporting.six_files.forms import stamp
from reporting.six_files.gate import Known
from reporting.six_files.hours import Hour, hours_of, part_of, parts_of
from reporting.six_files.play import RoundFacts, SlipFacts, records_of
from reporting.six_files.profile import Profile
from reporting.six_files.records import (
    BetRecord,
    ExclusionRecord,
    MoneyRecord,
    Movement,
    PlayerRecord,
    PlayRecord,
    SignInRecord,
)
from tables import queries as tables
from tables.queries import file_facts as rounds
from tables.queries.file_facts import PlayerTold, RoundTold
from wallet.chart import Code
from wallet.queries import file_facts as ledger
from wallet.queries.file_facts import PlayerLine

OF_PLAY: Final = frozenset(
    {Code.STAKE, Code.STAKE_TAKEN_BACK, Code.PAYOUT, Code.REFUND, Code.STAKE_RETURNED, Code.PRIZE}
)
"""The lines that files of play tell; all others are of the files of money (S02)."""
LAYING: Final = frozenset({Code.STAKE, Code.STAKE_TAKEN_BACK})
EUR: Final = Currency.EUR
"""Play money is in no file (H05)."""


@dataclass(slots=True)
class Day:
    """The records of a day by the number of their hour, each in the order of its moments."""

    day: date
    players: dict[Hour, list[PlayerRecord]] = field(default_factory=lambda: defaultdict(list))
    sign_ins: dict[Hour, list[SignInRecord]] = field(default_factory=lambda: defaultdict(list))
    money: dict[Hour, list[MoneyRecord]] = field(default_factory=lambda: defaultdict(list))
    play: dict[Hour, list[PlayRecord]] = field(default_factory=lambda: defaultdict(list))
    exclusions: list[ExclusionRecord] = field(default_factory=list)
    rounds: list[RoundTold] = field(default_factory=list)

    @property
    def rules(self) -> dict[str, object]:
        """The rules that each round was played under, for the gate to settle it again."""
        return {each.code: each.ruleset for each in self.rounds}


def account_of(person_key: str) -> str:
    """The code of a player's account in euros."""
    return f"{person_key}/EUR"


def unwatched() -> None:
    """Does not tell that another hour is done."""


def gathered(day: date, profile: Profile, tick: Callable[[], None] = unwatched) -> tuple[Day, Known]:
    """The records of a day that is over, and what the gate asks of the house. `tick` is called once an hour."""
    hours = hours_of(day)
    since, until = hours[0].start, hours[-1].end
    found = Day(day)
    lines = _fill(found, hours, profile, tick)
    found.exclusions = [_exclusion(each) for each in people.exclusions_told(since=since, until=until)]
    return found, _known(found, lines, since, until, profile)


def gathered_hour(hour: Hour, profile: Profile) -> Day:
    """The records of one hour that is over, for its four files; the other hours of the day stay empty.

    What is read grows with what happened in the hour, and with what its own players had before. Raises
    `reporting.six_files.play.NotTold`.
    """
    found = Day(hour.day)
    _fill(found, (hour,), profile)
    return found


def _fill(
    found: Day, hours: Sequence[Hour], profile: Profile, tick: Callable[[], None] = unwatched
) -> tuple[PlayerLine, ...]:
    """Add the records of hours that follow each other; the ledger's lines of players in them."""
    since, until = hours[0].start, hours[-1].end
    lines = ledger.player_lines(since=since, until=until, currency=EUR)
    for hour in hours:
        for part in parts_of(hour, profile.repeated_hour):
            told = people.registrations_told(since=part.start, until=part.end)
            found.players[part] = [_player(each) for each in told]
            _play_of(found, part, profile)
        tick()
    for each in people.sign_ins_told(since=since, until=until):
        found.sign_ins[part_of(each.at, profile.repeated_hour)].append(
            SignInRecord(player=each.person_key, sign_in=each.sign_in, at=each.at, ends=each.ends, device=each.device)
        )
    for line in lines:
        if line.code not in OF_PLAY:
            found.money[part_of(line.at, profile.repeated_hour)].append(_money(line))
    return lines


def _player(each: people.RegistrationTold) -> PlayerRecord:
    return PlayerRecord(
        player=each.person_key,
        account=account_of(each.person_key),
        at=each.at,
        email=each.email,
        nickname=each.nickname,
        full_name=each.full_name,
        birth_date=each.birth_date,
        document_kind=each.document_kind,
        document_number=each.document_number,
        tax_number=each.nif,
        nationality=each.nationality,
        address=each.address,
        postal_code=each.postal_code,
        phone=each.phone,
        instrument=each.instrument,
        answer=each.answer,
        answer_number=each.answer_number,
    )


def _money(line: PlayerLine) -> MoneyRecord:
    moved = Movement(line.before, abs(line.amount), line.after)
    return MoneyRecord(
        player=line.owner, account=account_of(line.owner), credit=line.amount > 0, at=line.at, movement=moved
    )


def _exclusion(each: people.ExclusionTold) -> ExclusionRecord:
    return ExclusionRecord(
        document_kind=each.document_kind,
        document_number=each.document_number,
        full_name=each.full_name,
        nationality=each.nationality,
        occupation=each.occupation,
        address=each.address,
        postal_code=each.postal_code,
        district=each.district,
        email=each.email,
        months=each.months,
        starts_at=each.starts_at,
        motive=each.motive,
    )


def _play_of(found: Day, hour: Hour, profile: Profile) -> None:
    """The bets of every round that ended in an hour, by player; and what each account did in that hour."""
    ended = rounds.rounds_told(since=hour.start, until=hour.end, currency=EUR)
    found.rounds += ended
    lines = _Lines(ledger.player_lines_of([each.code for each in ended], EUR))
    bets: dict[str, list[BetRecord]] = defaultdict(list)
    for round_ in ended:
        for player in round_.players:
            if told := _bets(round_, player, lines, profile):
                bets[player.person_key] += told
    if not bets:
        return
    opening = ledger.held_before(hour.start, EUR, bets)
    closing = ledger.held_before(hour.end, EUR, bets)
    names = people.names_at(bets, hour.end)
    found.play[hour] = [
        PlayRecord(
            player=key,
            account=account_of(key),
            logon=names[key][0 if profile.logon == "email" else 1],
            opening=opening[key],
            closing=closing[key],
            bets=tuple(told),
        )
        for key, told in sorted(bets.items())
    ]


class _Lines:
    """The ledger's lines of some rounds: those of slips by their names, and those that paid by round and player."""

    def __init__(self, lines: Iterable[PlayerLine]) -> None:
        self.of_slips: dict[str, PlayerLine] = {}
        self.paid: dict[tuple[str, str], PlayerLine] = {}
        for line in lines:
            if line.code in LAYING:
                self.of_slips[line.key] = line
            else:
                self.paid.setdefault((line.reference, line.owner), line)


def _bets(round_: RoundTold, player: PlayerTold, lines: _Lines, profile: Profile) -> tuple[BetRecord, ...]:
    result = round_.result
    paid = lines.paid.get((round_.code, player.person_key))
    played = RoundFacts(
        code=round_.code,
        table=round_.table,
        seats=round_.seats,
        preset=round_.preset,
        rules_version=round_.rules_version,
        opened_at=round_.opened_at,
        ended_at=round_.ended_at,
        cards_ponto=() if result is None else tuple(map(str, result.ponto.cards)),
        cards_banca=() if result is None else tuple(map(str, result.banca.cards)),
        total_ponto=None if result is None else result.ponto.total,
        total_banca=None if result is None else result.banca.total,
        winner=None if result is None else result.winner.value,
        max_prize=round_.max_prize,
    )
    return records_of(
        played,
        _slips(player, lines),
        player.bets,
        round_of_player=f"{round_.code}/{player.person_key}",
        paid_from=None if paid is None else paid.before,
        profile=profile,
    )


def _slips(player: PlayerTold, lines: _Lines) -> list[SlipFacts]:
    """The slips with the balance before each: its line's, or for one that moved no money that of the line before it."""
    found: list[SlipFacts] = []
    balance: int | None = None
    for slip in player.slips:
        line = lines.of_slips.get(str(slip.name))
        if line is not None:
            before, balance = line.before, line.after
        else:  # stakes moved between chances: the money stood still
            before = balance if balance is not None else _held(player.person_key, slip.taken_at)
        found.append(
            SlipFacts(
                number=slip.number,
                name=str(slip.name),
                taken_at=slip.taken_at,
                session=slip.session,
                sign_in=slip.sign_in,
                address=slip.address,
                region=slip.region,
                lines=slip.lines,
                balance_before=before,
            )
        )
    return found


def _held(person_key: str, instant: datetime) -> int:
    return ledger.held_before(instant, EUR, [person_key])[person_key]


def _known(found: Day, lines: Sequence[PlayerLine], since: datetime, until: datetime, profile: Profile) -> Known:
    bets = [bet for told in found.play.values() for player in told for bet in player.bets]
    in_play = rounds.in_play_at(until, EUR)
    report = tables.day_figures(since=since, until=until)
    sign_ins = people.sign_ins_by_id({bet.sign_in for bet in bets} - {""})
    return Known(
        lines=_sums(lines),
        lines_told=_told(found, lines, frozenset(in_play), profile),
        revenue=sum(each.gross_revenue for each in report if each.currency == EUR.value),
        opening=sum(ledger.held_before(since, EUR).values()),
        closing=sum(ledger.held_before(until, EUR).values()),
        in_play_before=_staked(rounds.in_play_at(since, EUR), since),
        in_play_after=_staked(in_play, until),
        exclusions=people.exclusions_wished(since=since, until=until),
        excluded_that_played=_excluded(lines, since, until),
        known_players=people.registered_before(until),
        known_sign_ins={
            code: tuple("" if at is None else stamp(at, profile.decimals) for at in span)  # type: ignore[misc]
            for code, span in sign_ins.items()
        },
    )


def _sums(lines: Iterable[PlayerLine]) -> dict[str, int]:
    found: dict[str, int] = defaultdict(int)
    for line in lines:
        found[line.code.value] += line.amount
    return dict(found)


def _told(found: Day, lines: Sequence[PlayerLine], in_play: frozenset[str], profile: Profile) -> dict[str, int]:
    """By code, what the records say of the day's lines; stakes on rounds that go on are told when those end (S02)."""
    moved = _moved(found)
    as_laid = _as_laid(found) if profile.taken_back == "net" else frozenset()
    told: dict[str, int] = defaultdict(int)
    for line in lines:
        if line.code not in OF_PLAY:
            continue
        if line.code in LAYING:
            whole = line.reference in in_play or f"{line.reference}/{line.owner}" in as_laid
            amount = line.amount if whole else moved.get(line.key, 0)
        else:
            amount = moved.get(f"{line.reference}/{line.owner}", 0)
        told[line.code.value] += amount
    of_money = {hour: iter(records) for hour, records in found.money.items()}
    for line in lines:
        if line.code not in OF_PLAY:
            record = next(of_money[part_of(line.at, profile.repeated_hour)])
            told[line.code.value] += record.movement.amount if record.credit else -record.movement.amount
    return dict(told)


def _as_laid(found: Day) -> frozenset[str]:
    """The players of rounds whose records have just the stakes that stayed, where those alone are told."""
    told: dict[str, int] = defaultdict(int)
    for bet in (bet for players in found.play.values() for player in players for bet in player.bets):
        told[bet.round_of_player] += bet.stake.amount
    stayed: dict[str, int] = defaultdict(int)
    for line in ledger.player_lines_of([each.code for each in found.rounds], EUR):
        if line.code in LAYING:
            stayed[f"{line.reference}/{line.owner}"] -= line.amount
    return frozenset(who for who, cents in stayed.items() if told[who] == cents)


def _moved(found: Day) -> Mapping[str, int]:
    """What the records of play moved: by slip's name what it laid or took back, by round and player what came back."""
    moved: dict[str, int] = defaultdict(int)
    for bet in (bet for told in found.play.values() for player in told for bet in player.bets):
        slip = bet.operation.partition("/")[0]
        if bet.stake.amount:
            moved[slip] -= bet.stake.amount
            moved[bet.round_of_player] += bet.gain.amount + bet.refund.amount
        else:
            moved[slip] += bet.refund.amount
    return moved


def _staked(codes: Sequence[str], before: datetime) -> int:
    """Stakes that lay on these rounds at a moment."""
    lines = ledger.player_lines_of(codes, EUR) if codes else ()
    return -sum(line.amount for line in lines if line.code in LAYING and line.at < before)


def _excluded(lines: Iterable[PlayerLine], since: datetime, until: datetime) -> int:
    """How many stakes and deposits of the day lie inside an exclusion."""
    asked = [line for line in lines if line.code in {Code.STAKE, Code.DEPOSIT}]
    spans: dict[str, list[tuple[datetime, datetime | None]]] = defaultdict(list)
    for key, begins, ends in people.exclusions_in_force({line.owner for line in asked}, since=since, until=until):
        spans[key].append((begins, ends))
    return sum(
        any(begins <= line.at and (ends is None or line.at < ends) for begins, ends in spans[line.owner])
        for line in asked
    )
