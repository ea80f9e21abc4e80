"""The back office's addresses; each name is that of its view and, where it has a page, of its templates' folder."""

from django.urls import path

from casino.backoffice.views import (
    acts,
    audit,
    configurations,
    decisions,
    floor,
    home,
    ledger,
    reports,
    rounds,
    stops,
    tables,
)

app_name = "backoffice"

urlpatterns = [
    path("", home.home, name="home"),
    path("sala/", floor.floor, name="floor"),
    path("sala/parar/", stops.stop_play, name="stop_play"),
    path("sala/parar/<slug:scope>/levantar/", stops.lift_stop, name="lift_stop"),
    path("mesas/", tables.tables, name="tables"),
    path("mesas/nova/", tables.new_table, name="new_table"),
    path("mesas/<slug:code>/", tables.table, name="table"),
    path("mesas/<slug:code>/abrir/", acts.open_table, name="open_table"),
    path("mesas/<slug:code>/pausar/", acts.pause_table, name="pause_table"),
    path("mesas/<slug:code>/retomar/", acts.resume_table, name="resume_table"),
    path("mesas/<slug:code>/fechar/", acts.close_table, name="close_table"),
    path("mesas/<slug:code>/anular/", acts.void_round, name="void_round"),
    path("mesas/<slug:code>/regras/nova/", configurations.draft, name="draft"),
    path("mesas/<slug:code>/regras/calcular/", configurations.think, name="think"),
    path("mesas/<slug:code>/regras/experimentar/", configurations.try_bets, name="try_bets"),
    path("mesas/<slug:code>/regras/<int:number>/apostas/", configurations.tried, name="tried"),
    path("mesas/<slug:code>/regras/<int:number>/", configurations.configuration, name="configuration"),
    path("mesas/<slug:code>/regras/<int:number>/alterar/", configurations.revise, name="revise"),
    path("mesas/<slug:code>/regras/<int:number>/submeter/", configurations.submit, name="submit"),
    path("mesas/<slug:code>/regras/<int:number>/aprovar/", decisions.approve, name="approve"),
    path("mesas/<slug:code>/regras/<int:number>/recusar/", decisions.reject, name="reject"),
    path("decisoes/", decisions.decisions, name="decisions"),
    path("jogadas/", rounds.rounds, name="rounds"),
    path("jogadas/<slug:code>/", rounds.round_sheet, name="round"),
    path("jogadas/<slug:code>/de-novo/", rounds.replay, name="replay"),
    path("relatorios/", reports.reports, name="reports"),
    path("relatorios/<slug:day>/", reports.report, name="report"),
    path("relatorios/<slug:day>/descarregar/<slug:form>/", reports.export, name="export"),
    path("relatorios/<slug:day>/refazer/", reports.remake, name="remake"),
    path("auditoria/", audit.audit, name="audit"),
    path("livro/", ledger.ledger, name="ledger"),
    path("livro/verificar/", ledger.verify, name="verify"),
]
