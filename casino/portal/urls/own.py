"""What belongs to the person: sessions, rounds, receipts, own data."""

from django.urls import URLPattern, path

from casino.portal.views import history, record

urlpatterns: list[URLPattern] = [
    path("sessoes/", history.sessions, name="sessions"),
    path("sessoes/ficheiro/<slug:form>/", history.sessions_file, name="sessions_file"),
    path("jogadas/", history.rounds, name="rounds"),
    path("jogadas/ficheiro/<slug:form>/", history.rounds_file, name="rounds_file"),
    path("jogadas/<slug:code>/recibos/<slug:number>/", history.receipt, name="receipt"),
    path("sessoes/<uuid:code>/", record.session, name="session"),
    path("sessoes/<uuid:code>/resumo.txt", record.session_text, name="session_text"),
    path("sessoes/<uuid:code>/resumo.csv", record.session_csv, name="session_csv"),
]
