"""The bytes of the six files: elements in the order of the printed schemas, nothing else, one record a line (PT-59)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from reporting.six_files import forms
from reporting.six_files.forms import moment, money, stamp
from reporting.six_files.profile import Profile
from reporting.six_files.records import (
    BetRecord,
    ExclusionRecord,
    MoneyRecord,
    Movement,
    PlayerRecord,
    PlayRecord,
    SignInRecord,
    SummaryRecord,
)

Pairs = Iterable[tuple[str, str]]
HEAD: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'
DOCUMENTS: Final = {0: "B", 1: "C", 2: "P"}
"""`TipoDoc` by kind of document; others have no letter, and stand as a citizen's card."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """What every file begins with: when it was made, and its number among the files of its safe, from 0."""

    made_at: datetime
    count: int


def players(records: Sequence[PlayerRecord], envelope: Envelope, profile: Profile) -> bytes:
    """JGDR."""
    return _file(
        "registos_jogador", (_record("jogador", _player(each, profile)) for each in records), envelope, profile
    )


def sign_ins(records: Sequence[SignInRecord], envelope: Envelope, profile: Profile) -> bytes:
    """SESS."""
    return _file("registos_log", (_record("jogador", _sign_in(each, profile)) for each in records), envelope, profile)


def play(records: Sequence[PlayRecord], envelope: Envelope, profile: Profile) -> bytes:
    """AJOG."""
    lines = (line for each in records for line in _play(each, profile))
    return _file("registos_jogo", lines, envelope, profile)


def moved(records: Sequence[MoneyRecord], envelope: Envelope, profile: Profile) -> bytes:
    """TRAN."""
    return _file("registos_conta", (_record("conta", _money(each, profile)) for each in records), envelope, profile)


def exclusions(records: Sequence[ExclusionRecord], envelope: Envelope, profile: Profile) -> bytes:
    """EXCL."""
    lines = (_record("RegistoPedidoExclusao", _exclusion(each, profile)) for each in records)
    return _file("ListaPedidosExclusao", lines, envelope, profile)


def summary(records: Sequence[SummaryRecord], day: date, envelope: Envelope, profile: Profile) -> bytes:
    """RESF."""
    lines = [_element("data_fin", forms.day8(day)) + "\n", *(_summary(each, profile) for each in records)]
    return _file("resumo_activ", lines, envelope, profile)


def _file(root: str, lines: Iterable[str], envelope: Envelope, profile: Profile) -> bytes:
    head = [
        ("cod_entexpl", str(profile.operator)),
        ("datahr", moment(envelope.made_at)),
        ("id_ficheiro", str(forms.file_number(envelope.count))),
        ("cod_cofre", profile.vault),
    ]
    opened = f"{HEAD}<ficheiro>\n{_elements(head)}\n<{root}>\n"
    return "".join([opened, *lines, f"</{root}>\n</ficheiro>\n"]).encode()


def _record(name: str, values: Pairs) -> str:
    return f"<{name}>{_elements(values)}</{name}>\n"


def _elements(values: Pairs) -> str:
    return "".join(_element(name, value) for name, value in values)


def _element(name: str, value: str) -> str:
    return f"<{name}>{forms.text(value)}</{name}>"


def _player(each: PlayerRecord, profile: Profile) -> Iterator[tuple[str, str]]:
    yield "codjogador", each.player
    yield "conta_jog", each.account
    yield "tip_pag", profile.instruments.get(each.instrument, each.instrument) or profile.unknown
    yield "logon", each.email if profile.logon == "email" else each.nickname
    yield "id_cidadao", each.document_number
    yield "id_tipocid", str(each.document_kind)
    yield "timestp_reg", stamp(each.at, profile.decimals)
    yield "alias_jog", each.nickname
    yield "nome", each.full_name
    yield "data_nascimento", forms.day8(each.birth_date)
    yield "nif", each.tax_number or profile.foreign_tax_number
    yield "morada", each.address
    yield "cod_postal", each.postal_code or profile.unknown
    yield "id_nacao", each.nationality
    yield "telefone", each.phone or profile.unknown
    yield "email", each.email
    yield "resp_at", each.answer
    yield "id_resp_at", each.answer_number


def _sign_in(each: SignInRecord, profile: Profile) -> Iterator[tuple[str, str]]:
    yield "codjogador", each.player
    yield "id_sessao", each.sign_in
    yield "timestp_acao", stamp(each.at, profile.decimals)
    yield "tipo_log", "LOGOUT" if each.ends else "LOGIN"
    yield "dispositivo", each.device


