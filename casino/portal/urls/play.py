"""The front page, lobby, tables, rounds, the verifier, the log."""

from django.urls import path

from casino.portal.views import front, guests, lobby, log, play_chips, proof, record, rules, table

urlpatterns = [
    path("", front.front, name="front"),
    path("mesas/", lobby.lobby, name="lobby"),
    path("mesa/<slug:code>/", table.table, name="table"),
    path("mesa/<slug:code>/pano/", front.felt, name="felt"),
    path("mesa/<slug:code>/lugar/", table.seat, name="seat"),
    path("mesa/<slug:code>/fichas/", play_chips.top_up, name="top_up"),
    path("mesa/<slug:code>/regras/", rules.rules, name="rules"),
    path("jogadas/<slug:code>/", record.round_, name="round"),
    path("jogadas/<slug:code>/guia.json", guests.guide, name="guide"),
    path("jogadas/<slug:code>/prova.json", proof.published, name="proof"),
    path("jogadas/<slug:code>/verificar/", proof.round_verifier, name="round_verifier"),
    path("verificar/", proof.verifier, name="verifier"),
    path("verificar/<str:name>", proof.verifier_file, name="verifier_file"),
    path("registo/verificar/", log.verify_days, name="verify_days"),
    path("registo/checkpoint", log.checkpoint, name="log_checkpoint"),
    path("registo/tile/entries/<path:index>", log.entries, name="log_entries"),
    path("registo/tile/<int:level>/<path:index>", log.tile, name="log_tile"),
]
