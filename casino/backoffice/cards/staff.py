"""Members of staff and what is proposed about them, in words."""

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext

from casino import words
from casino.staff_names import ACTS, ROLES
from casino.staff_names import named as named
from players.queries.staff import MemberCard, StaffAct, StaffProposalCard


def what(card: StaffProposalCard) -> str:
    """What is proposed, shortly."""
    return str(ACTS[card.act])


def changes(card: StaffProposalCard) -> Iterator[tuple[str, str]]:
    """What would be otherwise, or became so: a name, and the difference in words."""
    if card.act is StaffAct.HIRE:
        yield gettext("E-mail"), card.email
        yield gettext("Funções"), named(card.roles)
    if card.act is StaffAct.ROLES:
        yield gettext("Funções até agora"), named(card.before) or gettext("nenhuma função")
        yield gettext("Funções depois"), named(card.roles)
        yield gettext("Funções a mais"), named([role for role in card.roles if role not in card.before]) or "–"
        yield gettext("Funções a menos"), named([role for role in card.before if role not in card.roles]) or "–"
    if card.act in {StaffAct.HIRE, StaffAct.IDENTITY}:
        yield gettext("Nome completo"), card.full_name
        yield gettext("NIF"), card.nif
    if card.act in {StaffAct.ENABLE, StaffAct.SECOND_FACTOR}:
        yield gettext("Funções"), named(card.before)


def follows(card: StaffProposalCard) -> Iterator[str]:
    """What agreeing would do."""
    if card.act is StaffAct.HIRE:
        yield gettext("Se aprovar, a pessoa recebe logo um convite por e-mail, para escolher a palavra-passe.")
    if card.act in {StaffAct.HIRE, StaffAct.IDENTITY}:
        yield gettext(
            "Este NIF fica impedido de jogar aqui. Se já tem conta de jogador, essa conta fecha, o saldo é-lhe pago e a"
            " pessoa é avisada (PT-16)."
        )
    if card.act is StaffAct.ROLES:
        yield gettext("Se aprovar, as funções mudam já, na página seguinte que a pessoa abrir.")
    if card.act is StaffAct.ENABLE:
        yield gettext("Se aprovar, a pessoa volta já a entrar, com a palavra-passe e o segundo fator que tinha.")
    if card.act is StaffAct.SECOND_FACTOR:
        yield gettext(
            "Se aprovar, a pessoa sai de todos os dispositivos e junta outro segundo fator quando entrar. Antes, fale"
            " com ela por outra via: quem tem a palavra-passe entra."
        )
    if card.act is not StaffAct.IDENTITY and settings.STAFF_DAYS:
        yield gettext("Durante %(days)s dias a pessoa não aprova dinheiro, regras nem colegas.") % {
            "days": settings.STAFF_DAYS
        }
    yield gettext("Se recusar, nada muda; quem propôs lê o motivo.")


def notes(card: MemberCard, *, now: datetime) -> Iterator[str]:
    """What is to be said of a member beside the plain facts."""
    if card.active and not card.nif:
        yield gettext("Falta o NIF: sem ele, esta pessoa pode registar-se como jogador sem que a casa saiba.")
    if card.apart is not None:
        one, other = card.apart
        yield gettext("«%(one)s» e «%(other)s» não se juntam na mesma pessoa: proponha outras funções.") % {
            "one": ROLES[one],
            "other": ROLES[other],
        }
    if card.active and card.settled_at is not None and card.settled_at > now:
        yield gettext("Aprova dinheiro, regras e colegas a partir de %(at)s.") % {"at": words.moment(card.settled_at)}
