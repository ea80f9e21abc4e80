"""The audit trail in words: who did what, to which things, from what to what, why and from where."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext

from casino.backoffice import labels
from players.queries.audit import Act, RowChanged

SUBJECTS: Final[Mapping[str, "str | Promise"]] = {
    "tables_table": gettext_lazy("Mesa"),
    "tables_configuration": gettext_lazy("Regras da mesa"),
    "tables_stop": gettext_lazy("Paragem do jogo"),
    "tables_staffact": gettext_lazy("Ato na sala"),
    "players_person": gettext_lazy("Pessoa"),
    "players_person_groups": gettext_lazy("Função"),
    "players_exclusion": gettext_lazy("Exclusão"),
    "players_standingchange": gettext_lazy("Situação da pessoa"),
    "players_registration": gettext_lazy("Registo"),
    "players_prohibition": gettext_lazy("Impedimento"),
    "players_viewing": gettext_lazy("Consulta de dados pessoais"),
    "players_limit": gettext_lazy("Limite do jogador"),
    "players_duty": gettext_lazy("Dever com prazo"),
    "players_instrument": gettext_lazy("Meio de pagamento"),
    "players_withdrawal": gettext_lazy("Pedido de levantamento"),
    "players_adjustment": gettext_lazy("Acerto"),
    "players_complaint": gettext_lazy("Reclamação"),
    "players_complaintdecision": gettext_lazy("Decisão de reclamação"),
    "tables_incident": gettext_lazy("Incidente"),
    "tables_incidentnote": gettext_lazy("Nota de incidente"),
    "players_correctionrequest": gettext_lazy("Pedido de correção de dados"),
    "players_accountclosure": gettext_lazy("Conta fechada"),
    "players_signal": gettext_lazy("Sinal de jogo que pode fazer mal"),
    "players_signalstep": gettext_lazy("Passo num sinal"),
    "players_nationalentry": gettext_lazy("Entrada da lista nacional"),
    "players_deposit": gettext_lazy("Depósito"),
    "reporting_reopening": gettext_lazy("Reabertura do jogo"),
    "players_causemark": gettext_lazy("Começo das causas no livro"),
    "players_staffproposal": gettext_lazy("Proposta sobre a equipa"),
    "players_staffidentity": gettext_lazy("Nome e NIF de quem trabalha aqui"),
    "players_staffseal": gettext_lazy("Fim da abertura da casa"),
}
"""What the trail watches. The names of columns stay the database's own: an auditor looks them up there."""

SHORT: Final = 8
"""So many differences are shown unfolded; more of them wait for whoever wants to look."""
_AUTHORS: Final = ("by_id", "decided_by_id", "submitted_by_id", "lifted_by_id", "proposed_by_id")
_REASONS: Final = ("reason", "decision_reason", "status_reason", "note")


@dataclass(frozen=True, slots=True)
class Difference:
    """One column: what it held and what it holds."""

    column: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Change:
    """One thing changed; `verb` says how."""

    verb: str
    subject: str
    number: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One act as the page shows it."""

    id: int
    at: datetime
    who: str
    outside: bool
    """Nobody was signed in: the house's own processes, or somebody at the database."""
    origin: str
    deed: str
    reason: str
    changes: tuple[Change, ...]
    number: int
    more: bool
    """Whether it changed more than stands here."""

    @property
    def short(self) -> bool:
        """Whether all of it can be shown at once."""
        return sum(len(change.differences) for change in self.changes) <= SHORT


HIDDEN: Final = "•••"
"""What the database writes in place of a secret."""


def authors_of(acts: Sequence[Act]) -> set[int]:
    """The persons whom the changed rows themselves name, for acts that nobody signed in for."""
    return {number for act in acts for number in _named(act)}


def entries(acts: Sequence[Act], nicknames: Mapping[int, str], *, about: int | None = None) -> tuple[Entry, ...]:
    """The acts in words; `nicknames` has the names of `authors_of` them.

    `about`: of each act nothing but the rows of this person, for a page that is about them and nobody else.
    """
    return tuple(_entry(act, nicknames, about) for act in acts)


def _entry(act: Act, nicknames: Mapping[int, str], about: int | None) -> Entry:
    named = next((nicknames[number] for number in _named(act) if number in nicknames), "")
    acts = [row.after["action"] for row in act.rows if row.subject == "tables_staffact" and row.after]
    deeds = dict.fromkeys(acts)
    return Entry(
        id=act.id,
        at=act.at,
        who=act.who or named,
        outside=act.by is None,
        origin=act.origin or act.login,
        deed=", ".join(str(labels.ACTS.get(deed, deed)) for deed in deeds),
        reason=next(_said(act, _REASONS), ""),
        changes=tuple(_change(row) for row in act.rows if _is_told(row, about)),
        number=act.number,
        more=act.more,
    )


def _named(act: Act) -> Iterator[int]:
    for row in act.rows:
        for column in _AUTHORS:
            value = (row.after or {}).get(column)
            if isinstance(value, int):
                yield value


def _said(act: Act, columns: Sequence[str]) -> Iterator[str]:
    for row in act.rows:
        for column in columns:
            value = (row.after or {}).get(column)
            if isinstance(value, str) and value:
                yield value


def _is_told(row: RowChanged, about: int | None) -> bool:
    if row.subject == "tables_staffact":
        return False
    return about is None or about in _persons_of(row)


def _persons_of(row: RowChanged) -> Iterator[int]:
    if row.subject == "players_person":
        yield int(row.subject_id)
    for document in (row.before, row.after):
        value = (document or {}).get("person_id")
        if isinstance(value, int):
            yield value


def _change(row: RowChanged) -> Change:
    verbs = {
        "insert": pgettext("audit", "novo"),
        "update": pgettext("audit", "mudou"),
        "delete": pgettext("audit", "apagado"),
    }
    return Change(
        verb=verbs[row.change],
        subject=str(SUBJECTS.get(row.subject, row.subject)),
        number=row.subject_id,
        differences=tuple(_differences(row)),
    )


def _differences(row: RowChanged) -> Iterator[Difference]:
    before, after = _flat(row.before or {}), _flat(row.after or {})
    for column in sorted(before.keys() | after.keys()):
        old, new = before.get(column), after.get(column)
        if old != new or old == HIDDEN:  # what is hidden changed all the same
            yield Difference(column, _text(old), _text(new))


def _flat(document: Mapping[str, Any]) -> dict[str, Any]:
    """Columns that hold documents, as the terms of a configuration do, opened one step."""
    flat: dict[str, Any] = {}
    for column, value in document.items():
        if isinstance(value, Mapping):
            flat |= {f"{column}.{name}": inner for name, inner in value.items()}
        else:
            flat[column] = value
    return flat


def _text(value: Any) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return gettext("sim") if value else gettext("não")
    if isinstance(value, list):
        return ", ".join(str(each) for each in value)
    return str(value)
