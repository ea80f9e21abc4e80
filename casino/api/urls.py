"""The addresses of the API."""

from datetime import date

from django.urls import path, re_path, register_converter

from casino.api.views import mine, reports, schema, tables

app_name = "api"


class Day:
    """A day in an address: `2026-03-29`."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """A day that the calendar does not have is an address that does not exist."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


class FileKind:
    """The formats a report can be taken in."""

    regex = "csv|xlsx|pdf|xml|json"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(Day, "day")
register_converter(FileKind, "file_kind")

urlpatterns = [
    path("tables/", tables.Tables.as_view(), name="tables"),
    path("tables/<slug:code>/", tables.Table.as_view(), name="table"),
    path("tables/<slug:code>/rules/", tables.Rules.as_view(), name="table_rules"),
    path("tables/<slug:code>/rounds/", tables.Rounds.as_view(), name="table_rounds"),
    path("rounds/<slug:code>/", tables.Round.as_view(), name="round"),
    path("me/statement/", mine.Statement.as_view(), name="my_statement"),
    path("me/sessions/", mine.Sessions.as_view(), name="my_sessions"),
    path("me/sessions/<uuid:code>/", mine.Session.as_view(), name="my_session"),
    path("reports/daily/", reports.Reports.as_view(), name="daily_reports"),
    path("reports/daily/<day:day>/", reports.Report.as_view(), name="daily_report"),
    path("reports/daily/<day:day>/<file_kind:kind>/", reports.ReportFile.as_view(), name="daily_report_file"),
    path("reports/catalogue/", reports.Catalogue.as_view(), name="report_catalogue"),
    path("reports/orders/", reports.Orders.as_view(), name="report_orders"),
    path("reports/orders/<uuid:key>/", reports.Order.as_view(), name="report_order"),
    path("reports/orders/<uuid:key>/<file_kind:kind>/", reports.OrderFile.as_view(), name="report_order_file"),
    path("reports/today/", reports.DaySoFar.as_view(), name="day_so_far"),
    path("reports/proof/", reports.Proof.as_view(), name="latest_proof"),
    path("schema/", schema.Schema.as_view(), name="schema"),
    path("docs/", schema.Viewer.as_view(), name="docs"),
    # All characters, line breaks included. With the slash only: without it the ordinary redirect finds the
    # right address first.
    re_path(r"^[\s\S]*/$", schema.Nothing.as_view(), name="nothing"),
]
