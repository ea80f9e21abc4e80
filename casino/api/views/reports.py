"""Days in figures, for staff who may see them; a file leaves only with its line in the log of exports."""

from datetime import date
from typing import Any
from uuid import UUID

from django.http import FileResponse, HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from casino.api import report_serializers, serializers
from casino.api.doors import Door, MayExportReports, MaySeeLedger, MaySeeReports, ProvedLately, asked, described
from casino.web import files
from players.messages.brakes import Asked
from players.messages.operations import asks
from reporting import operations, queries
from reporting.catalogue import CATALOGUE
from reporting.operations import ExportRejected, RequestRejected
from reporting.queries import requests as request_queries
from reporting.writers import CONTENT_TYPES, Format


class Reports(Door):
    """The daily reports."""

    permission_classes = [MaySeeReports]

    @described(
        "daily_reports",
        "Os relatórios diários",
        report_serializers.ReportsPage,
        tag="relatórios",
        errors=[400, 401, 403],
        parameters=[serializers.ReportsQuery],
    )
    def get(self, request: Request) -> Response:
        wanted = asked(serializers.ReportsQuery, request)
        cards = queries.daily_reports(limit=wanted["limit"] + 1, before=wanted.get("before"))
        page = cards[: wanted["limit"]]
        following = page[-1].day if len(cards) > len(page) else None
        return Response(report_serializers.ReportsPage({"items": page, "next": following}).data)


class Report(Door):
    """One day's report."""

    permission_classes = [MaySeeReports]

    @described(
        "daily_report",
        "O relatório de um dia",
        report_serializers.Report,
        tag="relatórios",
        errors=[400, 401, 403, 404],
        parameters=[serializers.RevisionQuery],
    )
    def get(self, request: Request, day: date) -> Response:
        card = queries.daily_report(day=day, revision=asked(serializers.RevisionQuery, request).get("revision"))
        if card is None:
            raise NotFound
        return Response(report_serializers.Report(card).data)


class ReportFile(Door):
    """One day's report as a file."""

    permission_classes = [MayExportReports, ProvedLately]

    @described(
        "daily_report_file",
        "O relatório de um dia em ficheiro",
        {(200, kind.partition(";")[0]): OpenApiTypes.BINARY for kind in CONTENT_TYPES.values()},
        tag="relatórios",
        errors=[400, 401, 403, 404],
        parameters=[serializers.RevisionQuery],
        path={"kind": "`csv`, `xlsx`, `pdf`, `xml` ou `json`."},
        text="Fica no registo de exportações quem o levou. CSV: UTF-8 com BOM, separado por `;`, vírgula decimal.",
    )
    def get(self, request: Request, day: date, kind: str) -> HttpResponse:
        who: Any = request.user.pk
        now = timezone.now()
        if kind == Format.PDF:
            asks.ask(kind=Asked.DAY_PDF, subject=f"person:{who}", now=now)
        try:
            exported = operations.export_daily_report(
                day=day,
                format=Format(kind),
                by=int(who),
                now=now,
                revision=asked(serializers.RevisionQuery, request).get("revision"),
            )
        except ExportRejected as refused:
            raise NotFound from refused
        return files.download(exported.content, name=exported.filename, content_type=exported.content_type)


class Catalogue(Door):
    """The reports that can be requested."""

    permission_classes = [MaySeeReports]

    @described(
        "report_catalogue",
        "O catálogo: cada relatório, as suas colunas e o que se lhe pode pedir",
        report_serializers.Definition(many=True),
        tag="relatórios",
        errors=[401, 403],
        text="Pede-se um relatório na página da casa; aqui lê-se o que foi pedido e leva-se o que está pronto.",
    )
    def get(self, request: Request) -> Response:
        return Response(report_serializers.Definition(list(CATALOGUE.values()), many=True).data)


class Orders(Door):
    """The requests of reports from the catalogue."""

    permission_classes = [MayExportReports]

    @described(
        "report_orders",
        "Os relatórios pedidos, do mais recente para o mais antigo",
        report_serializers.OrdersPage,
        tag="relatórios",
        errors=[400, 401, 403],
        parameters=[serializers.OrdersQuery],
    )
    def get(self, request: Request) -> Response:
        wanted = asked(serializers.OrdersQuery, request)
        cards = request_queries.requests(
            name=wanted.get("name"), before=wanted.get("before"), limit=wanted["limit"] + 1
        )
        page = cards[: wanted["limit"]]
        following = page[-1].asked_at if len(cards) > len(page) else None
        return Response(report_serializers.OrdersPage({"items": page, "next": following}).data)


class Order(Door):
    """One request and its progress."""

    permission_classes = [MayExportReports]

    @described(
        "report_order",
        "Um relatório pedido: como está, quantas linhas, se concorda com o livro",
        report_serializers.Order,
        tag="relatórios",
        errors=[401, 403, 404],
    )
    def get(self, request: Request, key: UUID) -> Response:
        card = request_queries.request(key)
        if card is None:
            raise NotFound
        return Response(report_serializers.Order(card).data)


class OrderFile(Door):
    """A finished request as a file."""

    permission_classes = [MayExportReports, ProvedLately]

    @described(
        "report_order_file",
        "Um relatório pronto, em ficheiro",
        {(200, kind.partition(";")[0]): OpenApiTypes.BINARY for kind in CONTENT_TYPES.values()},
        tag="relatórios",
        errors=[401, 403, 404],
        path={"kind": "`csv`, `xlsx`, `pdf`, `xml` ou `json`."},
        text="Fica no registo de exportações quem o levou. 404 também enquanto não está pronto neste formato.",
    )
    def get(self, request: Request, key: UUID, kind: str) -> FileResponse:
        who: Any = request.user.pk
        try:
            taken = operations.take(key=key, format=Format(kind), by=int(who), now=timezone.now())
        except RequestRejected as refused:
            raise NotFound from refused
        return files.download_of(taken.file, name=taken.filename, content_type=taken.content_type)


class DaySoFar(Door):
    """The present day, provisional."""

    permission_classes = [MaySeeReports]

    @described(
        "day_so_far",
        "O dia de hoje até agora: provisório",
        report_serializers.DayFigures,
        tag="relatórios",
        errors=[401, 403],
    )
    def get(self, request: Request) -> Response:
        return Response(report_serializers.DayFigures(queries.day_so_far(now=timezone.now())).data)


class Proof(Door):
    """The last proof of the books."""

    permission_classes = [MaySeeLedger]

    @described(
        "latest_proof",
        "A última prova do livro",
        report_serializers.Proof,
        tag="relatórios",
        errors=[401, 403, 404],
    )
    def get(self, request: Request) -> Response:
        proof = queries.latest_proof()
        if proof is None:
            raise NotFound
        return Response(report_serializers.Proof(proof).data)
