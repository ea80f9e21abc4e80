"""Regulation 812/2015: the game, its bets, the cards, what wins and what it pays (R1 to R26)."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from casino.conformance.row import Row

_R812: Final = "unit/baccarat/regulation_812"
_BETS: Final = "integration/tables/bets"
_LIVE: Final = "unit/baccarat/live_text"

CARDS: Final = (
    Row(
        "R1",
        _("O jogo: ponto contra banca, mais perto de 9 ganha."),
        ("baccarat.play",),
        ("unit/baccarat/second_game:random_rounds_are_played_and_paid_alike",),
        ("portal:rules", "portal:how_to_play"),
    ),
    Row(
        "R2",
        _("Palavras: chance, jogada, sessão, baralho."),
        ("baccarat.chances",),
        ("unit/casino/portal_pages:every_chance_has_a_name",),
        ("portal:how_to_play",),
    ),
    Row(
        "R3",
        _("Joga-se contra a casa, em linha."),
        ("tables.operations.bets",),
        ("functional/table_journeys:every_kind_of_table",),
        ("portal:lobby",),
    ),
    Row(
        "R4",
        _("Mesas partilhadas e mesas individuais."),
        ("tables.operations.individual", "tables.operations.rounds"),
        ("functional/table_journeys:every_kind_of_table",),
        ("portal:lobby",),
    ),
    Row(
        "R5",
        _("O mesmo resultado vale para todos os da mesa."),
        ("tables.operations.paying",),
        (
            "integration/tables/one_round_for_all:everybody_at_the_table_has_the_same_cards_and_the_same_result",
            "integration/tables/races:several_dealers_settle_a_round_once",
        ),
        ("portal:table",),
    ),
    Row(
        "R6",
        _("Seis ou oito baralhos de 52 cartas; um a nove lugares."),
        ("baccarat.shoe", "tables.terms"),
        (f"{_R812}:r6_a_deck", "unit/baccarat/rulesets:preset_as_its_source_says"),
        ("portal:rules",),
    ),
    Row("R7", _("O valor das cartas."), ("baccarat.cards",), (f"{_R812}:r7_values",), ("portal:rules",)),
    Row(
        "R8",
        _("Da soma só contam as unidades."),
        ("baccarat.play",),
        (f"{_R812}:r8_only_the_units_count",),
        ("portal:rules",),
    ),
    Row(
        "R9",
        _("As apostas no ponto, na banca e no empate."),
        ("baccarat.chances", "baccarat.rulesets", "tables.profiles"),
        (
            f"{_R812}:r9_r10_the_felt",
            "integration/backoffice/profile:the_portuguese_profile_knows_five_bets_and_the_limits_of_the_regulation",
            "integration/backoffice/profile:nobody_drafts_a_game_outside_the_profile",
        ),
        ("portal:table", "portal:rules"),
    ),
    Row(
        "R10",
        _("As apostas nos pares, se a casa as oferecer."),
        ("baccarat.rulesets",),
        (f"{_R812}:r9_r10_the_felt", f"{_LIVE}:other_texts_close_nothing"),
        ("portal:table", "portal:rules"),
    ),
    Row("R11", _("O par do ponto."), ("baccarat.settlement",), (f"{_R812}:r11_r12_pairs",), ("portal:rules",)),
    Row(
        "R12",
        _("Par é do mesmo nome: rei com rei, nunca rei com dama."),
        ("baccarat.cards",),
        (f"{_R812}:r11_r12_pairs",),
        ("portal:rules",),
    ),
    Row(
        "R13",
        _("Ponto e banca de um jogador diferem pelo menos da aposta mínima."),
        ("baccarat.limits",),
        (
            f"{_BETS}:both_sides_of_one_player_differ_by_the_minimum",
            "unit/baccarat/limit_rules:one_chance_against_the_second_reading",
        ),
        ("portal:table",),
    ),
    Row(
        "R14",
        _("A aposta mínima, por chance."),
        ("baccarat.limits",),
        (f"{_BETS}:below_the_minimum", f"{_BETS}:taking_back_to_less_than_the_minimum"),
        ("portal:table", "backoffice:draft"),
    ),
    Row(
        "R15",
        _("Os máximos por jogador: 70, 15 e 8 vezes o mínimo."),
        ("baccarat.limits",),
        ("unit/baccarat/limit_rules:r15_multiples", "unit/baccarat/limit_rules:r15_an_operator_may_set_less"),
        ("portal:table", "backoffice:draft"),
    ),
    Row(
        "R16",
        _("As cartas só depois de fechadas as apostas."),
        ("tables.operations.rounds",),
        (
            f"{_BETS}:once_the_cards_are_out_nothing_is_in_time",
            "integration/tables/sockets:a_face_down_card_is_never_told_before_the_close",
        ),
        ("portal:table",),
    ),
    Row(
        "R17",
        _("Quatro cartas, uma a uma, começando pelo ponto."),
        ("baccarat.play",),
        (f"{_R812}:r17_the_order_of_the_cards",),
        ("portal:table",),
    ),
    Row(
        "R18",
        _("Mostram-se primeiro as do ponto."),
        ("static/js/table/show.js",),
        ("unit/casino/table_scripts:results_wait_for_the_cards",),
        ("portal:table",),
    ),
    Row(
        "R19",
        _("Com 8 ou 9 nas duas primeiras ninguém pede carta."),
        ("baccarat.draws",),
        (f"{_R812}:r19_r20_ponto_draws_on_0_to_5_unless_a_natural",),
        ("portal:rules",),
    ),
    Row(
        "R20",
        _("A tabela da terceira carta."),
        ("baccarat.draws",),
        (f"{_R812}:r20_all_110_cells", f"{_R812}:r20_as_played"),
        ("portal:rules",),
    ),
    Row(
        "R21",
        _("A terceira carta distingue-se das duas primeiras."),
        ("templates/components/hand.html",),
        ("unit/casino/portal_pages:hands_lie_as_they_were_dealt",),
        ("portal:table", "portal:round"),
    ),
    Row(
        "R22",
        _("Quem ganha: o total mais alto."),
        ("baccarat.settlement",),
        (f"{_R812}:r22_to_r25",),
        ("portal:rules",),
    ),
    Row(
        "R23",
        _("No empate devolvem-se as apostas no ponto e na banca."),
        ("baccarat.settlement",),
        (f"{_R812}:r22_to_r25", f"{_BETS}:a_tie_returns_the_sides_and_pays_empate_and_pairs"),
        ("portal:rules",),
    ),
    Row(
        "R24",
        _("Quem ganha fica com a aposta e recebe o prémio."),
        ("tables.operations.paying",),
        (f"{_R812}:r22_to_r25",),
        ("portal:session",),
    ),
    Row(
        "R25",
        _("O que cada chance paga."),
        ("baccarat.paytables",),
        (f"{_R812}:r22_to_r25", "unit/baccarat/published_figures:house_edges_of_all_fifteen"),
        ("portal:rules",),
    ),
    Row(
        "R26",
        _("A comissão sobre os prémios da banca."),
        ("baccarat.settlement",),
        (f"{_R812}:r26_commission", f"{_R812}:r26_cents_go_to_the_player"),
        ("portal:rules", "backoffice:draft"),
    ),
)
