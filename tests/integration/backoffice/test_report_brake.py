"""The PDF of a daily report is dear to make: each member of staff may have so many an hour."""

import pytest
from django.urls import reverse

from players.messages.brakes import BRAKES, Asked
from players.roles import Role
from tests.integration.backoffice.browsers import AsRole

pytestmark = pytest.mark.django_db


def test_the_pdf_of_a_day_is_braked_and_other_forms_are_not(as_role: AsRole) -> None:
    client, other = as_role(Role.COMPLIANCE), as_role(Role.COMPLIANCE)
    pdf, csv = (reverse("backoffice:export", args=["2026-03-10", form]) for form in ("pdf", "csv"))
    ((most, _),) = BRAKES[Asked.DAY_PDF].most
    assert {client.get(csv).status_code for _ in range(3)} == {302}
    assert {client.get(pdf).status_code for _ in range(most)} == {302}, "even a day without a report is counted"
    refused = client.get(pdf)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    assert "nada se perdeu" in refused.content.decode()
    assert client.get(csv).status_code == 302
    assert other.get(pdf).status_code == 302
