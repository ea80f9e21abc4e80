"""The law: registration, account, limits, exclusion (PT-01 to PT-31)."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from casino.conformance.row import Row

_REGISTER: Final = "integration/players/players_registration"
_ENTRY: Final = "integration/portal/signing_in"
_LIMITS: Final = "integration/players/limits"
_DUTIES: Final = "integration/players/exclusion_duties"
_REGULATOR: Final = _("Ficheiros e ligações ao regulador: capítulo próprio, ainda por construir (I4, I5).")

PLAYER: Final = (
    Row(
        "PT-01",
        _("Os dez dados do registo."),
        ("players.details", "players.operations.registration"),
        (
            f"{_REGISTER}:everything_registered_is_kept_with_its_moment_and_origin",
            "unit/players/players_details:each_field_has_its_flaw",
        ),
        ("portal:register",),
        ("players",),
    ),
    Row(
        "PT-02",
        _("Identidade verificada antes de jogar."),
        ("players.identity", "players.operations.identity"),
        (
            f"{_REGISTER}:whom_the_register_does_not_bear_out_does_not_play_for_money",
            f"{_REGISTER}:a_slow_register_is_asked_again_and_a_silent_one_waits",
        ),
        ("portal:identity",),
        ("registrations",),
    ),
    Row(
        "PT-03",
        _("Só a partir dos 18 anos."),
        ("players.details",),
        (
            "integration/players/players_accounts:eighteen_today_is_old_enough",
            "integration/players/players_accounts:eighteen_is_counted_in_lisbon",
        ),
        ("portal:register",),
    ),
    Row(
        "PT-04",
        _("Um registo e uma conta por pessoa."),
        ("players.models.registration",),
        (
            f"{_REGISTER}:a_second_account_of_the_same_person_is_refused_and_leaves_nothing",
            f"{_REGISTER}:one_person_registering_from_six_windows_is_registered_once",
        ),
        ("portal:register",),
    ),
    Row(
        "PT-05",
        _("O saldo nunca é negativo."),
        ("wallet.models",),
        (
            "integration/wallet/wallet_guards:a_balance_is_never_negative",
            "integration/tables/races:thirty_two_bets_with_funds_for_one",
        ),
        ("portal:wallet",),
    ),
    Row(
        "PT-06",
        _("Não há transferências entre jogadores."),
        ("wallet.chart",),
        ("integration/wallet/wallet_guards:player_to_player_is_refused",),
    ),
    Row(
        "PT-07",
        _("Por morte, o saldo vai para quem tem direito."),
        ("players.operations.own_data",),
        ("integration/portal/own_data:after_a_death_nobody_signs_in_and_staff_pay",),
        ("backoffice:data_requests",),
        ("account-endings",),
    ),
    Row(
        "PT-08",
        _("A exclusão verifica-se no registo e em cada entrada, e guarda-se."),
        ("players.operations.standing",),
        (
            f"{_REGISTER}:everything_registered_is_kept_with_its_moment_and_origin",
            f"{_ENTRY}:a_right_password_signs_in_and_is_kept_with_device_and_check",
        ),
        ("portal:security",),
    ),
    Row(
        "PT-09",
        _("À entrada mostra-se a entrada anterior."),
        ("casino.portal.views.sign_in",),
        (f"{_ENTRY}:the_one_before_is_shown_and_the_excluded_may_look",),
        ("portal:security",),
    ),
    Row(
        "PT-10",
        _("Histórico e extrato."),
        ("wallet.queries",),
        ("integration/portal/portal_cashier:the_statement_adds_up_on_screen_and_in_files",),
        ("portal:statement", "portal:rounds"),
        ("account-sums",),
    ),
    Row(
        "PT-11",
        _("A aposta debita-se e o prémio credita-se no mesmo instante."),
        ("tables.operations.slip_writing", "tables.operations.paying"),
        ("integration/tables/bets:stake_leaves_the_player_at_once", "faults/dealer:killed_within_the_settlement"),
    ),
    Row(
        "PT-12",
        _("Depósitos por meios eletrónicos em nome próprio, com custos à vista."),
        ("players.operations.cashier.deposits",),
        (
            "integration/players/cashier_deposits:money_that_is_not_what_was_asked_for_goes_back",
            "integration/players/cashier_deposits:an_instrument_is_one_persons",
        ),
        ("portal:deposit",),
        ("deposits",),
    ),
    Row(
        "PT-13",
        _("Levantamentos só para o meio que depositou, depois de verificado."),
        ("players.operations.cashier.withdrawals",),
        ("integration/players/cashier_withdrawals:who_may_not_be_paid_and_where_to",),
        ("portal:withdrawal",),
        ("withdrawals",),
    ),
    Row("PT-14", _("Bónus."), apart=_("A casa não dá bónus: trazem dano ou disputas, e a lei não os pede.")),
    Row(
        "PT-15",
        _("Condições aceites antes de jogar a dinheiro, por versão."),
        ("players.operations.terms",),
        (
            f"{_REGISTER}:a_new_version_of_the_terms_asks_again",
            f"{_ENTRY}:terms_are_read_by_everybody_and_accepted_by_players",
        ),
        ("portal:terms", "portal:accept_terms"),
    ),
    Row(
        "PT-16",
        _("Pessoas impedidas; quem trabalha na casa não joga."),
        ("players.operations.prohibitions", "players.operations.identity", "players.operations.employment"),
        (
            f"{_REGISTER}:whoever_enters_the_register_of_the_prohibited_plays_no_more",
            "integration/players/staff_by_two:a_member_of_staff_does_not_register",
            "integration/players/staff_by_two:a_player_who_is_taken_on_is_closed_told_and_owed",
            "integration/tables/bets:staff_never_play",
            "integration/backoffice/backoffice_prohibitions:entered_masked_found_and_lifted",
        ),
        ("backoffice:prohibitions", "backoffice:staff_proposals"),
        ("barred-players",),
    ),
    Row(
        "PT-17",
        _("Registo das mudanças de dados e palavras-passe."),
        ("players.models.registration",),
        (f"{_ENTRY}:the_payment_account_changes_and_is_noted",),
        ("portal:security", "backoffice:audit"),
        ("significant-events",),
    ),
    Row(
        "PT-18",
        _("Contas criadas e desativadas com motivo e autor."),
        ("players.operations.accounts",),
        (
            "integration/players/players_accounts:a_suspension_is_accounted_for",
            "integration/backoffice/backoffice_players:suspending_and_reinstating_with_reasons",
        ),
        ("backoffice:player",),
        ("accounts",),
    ),
    Row(
        "PT-19",
        _("A suspensão vale de imediato para apostas e depósitos."),
        ("players.gates",),
        (
            "integration/tables/bets:suspended_in_the_middle_of_a_session",
            "integration/tables/races:bets_against_a_suspension",
        ),
        ("backoffice:player",),
        ("barred-players",),
    ),
    Row(
        "PT-20",
        _("Procedimentos de registo e conta do Regulamento 836/2015."),
        apart=_("O texto dos artigos não foi encontrado; os prazos são configuráveis."),
    ),
    Row(
        "PT-21",
        _("Limites de depósito por dia, semana e mês."),
        ("players.operations.limits", "players.rooms"),
        (f"{_LIMITS}:deposits_count_gross_and_pending_ones_too", f"{_LIMITS}:spans_end_at_midnight_in_lisbon"),
        ("portal:limits",),
        ("limits",),
    ),
    Row(
        "PT-22",
        _("Limites de apostas por dia, semana e mês."),
        ("players.rooms", "players.gates"),
        (
            "integration/tables/bets:more_than_they_leave_says_the_most",
            "integration/players/limit_counting:counting_agrees_with_a_plain_reckoning",
        ),
        ("portal:limits",),
        ("limits",),
    ),
    Row(
        "PT-23",
        _("Baixar um limite vale de imediato."),
        ("players.operations.limits",),
        (f"{_LIMITS}:a_first_limit_and_a_lower_one_hold_at_once",),
        ("portal:limits",),
    ),
    Row(
        "PT-24",
        _("Subir ou tirar um limite espera 24 horas."),
        ("players.operations.limits",),
        (
            f"{_LIMITS}:a_higher_limit_or_none_waits_a_day_and_for_its_confirmation",
            f"{_LIMITS}:the_database_knows_the_24_hours_too",
            "functional/protection_journeys:a_limit_is_raised_over_a_day",
        ),
        ("portal:limits",),
    ),
    Row(
        "PT-25",
        _("Pausa, exclusão de pelo menos 3 meses, exclusão sem fim."),
        ("players.operations.exclusion",),
        (
            "integration/portal/portal_protection:a_break_begins_with_one_press_and_money_can_still_leave",
            "integration/players/players_gates:exclusions_are_refused_with_a_reason",
        ),
        ("portal:breaks",),
        ("barred-players",),
    ),
    Row(
        "PT-26",
        _("O fim pedido: um mês depois do aviso, nunca antes de três."),
        ("players.calendar",),
        (
            f"{_DUTIES}:the_vectors_of_the_law",
            "integration/players/reopening:the_way_back_opens_with_the_vectors_of_the_law",
            "unit/players/players_calendar:an_exclusion_ends_a_month_after_notice_but_not_before_three",
        ),
        ("portal:breaks",),
    ),
    Row(
        "PT-27",
        _("Vale de imediato; pode-se levantar; diz-se onde há ajuda."),
        ("players.gates",),
        (
            "functional/protection_journeys:an_exclusion_amid_a_session_closes_every_window",
            "integration/players/protection_database:raw_lines_are_refused_from_beginning_to_end",
        ),
        ("portal:breaks",),
    ),
    Row(
        "PT-28",
        _("Exclusão sem fim: encerra-se a conta e devolve-se o saldo."),
        ("players.operations.closing", "players.operations.reopening"),
        (
            "integration/players/reopening:it_closes_the_account_and_owes_the_balance_once",
            "integration/portal/payouts:a_closed_accounts_balance_arrives_at_the_bank_that_funded_it",
            "functional/protection_journeys:an_exclusion_without_end_closes_the_account_and_leaves_a_way_back",
        ),
        ("portal:breaks", "portal:reopen_account"),
        ("account-endings",),
    ),
    Row(
        "PT-29",
        _("O regulador sabe de cada exclusão em 24 horas."),
        ("players.operations.duties",),
        (f"{_DUTIES}:every_exclusion_and_every_early_end_is_owed_to_the_regulator_within_a_day",),
        ("backoffice:deadlines",),
    ),
    Row(
        "PT-30",
        _("A lista nacional de excluídos."),
        ("players.operations.national", "players.national_list", "players.queries.adapters"),
        (
            f"{_DUTIES}:the_national_list_bars_and_frees_by_its_own_word",
            "integration/players/national_list:the_regulators_own_messages_are_read",
            "integration/players/national_list:a_strangers_number_bars_nobody",
            "integration/portal/national_pushes:a_push_bars_in_the_middle_of_a_session_and_frees_again",
            "integration/backoffice/silence:a_list_that_cannot_be_had_is_told_and_opens_one_incident",
        ),
        ("backoffice:protection", "backoffice:deadlines"),
        ("barred-players",),
    ),
    Row("PT-31", _("O registo EXCL do regulador."), apart=_REGULATOR),
)
