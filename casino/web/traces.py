"""Sends spans to the collector that SABOT_TRACES names, by OTLP over HTTP. Loaded only where the setting is.

The library's own instrumentation of frameworks and drivers is not used: it takes addresses, statements and headers with
it. A span has the facts that `kernel.tracing` allows, the part of the house and its release (ADR 0253).
A stranger's headers begin no trace of ours, and none of ours goes out with a request.
"""

import atexit
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from django.http import HttpRequest, HttpResponse
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Status, StatusCode, get_current_span

from kernel import tracing

CLOSE_MILLISECONDS: Final = 2_000


def begin(address: str) -> Callable[[], None]:
    """Send the spans of this process from now on, and of those that it forks; the answer ends it."""
    from reporting.writers.software import software  # the settings are read after this module

    resource = Resource(
        {
            "service.name": "sabot",
            "service.version": software(),
            "service.instance.id": f"{socket.gethostname()}-{os.getpid()}",
        }
    )
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=f"{address.rstrip('/')}/v1/traces")))
    tracer = provider.get_tracer("sabot")

    @contextmanager
    def opened(name: str, facts: dict[str, tracing.Fact]) -> Iterator[None]:
        with tracer.start_as_current_span(
            name, attributes=facts, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield
            except BaseException as error:
                span.set_attribute("error.type", type(error).__name__)
                span.set_status(Status(StatusCode.ERROR))
                raise

    tracing.use(opened)

    def end() -> None:
        tracing.use(None)
        provider.force_flush(CLOSE_MILLISECONDS)
        provider.shutdown()

    atexit.register(end)
    return end


def traced(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A middleware: a span for each request. Its route is the address as the house declares it, without its values."""

    def answer(request: HttpRequest) -> HttpResponse:
        with tracing.span("request", method=request.method or ""):
            response = get_response(request)
            span, match = get_current_span(), request.resolver_match
            span.set_attribute("status", response.status_code)
            if match is not None:
                span.update_name(f"{request.method} /{match.route}")
                span.set_attribute("route", f"/{match.route}")
            return response

    return answer
