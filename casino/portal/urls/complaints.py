"""Complaints: making one, following it; the evidence of a round, and the adjudicator."""

from django.urls import URLPattern, path

from casino.portal.views import adjudicator, complaints

urlpatterns: list[URLPattern] = [
    path("reclamacoes/", complaints.complaints, name="complaints"),
    path("reclamacoes/nova/", complaints.complain, name="complain"),
    path("reclamacoes/ficheiros/<uuid:code>/", complaints.complaint_file, name="complaint_file"),
    path("reclamacoes/<slug:number>/", complaints.complaint, name="complaint"),
    path("reclamacoes/<slug:number>/responder/", complaints.reply, name="complaint_reply"),
    path("reclamacoes/<slug:number>/reabrir/", complaints.reopen, name="complaint_reopen"),
    path("reclamacoes/<slug:number>/encerrar/", complaints.close_complaint, name="complaint_close"),
    path("jogadas/<slug:code>/processo.zip", complaints.evidence, name="evidence"),
    path("arbitro/", adjudicator.adjudicator, name="adjudicator"),
]
