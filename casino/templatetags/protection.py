"""The filters of the pages about limits, breaks, obligations and signals: codes in words."""

from django import template
from django.template.defaultfilters import capfirst

from casino.wording import protection_names as names
from casino.wording import signal_words, words
from kernel.labels import label, label_of
from kernel.periods import Period
from players.protection.queries.prohibitions import ProhibitionReason
from players.protection.queries.protection import ExclusionKind, LimitKind, LimitSource, LimitState
from players.protection.queries.watch import ObligationKind, SignalAct, SignalCard, SignalKind

register = template.Library()


@register.filter
def limit_name(name: str) -> str:
    """`{{ line.name|limit_name }}`: «limite de apostas por dia»."""
    return names.limit(name)


@register.filter
def limit_kind(kind: str) -> str:
    """`{{ kind|limit_kind }}`: «Apostas»."""
    return capfirst(label(LimitKind(kind)))


@register.filter
def what_counts(kind: str) -> str:
    """`{{ kind|what_counts }}`: the sentence that says what a limit of this kind counts."""
    return label(LimitKind(kind), "what-counts")


@register.filter
def limit_period(period: str) -> str:
    """`{{ line.period|limit_period }}`: «por dia»."""
    return label_of(period, Period, form="per")


@register.filter
def limit_state(state: str) -> str:
    """`{{ entry.state|limit_state }}`: «em vigor»."""
    return label_of(state, LimitState)


@register.filter
def whose(source: str) -> str:
    """`{{ entry.source|whose }}`: «seu», «da casa»."""
    return label_of(source, LimitSource, form="own")


@register.filter
def exclusion_kind(kind: str) -> str:
    """`{{ entry.kind|exclusion_kind }}`: «pausa curta»."""
    return label_of(kind, ExclusionKind)


@register.filter
def counted(most: int | None, kind: str) -> str:
    """`{{ line.most|counted:line.kind }}`: money, or time of a session limit; «sem limite» for none."""
    return names.amount(str(kind), most)


@register.simple_tag
def result_so_far(lost: int) -> str:
    """`{% result_so_far line.used %}`: counted losses as the result that they are: «−50,00 €»."""
    return words.signed(-lost, "EUR")


@register.filter
def hours(count: int) -> str:
    """`{{ 24|hours }}`: «1 dia»; hours below a day."""
    return names.span(count)


@register.filter
def signal_kind(kind: str) -> str:
    """`{{ signal.kind|signal_kind }}`: «Jogo de noite»."""
    return capfirst(label_of(kind, SignalKind))


@register.simple_tag
def signal_sentence(signal: SignalCard) -> str:
    """`{% signal_sentence signal %}`: the signal, with its figures."""
    return signal_words.sentence(signal.kind.value, signal.facts)


@register.filter
def signal_act(act: str) -> str:
    """`{{ step.act|signal_act }}`: «contacto com o jogador»."""
    return label_of(act, SignalAct)


@register.filter
def obligation_kind(kind: str) -> str:
    """`{{ obligation.kind|obligation_kind }}`: the kind of obligation, in words."""
    return capfirst(label_of(kind, ObligationKind))


@register.filter
def prohibition_reason(reason: str) -> str:
    """`{{ entry.reason|prohibition_reason }}`: «magistrado»."""
    return label_of(reason, ProhibitionReason)
