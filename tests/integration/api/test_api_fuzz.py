"""The API asked for all that its schema allows, and for what it does not: no fault, and no undescribed answer."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from api_house import House
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from players.roles import Role
from tests.factories import Actor

EXAMPLES = 8
"""Of each kind of question for each address and caller: about a thousand in all."""
CALLERS = ("visitor", "player", "inspector")


@pytest.fixture
def application() -> Iterator[Any]:
    """The house as a WSGI application that leaves the test's connection open between requests."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield get_wsgi_application()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def described(application: Any) -> dict[str, Any]:
    """The schema as it is published, less the sign-in: the caller is this test's own parameter."""
    document: dict[str, Any] = schemathesis.openapi.from_wsgi("/api/schema/?format=json", application).raw_schema
    document["components"].pop("securitySchemes")
    document.pop("security", None)
    for operations in document["paths"].values():
        for operation in operations.values():
            operation.pop("security", None)
    return document


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("who", CALLERS)
@pytest.mark.long
def test_every_request_is_answered_as_the_schema_says(
    house: House, application: Any, caller: Callable[[Actor | None], Client], who: str, mode: GenerationMode
) -> None:
    house.report()
    persons = {"visitor": None, "player": house.ana, "inspector": house.floor.staff(Role.INSPECTOR)}
    cookies = {name: morsel.value for name, morsel in caller(persons[who]).cookies.items()}
    schema = schemathesis.openapi.from_dict(described(application))
    schema.app = application
    asked = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        if mode is GenerationMode.NEGATIVE and not operation.definition.raw.get("parameters"):
            continue  # an address without parameters cannot be asked wrongly
        questions = operation.as_strategy(generation_mode=mode)

        @given(case=questions)
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        def ask(case: Any) -> None:
            nonlocal asked
            asked += 1
            case.validate_response(case.call(cookies=cookies))

        try:
            ask()
        except Unsatisfiable:
            # Where any text will do as a parameter there is no wrong question.
            assert mode is GenerationMode.NEGATIVE, operation.path
    assert asked >= 5 * EXAMPLES
