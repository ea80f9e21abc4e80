"""Pages of the player's own: sessions, rounds, receipts, personal data."""

from django.urls import URLPattern, path

from casino.portal.views import account_home, contact_details, first_steps, history, personal_data, record, reopening

urlpatterns: list[URLPattern] = [
    path("conta/", account_home.account, name="account"),
    path("conta/comecar/", first_steps.first_steps, name="first_steps"),
    path("conta/contactos/", contact_details.contact_details, name="contact_details"),
    path("conta/dados/", personal_data.personal_data, name="personal_data"),
    path("conta/dados/pedir/", personal_data.ask_export, name="ask_export"),
    path("conta/dados/<uuid:code>.zip", personal_data.fetch_export, name="fetch_export"),
    path("conta/dados/corrigir/", personal_data.ask_rectification, name="ask_rectification"),
    path("conta/fechar/", personal_data.close_account, name="close_account"),
    path("conta/reabrir/", reopening.reopen_account, name="reopen_account"),
    path("sessoes/", history.sessions, name="sessions"),
    path("sessoes/ficheiro/<slug:form>/", history.sessions_file, name="sessions_file"),
    path("jogadas/", history.rounds, name="rounds"),
    path("jogadas/ficheiro/<slug:form>/", history.rounds_file, name="rounds_file"),
    path("jogadas/<slug:code>/recibos/<slug:number>/", history.receipt, name="receipt"),
    path("sessoes/<uuid:code>/", record.session, name="session"),
    path("sessoes/<uuid:code>/resumo.txt", record.session_text, name="session_text"),
    path("sessoes/<uuid:code>/resumo.csv", record.session_csv, name="session_csv"),
]
