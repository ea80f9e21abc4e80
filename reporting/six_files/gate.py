"""The sums that must agree before a day is sent: one false, and nothing is (S01 to S12 of the specification).

Everything is read from the files as they were written. What only the house knows comes as `Known`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Final

from reporting.six_files import schema
from reporting.six_files.forms import cents_of, instant_of
from reporting.six_files.hours import Hour
from reporting.six_files.names import DAILY, Category, names_of, names_of_hour
from reporting.six_files.profile import Profile
from reporting.six_files.reading import Element, Written
from reporting.six_files.settling import settled_as_written

TRIPLETS: Final = (
    ("a_saldo_ini", "a_valor", "a_saldo_fim", -1),
    ("g_saldo_ini", "g_ganho", "g_saldo_fim", 1),
    ("r_saldo_ini", "r_valor", "r_saldo_fim", 1),
)
SUMS: Final = {
    "total_apostas": "a_valor",
    "total_ganhos": "g_ganho",
    "total_reembolsos": "r_valor",
    "total_comissoes": "a_comissao",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A sum that does not agree: its number, the file, and what stands there."""

    rule: str
    file: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the house's own rows say of the day; amounts in cents."""

    lines: Mapping[str, int]
    """By code, the sum of the day's lines of players' accounts in euros: what they added, less what they took."""
    lines_told: Mapping[str, int]
    """The same of the lines that the files tell, or leave to the day on which their round ends."""
    revenue: int
    """The gross revenue of the day's report."""
    opening: int
    closing: int
    """All players' balances at the day's first moment, and at its end."""
    in_play_before: int
    in_play_after: int
    """Stakes on rounds that were in play at those moments."""
    exclusions: int
    """Wishes of the day to be excluded, whether or not the house can tell them."""
    excluded_that_played: int
    """Stakes and deposits of the day inside an exclusion."""
    known_players: frozenset[str]
    """Players registered before the end of the day."""
    known_sign_ins: Mapping[str, tuple[str, str]]
    """By sign-in of the day's bets: its beginning and its end as the files write moments; empty where it has none."""


def faults_of(
    day: date, files: Sequence[Written], known: Known, profile: Profile, rules: "Rules | None" = None
) -> tuple[Fault, ...]:
    """Everything that does not agree, in the order of the sums. Files that are not whole are not added up."""
    if broken := tuple(_whole(names_of(day, profile.vault, profile.repeated_hour), files, profile)):
        return broken
    checks: list[Callable[[], Iterator[Fault]]] = [
        lambda: _triplets(files),
        lambda: _moved(files),
        lambda: _every_line(known),
        lambda: _chains(files),
        lambda: _accounts(files),
        lambda: _summary(files),
        lambda: _revenue(files, known),
        lambda: _rounds(files, profile, rules),
        lambda: _balances(files, known),
        lambda: _sign_ins(files, known),
        lambda: _players(files, known),
        lambda: _exclusions(files, known),
    ]
    return tuple(fault for check in checks for fault in check())


def faults_of_hour(
    hour: Hour, files: Sequence[Written], profile: Profile, rules: "Rules | None" = None
) -> tuple[Fault, ...]:
    """What does not agree within an hour's four files (S01, S04, S07, S12); the others are sums of the whole day."""
    if broken := tuple(_whole(names_of_hour(hour, profile.vault, profile.repeated_hour), files, profile)):
        return broken
    return (*_triplets(files), *_moved(files), *_accounts(files), *_rounds(files, profile, rules))


Rules = Mapping[str, object]
"""By round, the ruleset that it was played under (`baccarat.rulesets.Ruleset`)."""


def bets_of(files: Sequence[Written]) -> Iterator[tuple[Written, Element]]:
    """Every `pbanca` of the day's files of play."""
    for each in files:
        if each.category is Category.PLAY:
            yield from ((each, bet) for bet in each.root.all("pbanca"))


def _whole(wanted: tuple[str, ...], files: Sequence[Written], profile: Profile) -> Iterator[Fault]:
    """S12: the names that are wanted, each once, and every file by its schema.

    A house that leaves out hours without records has no name beyond those, and each day's own two.
    """
    form = schema.form_of(profile)
    named = sorted(each.name for each in files)
    if profile.empty_hours == "none":
        wanted = tuple(name for name in wanted if name in named or name[:4] in DAILY)
    if tuple(named) != wanted:
        odd = sorted(set(named) ^ set(wanted)) or [name for name in named if named.count(name) > 1]
        yield Fault("S12", odd[0], f"{len(named)} files, {len(wanted)} wanted")
    for each in files:
        yield from (Fault("S12", each.name, said) for said in schema.faults(each.category, each.root, form))


