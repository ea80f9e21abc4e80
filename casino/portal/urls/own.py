"""What belongs to the person: sessions, rounds, receipts, own data."""

from django.urls import URLPattern, path

from casino.portal.views import record

urlpatterns: list[URLPattern] = [
    path("sessoes/", record.sessions, name="sessions"),
    path("sessoes/<uuid:code>/", record.session, name="session"),
    path("sessoes/<uuid:code>/resumo.txt", record.session_text, name="session_text"),
    path("sessoes/<uuid:code>/resumo.csv", record.session_csv, name="session_csv"),
]
