"""The law: regulator, complaints, tax, and the reports it asks for (PT-58 to PT-85, PT-R01 to PT-R21)."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from casino.conformance.row import Row

_CATALOGUE: Final = "integration/reporting/reporting_catalogue"
_CONTENTS: Final = "integration/reporting/reporting_contents"
_FIVE: Final = f"{_CATALOGUE}:every_report_says_the_same_in_five_formats_and_meets_the_ledger"
_REGULATOR: Final = _("Ficheiros e ligações ao regulador: capítulo próprio, ainda por construir (I4, I5).")
_OPERATOR: Final = _("É do operador: contratos, auditorias e infraestrutura, fora deste programa.")

HOUSE: Final = (
    *(
        Row(f"PT-{number}", text, apart=_REGULATOR)
        for number, text in (
            (58, _("As seis categorias de ficheiros.")),
            (59, _("O envelope dos ficheiros.")),
            (60, _("Os nomes dos ficheiros.")),
            (61, _("O dia anterior entregue até às 04:00.")),
            (62, _("Os instantes nos ficheiros.")),
            (63, _("O registo «pbanca».")),
            (64, _("Os códigos das apostas.")),
            (65, _("O diferencial da mesa.")),
            (66, _("Saldo antes, movimento, saldo depois.")),
            (67, _("O resumo diário igual à soma dos outros.")),
            (68, _("Os códigos das sessões.")),
            (69, _("As transações entre banco e conta.")),
        )
    ),
    Row(
        "PT-70",
        _("Tipos de documento e nacionalidades."),
        ("players.models.registration", "players.countries"),
        ("unit/players/players_details:every_country_has_a_name_in_each_language",),
        ("portal:register",),
    ),
    Row("PT-71", _("Ficheiros assinados, comprimidos e cifrados."), apart=_REGULATOR),
    Row("PT-72", _("Parar o jogo quando a ligação ao regulador falha."), apart=_REGULATOR),
    Row(
        "PT-73",
        _("Extrações pedidas pelo regulador."),
        ("reporting.catalogue.definition",),
        (f"{_CATALOGUE}:filters_are_in_the_file_and_leave_the_rest_out",),
        ("backoffice:catalogue",),
    ),
    Row(
        "PT-74",
        _("Indicadores, alertas e incidentes."),
        ("tables.operations.incidents", "baccarat.drift"),
        (
            "integration/tables/incidents:a_stuck_table_is_one_incident_however_often_it_is_looked_at",
            "unit/baccarat/drift:a_fault_is_seen",
        ),
        ("backoffice:incidents", "backoffice:floor"),
        ("system-errors",),
    ),
    Row("PT-75", _("Gestão de mudanças com registo de componentes."), apart=_OPERATOR),
    Row("PT-76", _("Testes de segurança anuais."), apart=_OPERATOR),
    Row(
        "PT-77",
        _("O registo de reclamações, com desfecho exato."),
        ("players.operations.complaints",),
        (
            "integration/players/complaints:the_outcome_stands_at_once_without_money",
            "integration/players/complaints:the_database_knows_no_outcome_without_its_decision",
        ),
        ("backoffice:complaints",),
        ("complaints",),
    ),
    Row(
        "PT-78",
        _("Como reclamar, antes, durante e depois do jogo."),
        ("casino.portal.information",),
        ("integration/portal/portal_complaints:a_complaint_from_every_place_has_its_subject",),
        ("portal:how_to_complain", "portal:complain"),
    ),
    Row(
        "PT-79",
        _("Resposta em 15 dias úteis; o livro de reclamações."),
        ("players.calendar",),
        (
            "unit/players/players_calendar:working_days_leave_out_weekends_and_portugals_holidays",
            "integration/players/complaints:the_clock_reminds_escalates_and_names_the_alternative_once",
        ),
        ("backoffice:deadlines", "portal:how_to_complain"),
        ("complaints",),
    ),
    Row(
        "PT-80",
        _("A correspondência guarda-se."),
        ("players.models.complaints",),
        ("integration/players/complaints:the_database_keeps_what_was_said_and_done",),
        ("backoffice:complaint",),
    ),
    Row(
        "PT-81",
        _("Um prazo próprio do regulador para reclamações."),
        apart=_("Não foi encontrado na lei; o prazo é configurável."),
    ),
    Row(
        "PT-82",
        _("A receita bruta: apostas menos prémios."),
        ("reporting.figures",),
        ("unit/reporting/reporting_figures:commission_is_inside_the_gross_revenue_and_money_never_meets_play_money",),
        ("backoffice:report",),
        ("daily",),
    ),
    Row(
        "PT-83",
        _("A taxa do imposto, com data."),
        ("reporting.tax",),
        ("integration/backoffice/backoffice_catalogue:a_new_rate_counts_from_its_day",),
        ("backoffice:reports",),
    ),
    Row(
        "PT-84",
        _("A comissão está dentro da receita bruta, nunca se soma outra vez."),
        ("reporting.figures",),
        (
            "integration/backoffice/backoffice_catalogue:the_tax_is_a_quarter_of_the_gross_revenue_and_commission_is_not_added_again",
        ),
        ("backoffice:reports",),
        ("daily",),
    ),
    Row(
        "PT-85",
        _("O imposto apura-se por mês."),
        ("reporting.tax",),
        ("integration/backoffice/backoffice_catalogue:the_drawings_and_the_tax_are_there_with_their_tables",),
        ("backoffice:reports",),
    ),
)

_RECONCILED: Final = "integration/reporting/seed_history:reports_of_the_past_reconcile_and_one_cent_is_found"
_STANDING: Final = "accounts_by_state_who_is_barred_and_which_ended"
_CASHIER: Final = "money_in_and_out_and_what_was_turned_down"
_PLAY: Final = "what_was_played_by_bet_account_and_round"
_SAID_BY: Final = {
    1: _STANDING,
    **dict.fromkeys((2, 3, 4, 5, 6), _CASHIER),
    **dict.fromkeys((7, 17, 20), _PLAY),
    8: "transfers_to_look_at",
    9: "who_suddenly_stakes_three_times_as_much",
    10: "who_has_not_moved_money_for_more_than_ninety_days",
    **dict.fromkeys((11, 13, 14, 16), _STANDING),
    12: "registrations_say_what_is_missing",
    15: "limits_in_force_and_waiting",
    18: "errors_with_cause_and_solution",
    19: "complaints_with_their_deadline_and_outcome",
}
"""The test that reads the report's rows; the other one reads its five files."""
REPORTS: Final = tuple(
    Row(
        f"PT-R{number:02d}",
        text,
        (f"reporting.catalogue.{module}",),
        (f"{_CONTENTS}:{_SAID_BY[number]}" if number in _SAID_BY else _RECONCILED, _FIVE),
        ("backoffice:catalogue",),
        (name,),
    )
    for number, name, module, text in (
        (1, "accounts", "accounts", _("Contas por estado, saldo, motivo e autor.")),
        (2, "deposits", "money", _("Todos os depósitos.")),
        (3, "deposits-by-instrument", "cases", _("Depósitos por meio de pagamento.")),
        (4, "rejected-deposits", "cases", _("Depósitos recusados.")),
        (5, "withdrawals", "money", _("Levantamentos.")),
        (6, "rejected-withdrawals", "cases", _("Levantamentos recusados.")),
        (7, "game-movements", "money", _("Movimentos de jogo de cada conta.")),
        (8, "unusual-transfers", "money", _("Operações suspeitas.")),
        (9, "pattern-deviations", "money", _("Desvios do padrão de apostas.")),
        (10, "inactive-accounts", "accounts", _("Contas inativas há mais de 90 dias.")),
        (11, "closed-with-balance", "accounts", _("Contas encerradas com saldo.")),
        (12, "registrations", "accounts", _("Registos completos e incompletos.")),
        (13, "players", "accounts", _("Todos os jogadores registados.")),
        (14, "barred-players", "accounts", _("Suspensos e autoexcluídos.")),
        (15, "limits", "cases", _("Jogadores com limites, e quais.")),
        (16, "account-endings", "accounts", _("Encerramentos e desativações do ano.")),
        (17, "account-sums", "money", _("Por conta: depósitos, apostas, prémios, levantamentos.")),
        (18, "system-errors", "play", _("Erros do sistema: causa e solução.")),
        (19, "complaints", "cases", _("O registo de reclamações.")),
        (20, "bets", "play", _("O registo de apostas.")),
        (21, "reconciliation", "proof", _("A reconciliação completa.")),
    )
)