def _triplets(files: Sequence[Written]) -> Iterator[Fault]:
    """S01: before, what moved, after."""
    for each, bet in bets_of(files):
        values = bet.values()
        for before, moved, after, sign in TRIPLETS:
            first, amount, last = (cents_of(values[name]) for name in (before, moved, after))
            if first + sign * amount != last or min(first, amount, last) < 0:
                yield Fault("S01", each.name, f"{values['cod_opejog']}: {before} {values[before]}, {values[moved]}")


def _moved(files: Sequence[Written]) -> Iterator[Fault]:
    """S01: before, what moved, after, in the files of money."""
    for each in files:
        for values in _of_money(each):
            if cents_of(values["saldo_ini"]) + _signed(values) != cents_of(values["saldo_fim"]):
                yield Fault("S01", each.name, f"{values['codjogador']} at {values['timestp_op']}")


def _of_money(each: Written) -> Iterator[dict[str, str]]:
    return (account.values() for account in each.root.all("conta")) if each.category is Category.MONEY else iter(())


def _signed(values: Mapping[str, str]) -> int:
    return cents_of(values["saldo_mov"]) * (1 if values["cod_optct"] == "CREDITO" else -1)


def _every_line(known: Known) -> Iterator[Fault]:
    """S02: each line of the ledger is told once."""
    for code in sorted(known.lines.keys() | known.lines_told.keys()):
        stored, told = known.lines.get(code, 0), known.lines_told.get(code, 0)
        if stored != told:
            yield Fault("S02", "", f"{code}: {stored} in the ledger, {told} told")


def _chains(files: Sequence[Written]) -> Iterator[Fault]:
    """S03: the parts of one slip follow each other without a gap."""
    players = ((each, player) for each in files if each.category is Category.PLAY for player in _of(each))
    for file, player in players:
        slips: dict[str, list[dict[str, str]]] = {}
        for bet in player.all("pbanca"):
            values = bet.values()
            slips.setdefault(values["cod_opejog"].partition("/")[0], []).append(values)
        for parts in slips.values():
            for one, next_ in pairwise(parts):
                if _after(one) != cents_of(next_["a_saldo_ini"]):
                    yield Fault("S03", file.name, f"{next_['cod_opejog']}: {_after(one)} before it")


def _after(values: Mapping[str, str]) -> int:
    """The balance after a slip's part: after its stake, or after what it took back."""
    taken_back = cents_of(values["a_valor"]) == 0
    return cents_of(values["r_saldo_fim" if taken_back else "a_saldo_fim"])


def _of(each: Written) -> Iterator[Element]:
    return (player for player in each.root.all("jogador"))


def _accounts(files: Sequence[Written]) -> Iterator[Fault]:
    """S04: an account over the hour."""
    for each in files:
        for account in each.root.all("conta_jog") if each.category is Category.PLAY else ():
            values = account.values()
            first, moved, last = (cents_of(values[name]) for name in ("saldo_ini", "saldo_mov", "saldo_fim"))
            if first + moved != last or min(first, last) < 0:
                yield Fault("S04", each.name, values["codigo"])


def sums_of(files: Sequence[Written]) -> dict[str, dict[str, int]]:
    """By game, the day's sums over its files of play, in cents, by the names that the summary has."""
    found: dict[str, dict[str, int]] = {}
    for _, bet in bets_of(files):
        values = bet.values()
        game = found.setdefault(values["descr"].rpartition(" v")[0], dict.fromkeys(SUMS, 0))
        for total, part in SUMS.items():
            game[total] += cents_of(values[part])
    return found


def _summary(files: Sequence[Written]) -> Iterator[Fault]:
    """S05: the summary is the sum of the files of play."""
    added = sums_of(files)
    told = {
        game.value("descricao"): {name: cents_of(next(game.all(name)).text) for name in SUMS}
        for each in files
        if each.category is Category.SUMMARY
        for game in each.root.all("tipo_jogo")
    }
    for game in sorted(added.keys() | told.keys()):
        nothing = dict.fromkeys(SUMS, 0)
        if added.get(game, nothing) != told.get(game, nothing):
            yield Fault("S05", "", f"{game}: {told.get(game)} told, {added.get(game)} added up")


