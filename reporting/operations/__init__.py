"""The reports' door for writing: make the day's report, prove the books, order a report, take one out."""

from reporting.operations.chaining import extend_chain
from reporting.operations.closing_play import (
    ReopeningActed,
    ReopeningRefusal,
    ReopeningRefused,
    approve_reopening,
    propose_reopening,
    reject_reopening,
)
from reporting.operations.days import (
    DAYS_AT_ONCE,
    MakingRefusal,
    MakingRefused,
    ReportMade,
    make_daily_report,
    make_due_reports,
    make_reports_again,
)
from reporting.operations.handing import (
    Exported,
    ExportRefusal,
    ExportRefused,
    export_daily_report,
    export_day_so_far,
    export_tax_statement,
    log_export,
)
from reporting.operations.orders import (
    Ordered,
    OrderRefusal,
    OrderRefused,
    Wanted,
    order,
    order_file,
    prepare,
    prepare_due,
    take,
)
from reporting.operations.proofs import DIFFERENCES_MOST, record_proof
from reporting.operations.works import Asked, WorkRefusal, WorkRefused, ask_work, do_open_works, do_work

__all__ = [
    "DAYS_AT_ONCE",
    "DIFFERENCES_MOST",
    "Asked",
    "ExportRefusal",
    "ExportRefused",
    "Exported",
    "MakingRefusal",
    "MakingRefused",
    "OrderRefusal",
    "OrderRefused",
    "Ordered",
    "ReopeningActed",
    "ReopeningRefusal",
    "ReopeningRefused",
    "ReportMade",
    "Wanted",
    "WorkRefusal",
    "WorkRefused",
    "approve_reopening",
    "ask_work",
    "do_open_works",
    "do_work",
    "export_daily_report",
    "export_day_so_far",
    "export_tax_statement",
    "extend_chain",
    "log_export",
    "make_daily_report",
    "make_due_reports",
    "make_reports_again",
    "order",
    "order_file",
    "prepare",
    "prepare_due",
    "propose_reopening",
    "record_proof",
    "reject_reopening",
    "take",
]
