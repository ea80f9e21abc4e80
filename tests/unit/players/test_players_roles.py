"""The table of roles: roles kept apart, and people without rights."""

from dataclasses import dataclass

import pytest

from players.roles import ALLOWED, Action, Role, may


@dataclass(frozen=True)
class Actor:
    roles: frozenset[Role] = frozenset()
    is_staff: bool = True
    is_active: bool = True


def who(action: Action) -> set[Role]:
    return {role for role in Role if may(Actor(frozenset({role})), action)}


def test_every_role_has_a_row() -> None:
    assert set(ALLOWED) == set(Role)


def test_every_action_belongs_to_a_role() -> None:
    assert [action for action in Action if not who(action)] == []


def test_an_author_does_not_approve() -> None:
    assert not who(Action.DRAFT_CONFIGURATION) & who(Action.APPROVE_CONFIGURATION)


@pytest.mark.parametrize("role", [Role.AUDITOR, Role.INSPECTOR])
def test_those_who_look_change_nothing(role: Role) -> None:
    assert {action.value.partition("-")[0] for action in ALLOWED[role]} <= {"see", "export", "verify"}
    assert Action.VERIFY_PLAYER not in ALLOWED[role]


def test_only_compliance_touches_players() -> None:
    for action in (Action.SUSPEND_PLAYER, Action.VERIFY_PLAYER, Action.EXCLUDE_PLAYER):
        assert who(action) == {Role.COMPLIANCE}


def test_players_and_game_managers_move_no_money() -> None:
    assert who(Action.PROPOSE_ADJUSTMENT) == {Role.SUPPORT, Role.COMPLIANCE}
    assert who(Action.APPROVE_ADJUSTMENT) == who(Action.APPROVE_WITHDRAWAL) == {Role.APPROVER, Role.COMPLIANCE}


def test_a_supervisor_closes_a_table_after_its_round_and_does_not_open_it() -> None:
    assert who(Action.CLOSE_TABLE) == {Role.GAME_MANAGER, Role.SUPERVISOR}
    assert who(Action.OPEN_TABLE) == {Role.GAME_MANAGER}


def test_the_administrator_of_people_sees_no_reports() -> None:
    assert not {Action.SEE_REPORTS, Action.SEE_LEDGER, Action.VOID_ROUND} & ALLOWED[Role.ADMINISTRATOR]


@pytest.mark.parametrize(
    "person",
    [
        None,
        object(),
        Actor(),
        Actor(frozenset(Role), is_staff=False),
        Actor(frozenset(Role), is_active=False),
    ],
)
@pytest.mark.parametrize("action", Action)
def test_people_who_may_do_nothing(person: object, action: Action) -> None:
    assert not may(person, action)


def test_roles_add_up() -> None:
    both = Actor(frozenset({Role.SUPPORT, Role.APPROVER}))
    assert {action for action in Action if may(both, action)} == ALLOWED[Role.SUPPORT] | ALLOWED[Role.APPROVER]
