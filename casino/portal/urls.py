"""The portal's addresses: lobby, tables, own sessions, rounds and money."""

from django.urls import path

from casino.portal.views import account, lobby, play_chips, proof, record, rules, sign_in, table

app_name = "portal"

urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("entrar/", sign_in.SignIn.as_view(), name="sign_in"),
    path("sair/", sign_in.SignOut.as_view(), name="sign_out"),
    path("mesa/<slug:code>/", table.table, name="table"),
    path("mesa/<slug:code>/fichas/", play_chips.top_up, name="top_up"),
    path("mesa/<slug:code>/regras/", rules.rules, name="rules"),
    path("sessoes/", record.sessions, name="sessions"),
    path("sessoes/<uuid:code>/", record.session, name="session"),
    path("sessoes/<uuid:code>/resumo.txt", record.session_text, name="session_text"),
    path("sessoes/<uuid:code>/resumo.csv", record.session_csv, name="session_csv"),
    path("jogadas/<slug:code>/", record.round_, name="round"),
    path("jogadas/<slug:code>/prova.json", proof.published, name="proof"),
    path("verificar/", proof.verifier, name="verifier"),
    path("verificar/<str:name>", proof.verifier_file, name="verifier_file"),
    path("carteira/", account.wallet, name="wallet"),
]
