"""Every template that another one or a view names is there: a page that includes a lost one fails when asked for."""

import re
from typing import Final

import pytest
from django.conf import settings
from django.template.loader import get_template

BY_TEMPLATES: Final = re.compile(r"""{%-?\s*(?:include|extends)\s+["']([^"'{}]+)["']""")
BY_CODE: Final = re.compile(r'(?<![\w/])"([\w-]+(?:/[\w-]+)+\.html)"')
APPS: Final = ("casino", "reporting", "tables", "players", "wallet")


def _named() -> set[str]:
    templates = [path.read_text() for path in (settings.BASE_DIR / "templates").rglob("*") if path.is_file()]
    code = [path.read_text() for app in APPS for path in (settings.BASE_DIR / app).rglob("*.py")]
    by_templates = {name for text in templates for name in BY_TEMPLATES.findall(text)}
    by_code = {name for text in code for name in BY_CODE.findall(text)}
    assert by_templates
    assert by_code
    return by_templates | by_code


@pytest.mark.parametrize("name", sorted(_named()))
def test_a_template_that_is_named_is_there(name: str) -> None:
    get_template(name)
