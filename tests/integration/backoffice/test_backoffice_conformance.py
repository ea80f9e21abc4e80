"""The conformance matrix at the staff's pages, in three languages."""

from html import escape

import pytest
from django.utils import translation

from casino.conformance import proofs, rules
from players.roles import Role
from tests.integration.backoffice.browsers import AsRole

PAGE = "/casa/conformidade/"


@pytest.mark.parametrize("language", ["pt", "en", "ro"])
def test_every_rule_is_there_in_the_readers_language_with_its_proofs(as_role: AsRole, language: str) -> None:
    client = as_role(Role.AUDITOR)
    client.cookies["django_language"] = language
    page = client.get(PAGE).content.decode()

    with translation.override(language):
        said = {rule.id: translation.gettext(rule.asks) for rule in rules.rules()}
    for id, asks in said.items():
        line = page.partition(f'<tr id="{id}">')[2].partition("</tr>")[0]
        assert escape(asks) in line, id
        assert all(f"<code>{proof.test}</code>" in line for proof in proofs.shipped().get(id, ())), id
    assert (said["R1"] == rules.rules()[0].asks) is (language == "en")