def _revenue(files: Sequence[Written], known: Known) -> Iterator[Fault]:
    """S06: stakes less what came back is the gross revenue of the day's report."""
    found = sum(
        each["total_apostas"] - each["total_ganhos"] - each["total_reembolsos"] for each in sums_of(files).values()
    )
    if found != known.revenue:
        yield Fault("S06", "", f"{found} by the files, {known.revenue} by the report")


def _rounds(files: Sequence[Written], profile: Profile, rules: Rules | None) -> Iterator[Fault]:
    """S07: a round is the same in all its records, and its cards settle every bet as written."""
    same = ("dathr_ini_evento", "dathr_fim_evento", "descr", "id_mesa", "cartas_p", "cartas_b", "pontuacao_p")
    rounds: dict[str, list[dict[str, str]]] = {}
    for _, bet in bets_of(files):
        values = bet.values()
        rounds.setdefault(values["id_partida"], []).append(values)
    for code, bets in rounds.items():
        for name in (*same, "pontuacao_b", "resultado"):
            if len({values[name] for values in bets}) > 1:
                yield Fault("S07", "", f"{code}: {name} differs among its records")
        said = settled_as_written(bets, profile, None if rules is None else rules.get(code))
        yield from (Fault("S07", "", f"{code}: {each}") for each in said)


def _balances(files: Sequence[Written], known: Known) -> Iterator[Fault]:
    """S08: what players have at the end is what they had, and what the files say moved."""
    moved = sum(_signed(values) for each in files for values in _of_money(each))
    played = sum(
        each["total_ganhos"] + each["total_reembolsos"] - each["total_apostas"] for each in sums_of(files).values()
    )
    due = known.opening + moved + played + known.in_play_before - known.in_play_after
    if due != known.closing:
        yield Fault("S08", "", f"{known.closing} in the ledger, {due} by the files")


def _sign_ins(files: Sequence[Written], known: Known) -> Iterator[Fault]:
    """S09: a sign-in begins once and ends once, later; a slip comes inside of one."""
    found: dict[tuple[str, str], list[str]] = {}
    for each in files:
        for entry in _of(each) if each.category is Category.SIGN_INS else ():
            values = entry.values()
            found.setdefault((values["id_sessao"], values["tipo_log"]), []).append(values["timestp_acao"])
    for (sign_in, kind), moments in found.items():
        begun = found.get((sign_in, "LOGIN"), [""])[0]
        if len(moments) > 1:
            yield Fault("S09", "", f"{sign_in}: {len(moments)} times {kind}")
        if kind == "LOGOUT" and begun and instant_of(moments[0]) < instant_of(begun):
            yield Fault("S09", "", f"{sign_in} ends before it begins")
    for each, bet in bets_of(files):
        values = bet.values()
        begins, ends = known.known_sign_ins.get(values["id_sessao"], ("", ""))
        at = instant_of(values["timestp_ini"])
        if not values["id_sessao"] or not begins or instant_of(begins) > at or (ends and instant_of(ends) < at):
            yield Fault("S09", each.name, f"{values['cod_opejog']} outside of its sign-in")


def _players(files: Sequence[Written], known: Known) -> Iterator[Fault]:
    """S10: every player in the files is registered."""
    for each in files:
        if each.category in {Category.SIGN_INS, Category.PLAY, Category.MONEY}:
            named = {entry.text for entry in each.root.all("codjogador")}
            yield from (Fault("S10", each.name, who) for who in sorted(named - known.known_players))


def _exclusions(files: Sequence[Written], known: Known) -> Iterator[Fault]:
    """S11: every wish of the day, and no excluded player staked or paid in."""
    told = sum(len(list(each.root.all("RegistoPedidoExclusao"))) for each in files)
    if told != known.exclusions:
        yield Fault("S11", "", f"{told} told, {known.exclusions} wished")
    if known.excluded_that_played:
        yield Fault("S11", "", f"{known.excluded_that_played} stakes or deposits of excluded people")
