"""The law: play, information, records (PT-32 to PT-57)."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from casino.conformance.row import Row

_CATALOGUE: Final = "integration/reporting/reporting_catalogue"
_CONTENTS: Final = "integration/reporting/reporting_contents"
_PLAYED: Final = f"{_CONTENTS}:what_was_played_by_bet_account_and_round"
_FIVE: Final = f"{_CATALOGUE}:every_report_says_the_same_in_five_formats_and_meets_the_ledger"
_INFORMED: Final = "integration/portal/information_pages"
_OPERATOR: Final = _("É do operador: contratos, auditorias e infraestrutura, fora deste programa.")

PLAY: Final = (
    Row(
        "PT-32",
        _("Pelo menos três segundos para decidir."),
        ("tables.terms",),
        ("integration/tables/individual_tables:terms_that_cannot_stand_name_their_field",),
        ("backoffice:draft",),
    ),
    Row(
        "PT-33",
        _("Toques repetidos não contam duas vezes."),
        ("tables.operations.bets",),
        (
            "integration/tables/bets:repeat_gets_the_first_answer",
            "integration/tables/races:one_key_in_flight_many_times",
        ),
        ("portal:table",),
    ),
    Row(
        "PT-34",
        _("O relógio do tempo de jogo."),
        ("static/js/table/bar.js",),
        (
            "unit/casino/table_scripts_words:the_time_at_the_table_is_told_to_the_second",
            "unit/casino/table_scripts_words:the_clock_follows_the_quickest_pings_whatever_the_player_s_own_says",
        ),
        ("portal:table",),
    ),
    Row(
        "PT-35",
        _("Nome, saldo, aposta, mínimo, máximo e prémios em cada página de jogo."),
        ("casino.portal.cards",),
        (
            "functional/table_journeys:every_kind_of_table",
            "unit/casino/portal_pages:odds_are_written_with_what_they_pay",
        ),
        ("portal:table",),
    ),
    Row(
        "PT-36",
        _("Português de base; as mesmas regras em todas as línguas."),
        ("casino.texts",),
        (
            "architecture/documents:every_text_is_translated",
            "architecture/documents:translations_keep_their_placeholders",
            "integration/portal/three_languages:the_rules_are_the_same_in_every_language",
            "integration/portal/three_languages:every_version_of_the_terms_has_the_same_clauses_in_each_of_its_languages",
        ),
        ("portal:rules", "portal:terms"),
    ),
    Row(
        "PT-37",
        _("Regras disponíveis sem jogar, fixas durante cada jogada."),
        ("tables.operations.rounds",),
        (
            "integration/tables/bets:new_configuration_applies_from_the_next_round",
            "integration/portal/rules_page:the_page_says_what_the_game_does",
        ),
        ("portal:rules",),
    ),
    Row(
        "PT-38",
        _("Nada além do acaso decide o resultado."),
        ("baccarat.shoe",),
        (
            "unit/baccarat/shoe_and_proof:every_order_is_equally_likely",
            "unit/baccarat/shoe_and_proof:choices_are_by_rejection",
        ),
        ("portal:fairness",),
    ),
    Row(
        "PT-39",
        _("A demonstração tem o mesmo jogo e as mesmas probabilidades."),
        ("tables.operations.bets",),
        ("integration/tables/bets:play_money_pays_play_money",),
        ("portal:lobby",),
    ),
    Row(
        "PT-40",
        _("Só há nova jogada depois de acabada a anterior."),
        ("tables.models",),
        (
            "integration/tables/one_round_for_all:no_round_begins_before_the_last_is_finished_whoever_tries",
            "faults/teeth:a_round_cannot_be_settled_twice",
        ),
    ),
    Row(
        "PT-41",
        _("Rever a última jogada."),
        ("tables.queries.personal",),
        ("integration/portal/own_records:rounds_are_listed_newest_first_with_the_sums_of_the_period",),
        ("portal:table", "portal:rounds"),
    ),
    Row(
        "PT-42",
        _("Jogadas por acabar: mostram-se ao voltar, resolvem-se em 90 dias."),
        ("tables.queries.unfinished",),
        (
            "integration/backoffice/backoffice_deadlines:a_round_that_hangs_is_on_the_board",
            "integration/tables/sockets:coming_back_finds_the_round_and_what_was_missed",
        ),
        ("backoffice:deadlines", "portal:wallet"),
    ),
    Row(
        "PT-43",
        _("O aviso de erro que anula apostas e pagamentos."),
        ("static/js/table/said.js",),
        ("functional/table_states:a_pause_a_void_a_stop_and_the_last_round",),
        ("portal:table",),
    ),
    Row(
        "PT-44",
        _("Parar tudo, um jogo ou um jogador, já e com registo."),
        ("tables.operations.stops", "players.operations.accounts"),
        (
            "integration/backoffice/backoffice_stops:a_round_in_play_is_finished_and_no_other_begins",
            "integration/backoffice/backoffice_stops:one_game_is_stopped_and_the_others_go_on",
            "integration/tables/bets:suspended_in_the_middle_of_a_session",
        ),
        ("backoffice:stop_play", "backoffice:player"),
        ("significant-events",),
    ),
    Row(
        "PT-45",
        _("Informação de jogo responsável em todas as páginas."),
        ("casino.portal.information",),
        (f"{_INFORMED}:every_page_leads_to_help_and_says_who_runs_the_house", f"{_INFORMED}:each_page_is_whole"),
        ("portal:safer_play",),
    ),
    Row(
        "PT-46",
        _("Licença, regulador e contactos na entrada."),
        ("casino.context",),
        (
            f"{_INFORMED}:every_page_leads_to_help_and_says_who_runs_the_house",
            f"{_INFORMED}:the_houses_facts_are_checked_at_the_start",
        ),
        ("portal:licence",),
    ),
    Row(
        "PT-47",
        _("Direitos, regras, meios de pagamento, prémios, acesso aos dados."),
        ("casino.portal.information",),
        (f"{_INFORMED}:each_page_is_whole",),
        ("portal:rights", "portal:fees"),
    ),
    Row("PT-48", _("Domínio .pt e desvio de endereços portugueses."), apart=_OPERATOR),
    Row(
        "PT-49",
        _("As regras só se aplicam depois de aprovadas, e publicam-se."),
        ("tables.operations.configurations",),
        (
            "integration/backoffice/backoffice_configurations:a_draft_approved_by_another_applies_from_the_next_round",
            "integration/backoffice/backoffice_configurations:an_approval_needs_the_regulators_reference",
        ),
        ("backoffice:decisions", "portal:rules"),
        ("paytables",),
    ),
    Row(
        "PT-50",
        _("Conluio e programas que jogam entre jogadores: aqui joga-se contra a casa, cada um num só lugar."),
        ("tables.operations.seats", "reporting.catalogue.money"),
        (
            "integration/tables/one_round_for_all:who_sits_somewhere_sits_nowhere_else",
            f"{_CONTENTS}:who_suddenly_stakes_three_times_as_much",
        ),
        (),
        ("pattern-deviations",),
    ),
    Row(
        "PT-51",
        _("O registo de cada sessão."),
        ("tables.queries.history",),
        (_PLAYED, _FIVE),
        ("portal:session",),
        ("player-sessions",),
    ),
    Row(
        "PT-52",
        _("O registo de cada jogo jogado."),
        ("reporting.catalogue.play",),
        (_PLAYED, _FIVE),
        ("backoffice:round",),
        ("player-games", "rounds"),
    ),
    Row(
        "PT-53",
        _("Os acontecimentos relevantes."),
        ("reporting.catalogue.play",),
        (f"{_CONTENTS}:significant_events_name_who_did_and_who_authorised", _FIVE),
        (),
        ("significant-events",),
    ),
    Row(
        "PT-54",
        _("O registo de cada aposta."),
        ("reporting.catalogue.play",),
        (_PLAYED, f"{_CONTENTS}:every_bet_has_its_name_and_its_possible_results", _FIVE),
        ("portal:receipt",),
        ("bets",),
    ),
    Row(
        "PT-55",
        _("Os registos só se acrescentam."),
        ("wallet.migrations.0002_guards", "players.migrations.0002_guards"),
        (
            "integration/wallet/wallet_guards:what_is_written_stays",
            "integration/backoffice/backoffice_audit:the_trail_cannot_be_changed",
        ),
        ("backoffice:audit",),
    ),
    Row(
        "PT-56",
        _("Dez anos de conservação."),
        ("wallet.migrations.0002_guards", "players.migrations.0002_guards"),
        (
            "integration/wallet/wallet_guards:what_is_written_stays",
            "integration/backoffice/backoffice_audit:the_trail_cannot_be_changed",
            "integration/reporting/reporting_daily:what_was_made_cannot_be_changed_or_deleted",
        ),
        ("portal:own_data",),
    ),
    Row(
        "PT-57",
        _("A hora legal de Portugal continental."),
        ("players.calendar", "reporting.figures", "tables.live.clock"),
        (
            "integration/tables/one_clock:in_time_is_the_same_for_processes_five_seconds_apart",
            "integration/tables/one_clock:a_dealer_whose_clock_is_off_does_not_deal",
            "unit/reporting/reporting_figures:a_gaming_day_is_the_civil_day_of_lisbon",
            "unit/reporting/reporting_figures:the_hour_that_comes_twice_is_told_apart_in_every_format",
        ),
        ("backoffice:reports",),
        ("daily",),
    ),
)