def _money(each: MoneyRecord, profile: Profile) -> Iterator[tuple[str, str]]:
    yield "codjogador", each.player
    yield "cod_conta", each.account
    yield "cod_optct", "CREDITO" if each.credit else "DEBITO"
    yield "timestp_op", stamp(each.at, profile.decimals)
    yield from _movement(("saldo_ini", "saldo_mov", "saldo_fim"), each.movement)


def _exclusion(each: ExclusionRecord, profile: Profile) -> Iterator[tuple[str, str]]:
    yield "IdTipoCid", str(each.document_kind)
    yield "IdCidadao", each.document_number
    yield "Nome", each.full_name
    yield "IdNacao", each.nationality
    yield "SitProfissional", each.occupation or "99"
    yield "Morada", each.address
    yield "CodPostal", each.postal_code or profile.unknown
    yield "Distrito", each.district
    yield "Email", each.email
    yield "Duracao", str(profile.indefinite_code if each.months is None else each.months)
    yield "DataInicio", moment(each.starts_at)
    yield "TipoDoc", DOCUMENTS.get(each.document_kind, "C")
    if profile.documents == "empty":
        yield "DocFrente", ""
        yield "DocVerso", ""
    yield "Motivo", each.motive or profile.unknown


def _summary(each: SummaryRecord, profile: Profile) -> str:
    sums = [
        ("tipo_liq", "0"),
        ("total_comissoes", money(each.commissions)),
        ("total_ganhos", money(each.gains)),
        ("total_apostas", money(each.stakes)),
        ("total_reembolsos", money(each.refunds)),
    ]
    named = _elements([("descricao", each.game), ("licenca_exp", profile.licence or profile.unknown)])
    return f"<tipo_jogo>{named}<liq_int>{_elements(sums)}</liq_int></tipo_jogo>\n"


def _play(each: PlayRecord, profile: Profile) -> Iterator[str]:
    nothing = money(0)
    account = [
        ("codigo", each.account),
        ("saldo_ini", money(each.opening)),
        ("saldo_mov", money(each.closing - each.opening)),
        ("saldo_fim", money(each.closing)),
        *((name, nothing) for name in ("bonus_ini", "bonus_mov", "bonus_fim")),
        *((name, nothing) for name in ("pinscr_ini", "pinscr_mov", "pinscr_fim")),
    ]
    named = _elements([("codjogador", each.player), ("logon", each.logon)])
    yield f"<jogador>{named}<conta_jog>{_elements(account)}</conta_jog><apostas>\n"
    for bet in each.bets:
        yield _record("pbanca", _bet(bet, profile))
    yield "</apostas></jogador>\n"


def _bet(each: BetRecord, profile: Profile) -> Iterator[tuple[str, str]]:
    yield "cod_ficha", each.receipt
    yield "cod_aptr_jog", each.bet
    yield "ap_cruz", "N"
    yield "timestp_ini", stamp(each.at, profile.decimals)
    yield "timestp_fim", stamp(each.ended_at, profile.decimals)
    yield "dathr_ini_evento", moment(each.opened_at)
    yield "dathr_fim_evento", moment(each.ended_at)
    yield "cod_fichajog", each.round_of_player
    yield "id_sessao", each.sign_in
    yield "ip_jogador", each.address
    yield "ip_regiao", profile.regions.get(each.region, each.region)
    yield "cod_opejog", each.operation
    yield "timestp", stamp(each.at, profile.decimals)
    yield "id_inscricao", each.session
    yield "id_partida", each.round
    yield "descr", each.game
    yield "id_mesa", each.table
    yield "njog_max", str(each.seats)
    yield "cartas_p", forms.cards(each.cards_ponto, profile.card_code)
    yield "cartas_b", forms.cards(each.cards_banca, profile.card_code)
    yield "a_local", profile.local_codes.get(each.chance, each.chance)
    yield "diferencial", "" if each.differential is None else money(each.differential)
    yield "pontuacao_p", "" if each.total_ponto is None else str(each.total_ponto)
    yield "pontuacao_b", "" if each.total_banca is None else str(each.total_banca)
    yield "resultado", profile.void_code if each.winner is None else profile.result_codes[each.winner]
    yield from _movement(("a_saldo_ini", "a_valor", "a_saldo_fim"), each.stake)
    yield from ((name, money(0)) for name in ("a_bonus_ini", "a_bonus", "a_bonus_fim"))
    yield "a_comissao", money(each.commission)
    yield from _movement(("g_saldo_ini", "g_ganho", "g_saldo_fim"), each.gain)
    yield from _movement(("r_saldo_ini", "r_valor", "r_saldo_fim"), each.refund)


def _movement(names: tuple[str, str, str], moved: Movement) -> Iterator[tuple[str, str]]:
    yield from zip(names, (money(moved.before), money(moved.amount), money(moved.after)), strict=True)
