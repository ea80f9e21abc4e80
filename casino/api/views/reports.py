"""Days in figures, for staff who may see them; a file leaves only with its line in the log of exports."""

from datetime import date
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from casino.api import report_serializers, serializers
from casino.api.doors import Door, MayExportReports, MaySeeLedger, MaySeeReports, asked, described
from reporting import operations, queries
from reporting.operations import ExportRefused
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

    permission_classes = [MayExportReports]

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
        try:
            exported = operations.export_daily_report(
                day=day,
                format=Format(kind),
                by=int(who),
                now=timezone.now(),
                revision=asked(serializers.RevisionQuery, request).get("revision"),
            )
        except ExportRefused as refused:
            raise NotFound from refused
        disposition = f'attachment; filename="{exported.filename}"'
        headers = {"Content-Disposition": disposition, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
        return HttpResponse(exported.content, content_type=exported.content_type, headers=headers)


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
