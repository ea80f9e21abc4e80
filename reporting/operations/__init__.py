"""The reports' door for writing: make the day's report, prove the books, request a report, take one out."""

from reporting.operations.chaining import extend_chain
from reporting.operations.closing_play import (
    ReopeningActed,
    ReopeningRejected,
    ReopeningRejection,
    approve_reopening,
    propose_reopening,
    reject_reopening,
)
from reporting.operations.days import (
    DAYS_AT_ONCE,
    MakingRejected,
    MakingRejection,
    ReportMade,
    make_daily_report,
    make_due_reports,
    make_reports_again,
)
from reporting.operations.handing import (
    Exported,
    ExportRejected,
    ExportRejection,
    export_daily_report,
    export_day_so_far,
    export_tax_statement,
    log_export,
)
from reporting.operations.jobs import Asked, JobRejected, JobRejection, ask_job, ask_what_if, do_job, do_open_jobs
from reporting.operations.proofs import DIFFERENCES_MOST, record_proof
from reporting.operations.requests import (
    Requested,
    RequestRejected,
    RequestRejection,
    Wanted,
    prepare,
    prepare_due,
    request_file,
    request_report,
    take,
)

__all__ = [
    "DAYS_AT_ONCE",
    "DIFFERENCES_MOST",
    "Asked",
    "ExportRejected",
    "ExportRejection",
    "Exported",
    "JobRejected",
    "JobRejection",
    "MakingRejected",
    "MakingRejection",
    "ReopeningActed",
    "ReopeningRejected",
    "ReopeningRejection",
    "ReportMade",
    "RequestRejected",
    "RequestRejection",
    "Requested",
    "Wanted",
    "approve_reopening",
    "ask_job",
    "ask_what_if",
    "do_job",
    "do_open_jobs",
    "export_daily_report",
    "export_day_so_far",
    "export_tax_statement",
    "extend_chain",
    "log_export",
    "make_daily_report",
    "make_due_reports",
    "make_reports_again",
    "prepare",
    "prepare_due",
    "propose_reopening",
    "record_proof",
    "reject_reopening",
    "request_file",
    "request_report",
    "take",
]
