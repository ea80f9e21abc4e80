"""docs/roles.md says what the code does."""

from pathlib import Path

from players.roles import ALLOWED, Action, Role

PAGE = Path(__file__).resolve().parents[3] / "docs" / "roles.md"


def test_the_page_of_roles_is_the_table_of_roles() -> None:
    rows = {}
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == len(Role) + 1 and cells[0].startswith("`"):
            rows[cells[0].strip("`")] = cells[1:]

    assert rows == {action.value: ["yes" if action in ALLOWED[role] else "–" for role in Role] for action in Action}
