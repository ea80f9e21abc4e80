"""Pages open to all: responsible play, the game and its odds, licence, fees, how to complain."""

from django.urls import URLPattern, path

from casino.portal.views import information

urlpatterns: list[URLPattern] = [
    path("jogo-responsavel/", information.safer_play, name="safer_play"),
    path("jogo-responsavel/teste/", information.self_test, name="self_test"),
    path("ajuda/", information.help_home, name="help"),
    path("ajuda/como-se-joga/", information.how_to_play, name="how_to_play"),
    path("regras/", information.all_rules, name="all_rules"),
    path("ajuda/jogo-justo/", information.fairness, name="fairness"),
    path("ajuda/conta-segura/", information.safe_account, name="safe_account"),
    path("ajuda/pagamentos/", information.fees, name="fees"),
    path("ajuda/reclamar/", information.how_to_complain, name="how_to_complain"),
    path("ajuda/direitos/", information.rights, name="rights"),
    path("ajuda/licenca/marca/", information.supervisor_mark, name="supervisor_mark"),
    path("ajuda/licenca/", information.licence, name="licence"),
]
