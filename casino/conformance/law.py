"""The rows of the law and its technical regulation: PT-01 to PT-85, and the reports it asks for, PT-R01 to PT-R21."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from casino.conformance.row import Row

_REGISTER: Final = "integration/players/players_registration"
_ENTRY: Final = "integration/portal/signing_in"
_LIMITS: Final = "integration/players/limits"
_DUTIES: Final = "integration/players/exclusion_duties"
_CATALOGUE: Final = "integration/reporting/reporting_catalogue"
_FIVE: Final = f"{_CATALOGUE}:every_report_says_the_same_in_five_formats_and_meets_the_ledger"
_INFORMED: Final = "integration/portal/information_pages"
_REGULATOR: Final = _("Ficheiros e ligações ao regulador: capítulo próprio, ainda por construir (I4, I5).")
_OPERATOR: Final = _("É do operador: contratos, auditorias e infraestrutura, fora deste programa.")

PLAYER: Final = (
    Row("PT-01", _("Os dez dados do registo."), ("players.details", "players.operations.registration"), (f"{_REGISTER}:everything_registered_is_kept_with_its_moment_and_origin", "unit/players/players_details:each_field_has_its_flaw"), ("portal:register",), ("players",)),
    Row("PT-02", _("Identidade verificada antes de jogar."), ("players.identity", "players.operations.identity"), (f"{_REGISTER}:whom_the_register_does_not_bear_out_does_not_play_for_money", f"{_REGISTER}:a_slow_register_is_asked_again_and_a_silent_one_waits"), ("portal:identity",), ("registrations",)),
    Row("PT-03", _("Só a partir dos 18 anos."), ("players.details",), ("integration/players/players_accounts:eighteen_today_is_old_enough", "integration/players/players_accounts:eighteen_is_counted_in_lisbon"), ("portal:register",)),
    Row("PT-04", _("Um registo e uma conta por pessoa."), ("players.models.registration",), (f"{_REGISTER}:a_second_account_of_the_same_person_is_refused_and_leaves_nothing", f"{_REGISTER}:one_person_registering_from_six_windows_is_registered_once"), ("portal:register",)),
    Row("PT-05", _("O saldo nunca é negativo."), ("wallet.models",), ("integration/wallet/wallet_guards:a_balance_is_never_negative", "integration/tables/races:thirty_two_bets_with_funds_for_one"), ("portal:wallet",)),
    Row("PT-06", _("Não há transferências entre jogadores."), ("wallet.chart",), ("integration/wallet/wallet_guards:player_to_player_is_refused",)),
    Row("PT-07", _("Por morte, o saldo vai para quem tem direito."), ("players.operations.own_data",), ("integration/portal/own_data:after_a_death_nobody_signs_in_and_staff_pay",), ("backoffice:data_requests",), ("account-endings",)),
    Row("PT-08", _("A exclusão verifica-se no registo e em cada entrada, e guarda-se."), ("players.operations.standing",), (f"{_ENTRY}:a_right_password_signs_in_and_is_kept_with_device_and_check",), ("portal:security",)),
    Row("PT-09", _("À entrada mostra-se a entrada anterior."), ("casino.portal.views.sign_in",), (f"{_ENTRY}:the_one_before_is_shown_and_the_excluded_may_look",), ("portal:security",)),
    Row("PT-10", _("Histórico e extrato."), ("wallet.queries",), ("integration/portal/portal_cashier:the_statement_adds_up_on_screen_and_in_files",), ("portal:statement", "portal:rounds"), ("account-sums",)),
    Row("PT-11", _("A aposta debita-se e o prémio credita-se no mesmo instante."), ("tables.operations.slip_writing", "tables.operations.paying"), ("integration/tables/bets:stake_leaves_the_player_at_once", "faults/dealer:killed_within_the_settlement")),
    Row("PT-12", _("Depósitos por meios eletrónicos em nome próprio, com custos à vista."), ("players.operations.cashier.deposits",), ("integration/players/cashier_deposits:money_that_is_not_what_was_asked_for_goes_back", "integration/players/cashier_deposits:an_instrument_is_one_persons"), ("portal:deposit",), ("deposits",)),
    Row("PT-13", _("Levantamentos só para o meio que depositou, depois de verificado."), ("players.operations.cashier.withdrawals",), ("integration/players/cashier_withdrawals:who_may_not_be_paid_and_where_to",), ("portal:withdrawal",), ("withdrawals",)),
    Row("PT-14", _("Bónus."), apart=_("A casa não dá bónus: vendem dano ou disputas, e a lei não os pede.")),
    Row("PT-15", _("Condições aceites antes de jogar a dinheiro, por versão."), ("players.operations.terms",), (f"{_REGISTER}:a_new_version_of_the_terms_asks_again", f"{_ENTRY}:terms_are_read_by_everybody_and_accepted_by_players"), ("portal:terms", "portal:accept_terms")),
    Row("PT-16", _("Pessoas impedidas; quem trabalha na casa não joga."), ("players.operations.identity", "players.roles"), (f"{_REGISTER}:whoever_enters_the_register_of_the_prohibited_plays_no_more", "integration/tables/bets:staff_never_play"), (), ("barred-players",)),
    Row("PT-17", _("Registo das mudanças de dados e palavras-passe."), ("players.models.registration",), (f"{_ENTRY}:the_payment_account_changes_and_is_noted",), ("portal:security", "backoffice:audit"), ("significant-events",)),
    Row("PT-18", _("Contas criadas e desativadas com motivo e autor."), ("players.operations.accounts",), ("integration/players/players_accounts:a_suspension_is_accounted_for", "integration/backoffice/backoffice_players:suspending_and_reinstating_with_reasons"), ("backoffice:player",), ("accounts",)),
    Row("PT-19", _("A suspensão vale de imediato para apostas e depósitos."), ("players.gates",), ("integration/tables/bets:suspended_in_the_middle_of_a_session", "integration/tables/races:bets_against_a_suspension"), ("backoffice:player",), ("barred-players",)),
    Row("PT-20", _("Procedimentos de registo e conta do Regulamento 836/2015."), apart=_("O texto dos artigos não foi encontrado; os prazos são configuráveis.")),
    Row("PT-21", _("Limites de depósito por dia, semana e mês."), ("players.operations.limits", "players.rooms"), (f"{_LIMITS}:deposits_count_gross_and_pending_ones_too", f"{_LIMITS}:spans_end_at_midnight_in_lisbon"), ("portal:limits",), ("limits",)),
    Row("PT-22", _("Limites de apostas por dia, semana e mês."), ("players.rooms", "players.gates"), ("integration/tables/bets:more_than_they_leave_says_the_most", "integration/players/limit_counting:counting_agrees_with_a_plain_reckoning"), ("portal:limits",), ("limits",)),
    Row("PT-23", _("Baixar um limite vale de imediato."), ("players.operations.limits",), (f"{_LIMITS}:a_first_limit_and_a_lower_one_hold_at_once",), ("portal:limits",)),
    Row("PT-24", _("Subir ou tirar um limite espera 24 horas."), ("players.operations.limits",), (f"{_LIMITS}:a_higher_limit_or_none_waits_a_day_and_for_its_confirmation", f"{_LIMITS}:the_database_knows_the_24_hours_too", "functional/protection_journeys:a_limit_is_raised_over_a_day"), ("portal:limits",)),
    Row("PT-25", _("Pausa, exclusão de pelo menos 3 meses, exclusão sem fim."), ("players.operations.exclusion",), ("integration/portal/portal_protection:a_break_begins_with_one_press_and_money_can_still_leave", "integration/players/players_gates:exclusions_are_refused_with_a_reason"), ("portal:breaks",), ("barred-players",)),
    Row("PT-26", _("O fim pedido: um mês depois do aviso, nunca antes de três."), ("players.calendar",), (f"{_DUTIES}:the_vectors_of_the_law", "unit/players/players_calendar:an_exclusion_ends_a_month_after_notice_but_not_before_three"), ("portal:breaks",)),
    Row("PT-27", _("Vale de imediato; pode-se levantar; diz-se onde há ajuda."), ("players.gates",), ("functional/protection_journeys:an_exclusion_amid_a_session_closes_every_window", "integration/players/protection_database:raw_lines_are_refused_from_beginning_to_end"), ("portal:breaks",)),
    Row("PT-28", _("Exclusão sem fim: encerra-se a conta e devolve-se o saldo."), ("players.operations.aftermath",), (f"{_DUTIES}:an_exclusion_without_end_owes_the_balance_until_it_is_paid",), ("portal:breaks",), ("account-endings",)),
    Row("PT-29", _("O regulador sabe de cada exclusão em 24 horas."), ("players.operations.duties",), (f"{_DUTIES}:every_exclusion_and_every_early_end_is_owed_to_the_regulator_within_a_day",), ("backoffice:deadlines",)),
    Row("PT-30", _("A lista nacional de excluídos."), ("players.operations.national",), (f"{_DUTIES}:the_national_list_bars_and_frees_by_its_own_word",), (), ("barred-players",)),
    Row("PT-31", _("O registo EXCL do regulador."), apart=_REGULATOR),
)

PLAY: Final = (
    Row("PT-32", _("Pelo menos três segundos para decidir."), ("tables.terms",), ("integration/tables/individual_tables:terms_that_cannot_stand_name_their_field",), ("backoffice:draft",)),
    Row("PT-33", _("Toques repetidos não contam duas vezes."), ("tables.operations.bets",), ("integration/tables/bets:repeat_gets_the_first_answer", "integration/tables/races:one_key_in_flight_many_times"), ("portal:table",)),
    Row("PT-34", _("O relógio do tempo de jogo."), ("static/js/table/bar.js",), ("unit/casino/table_scripts_words:the_clock_follows_the_quickest_pings_whatever_the_player_s_own_says",), ("portal:table",)),
    Row("PT-35", _("Nome, saldo, aposta, mínimo, máximo e prémios em cada página de jogo."), ("casino.portal.cards",), ("functional/table_journeys:every_kind_of_table", "unit/casino/portal_pages:odds_are_written_with_what_they_pay"), ("portal:table",)),
    Row("PT-36", _("Português de base; as mesmas regras em todas as línguas."), ("casino.texts",), ("architecture/documents:every_text_is_translated", "architecture/documents:translations_keep_their_placeholders"), ("portal:rules",)),
    Row("PT-37", _("Regras disponíveis sem jogar, fixas durante cada jogada."), ("tables.operations.rounds",), ("integration/tables/bets:new_configuration_applies_from_the_next_round", "integration/portal/rules_page:the_page_says_what_the_game_does"), ("portal:rules",)),
    Row("PT-38", _("Nada além do acaso decide o resultado."), ("baccarat.shoe",), ("unit/baccarat/shoe_and_proof:every_order_is_equally_likely", "unit/baccarat/shoe_and_proof:choices_are_by_rejection"), ("portal:fairness",)),
    Row("PT-39", _("A demonstração tem o mesmo jogo e as mesmas probabilidades."), ("tables.operations.bets",), ("integration/tables/bets:play_money_pays_play_money",), ("portal:lobby",)),
    Row("PT-40", _("Só há nova jogada depois de acabada a anterior."), ("tables.models",), ("unit/baccarat/regulation_812:r29_a_round_ends_once", "faults/teeth:a_round_cannot_be_settled_twice")),
    Row("PT-41", _("Rever a última jogada."), ("tables.queries.personal",), ("integration/portal/own_records:rounds_are_listed_newest_first_with_the_sums_of_the_period",), ("portal:table", "portal:rounds")),
    Row("PT-42", _("Jogadas por acabar: mostram-se ao voltar, resolvem-se em 90 dias."), ("tables.queries.unfinished",), ("integration/backoffice/backoffice_deadlines:a_round_that_hangs_is_on_the_board", "integration/tables/sockets:coming_back_finds_the_round_and_what_was_missed"), ("backoffice:deadlines", "portal:wallet")),
    Row("PT-43", _("O aviso de erro que anula apostas e pagamentos."), ("static/js/table/said.js",), ("functional/table_states:a_pause_a_void_a_stop_and_the_last_round",), ("portal:table",)),
    Row("PT-44", _("Parar tudo, um jogo ou um jogador, já e com registo."), ("tables.operations.stops", "players.operations.accounts"), ("integration/backoffice/backoffice_stops:a_round_in_play_is_finished_and_no_other_begins", "integration/backoffice/backoffice_stops:one_game_is_stopped_and_the_others_go_on"), ("backoffice:stop_play",), ("significant-events",)),
    Row("PT-45", _("Informação de jogo responsável em todas as páginas."), ("casino.portal.information",), (f"{_INFORMED}:every_page_leads_to_help_and_says_who_runs_the_house", f"{_INFORMED}:each_page_is_whole"), ("portal:safer_play",)),
    Row("PT-46", _("Licença, regulador e contactos na entrada."), ("casino.context",), (f"{_INFORMED}:the_houses_facts_are_checked_at_the_start",), ("portal:licence",)),
    Row("PT-47", _("Direitos, regras, meios de pagamento, prémios, acesso aos dados."), ("casino.portal.information",), (f"{_INFORMED}:each_page_is_whole",), ("portal:rights", "portal:fees")),
    Row("PT-48", _("Domínio .pt e desvio de endereços portugueses."), apart=_OPERATOR),
    Row("PT-49", _("As regras só se aplicam depois de aprovadas, e publicam-se."), ("tables.operations.configurations",), ("integration/backoffice/backoffice_configurations:a_draft_approved_by_another_applies_from_the_next_round", "integration/backoffice/backoffice_configurations:an_approval_needs_the_regulators_reference"), ("backoffice:decisions", "portal:rules"), ("paytables",)),
    Row("PT-50", _("Padrões de conluio e programas que jogam sozinhos."), ("reporting.catalogue.money",), (_FIVE,), (), ("pattern-deviations",)),
    Row("PT-51", _("O registo de cada sessão."), ("tables.queries.history",), (_FIVE,), ("portal:session",), ("player-sessions",)),
    Row("PT-52", _("O registo de cada jogo jogado."), ("reporting.catalogue.play",), (_FIVE,), ("backoffice:round",), ("player-games", "rounds")),
    Row("PT-53", _("Os acontecimentos relevantes."), ("reporting.catalogue.play",), (_FIVE,), (), ("significant-events",)),
    Row("PT-54", _("O registo de cada aposta."), ("reporting.catalogue.play",), (_FIVE,), ("portal:receipt",), ("bets",)),
    Row("PT-55", _("Os registos só se acrescentam."), ("wallet.migrations.0002_append_only", "players.migrations.0010_watched"), ("integration/wallet/wallet_guards:what_is_written_stays", "integration/backoffice/backoffice_audit:the_trail_cannot_be_changed"), ("backoffice:audit",)),
    Row("PT-56", _("Dez anos de conservação."), ("players.operations.own_data",), ("integration/portal/own_data:every_table_that_names_a_person_is_told_or_withheld_with_a_reason",), ("portal:own_data",)),
    Row("PT-57", _("A hora legal de Portugal continental."), ("players.calendar", "reporting.figures"), ("unit/reporting/reporting_figures:a_gaming_day_is_the_civil_day_of_lisbon", "unit/reporting/reporting_figures:the_hour_that_comes_twice_is_told_apart_in_every_format"), ("backoffice:reports",), ("daily",)),
)

HOUSE: Final = (
    *(Row(f"PT-{number}", text, apart=_REGULATOR) for number, text in (
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
    )),
    Row("PT-70", _("Tipos de documento e nacionalidades."), ("players.models.registration", "players.countries"), ("unit/players/players_details:every_country_has_a_name_in_each_language",), ("portal:register",)),
    Row("PT-71", _("Ficheiros assinados, comprimidos e cifrados."), apart=_REGULATOR),
    Row("PT-72", _("Parar o jogo quando a ligação ao regulador falha."), apart=_REGULATOR),
    Row("PT-73", _("Extrações pedidas pelo regulador."), ("reporting.catalogue.definition",), (f"{_CATALOGUE}:filters_are_in_the_file_and_leave_the_rest_out",), ("backoffice:catalogue",)),
    Row("PT-74", _("Indicadores, alertas e incidentes."), ("tables.operations.incidents", "baccarat.drift"), ("integration/tables/incidents:a_stuck_table_is_one_incident_however_often_it_is_looked_at", "unit/baccarat/drift:a_fault_is_seen"), ("backoffice:incidents", "backoffice:floor"), ("system-errors",)),
    Row("PT-75", _("Gestão de mudanças com registo de componentes."), apart=_OPERATOR),
    Row("PT-76", _("Testes de segurança anuais."), apart=_OPERATOR),
    Row("PT-77", _("O registo de reclamações, com desfecho exato."), ("players.operations.complaints",), ("integration/players/complaints:the_outcome_stands_at_once_without_money", "integration/players/complaints:the_database_knows_no_outcome_without_its_decision"), ("backoffice:complaints",), ("complaints",)),
    Row("PT-78", _("Como reclamar, antes, durante e depois do jogo."), ("casino.portal.information",), ("integration/portal/portal_complaints:a_complaint_from_every_place_has_its_subject",), ("portal:how_to_complain", "portal:complain")),
    Row("PT-79", _("Resposta em 15 dias úteis; o livro de reclamações."), ("players.calendar",), ("unit/players/players_calendar:working_days_leave_out_weekends_and_portugals_holidays", "integration/players/complaints:the_clock_reminds_escalates_and_names_the_alternative_once"), ("backoffice:deadlines", "portal:how_to_complain"), ("complaints",)),
    Row("PT-80", _("A correspondência guarda-se."), ("players.models.complaints",), ("integration/players/complaints:the_database_keeps_what_was_said_and_done",), ("backoffice:complaint",)),
    Row("PT-81", _("Um prazo próprio do regulador para reclamações."), apart=_("Não foi encontrado na lei; o prazo é configurável.")),
    Row("PT-82", _("A receita bruta: apostas menos prémios."), ("reporting.figures",), ("unit/reporting/reporting_figures:commission_is_inside_the_gross_revenue_and_money_never_meets_play_money",), ("backoffice:report",), ("daily",)),
    Row("PT-83", _("A taxa do imposto, com data."), ("reporting.tax",), ("integration/backoffice/backoffice_catalogue:a_new_rate_counts_from_its_day",), ("backoffice:reports",)),
    Row("PT-84", _("A comissão está dentro da receita bruta, nunca se soma outra vez."), ("reporting.figures",), ("integration/backoffice/backoffice_catalogue:the_tax_is_a_quarter_of_the_gross_revenue_and_commission_is_not_added_again",), ("backoffice:reports",), ("daily",)),
    Row("PT-85", _("O imposto apura-se por mês."), ("reporting.tax",), ("integration/backoffice/backoffice_catalogue:the_drawings_and_the_tax_are_there_with_their_tables",), ("backoffice:reports",)),
)

REPORTS: Final = tuple(
    Row(f"PT-R{number:02d}", text, (f"reporting.catalogue.{module}",), (_FIVE,), ("backoffice:catalogue",), (name,))
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

LAW: Final = (*PLAYER, *PLAY, *HOUSE, *REPORTS)
