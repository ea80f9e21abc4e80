"""The table of roles: roles kept apart, and people without rights."""

from dataclasses import dataclass
from itertools import combinations
from typing import Final

import pytest

from players.roles import ALLOWED, Action, Role, kept_apart, may


@dataclass(frozen=True)
class Actor:
    roles: frozenset[Role] = frozenset()
    is_staff: bool = True
    is_active: bool = True


def who(action: Action) -> set[Role]:
    return {role for role in Role if may(Actor(frozenset({role})), action)}


TABLE: Final = """
    see-floor             G A S H C R I D .
    pause-table           G . S . . . . . .
    open-table            G . . . . . . . .
    close-table           G . S . . . . . .
    void-round            . . S . . . . . .
    approve-void          . A S . C . . . .
    deal-cards            . . . . . . . . P
    rule-on-cards         . . S . . . . . .
    stop-play             . . S . . . . D .
    reopen-play           . . S . C . . . .
    create-table          G . . . . . . . .
    see-configurations    G A S . C R I . .
    draft-configuration   G . . . . . . . .
    submit-configuration  G . . . . . . . .
    approve-configuration . A . . . . . . .
    revoke-configuration  G A . . . . . . .
    see-rounds            G A S H C R I . .
    see-reports           G A . . C R I . .
    export-reports        . . . . C R I . .
    approve-extract       . A . . C . . . .
    make-reports          . . . . C . . . .
    see-ledger            . . . . C R I . .
    verify-ledger         . . . . C R I . .
    see-money             . A . H C R I . .
    propose-adjustment    . . . H C . . . .
    approve-adjustment    . A . . C . . . .
    approve-withdrawal    . A . . C . . . .
    see-players           . . S H C R I . .
    note-player           . . S H C . . . .
    suspend-player        . . . . C . . . .
    verify-player         . . . . C . . . .
    exclude-player        . . . . C . . . .
    limit-player          . . . . C . . . .
    see-staff             . . . . C R I D .
    manage-staff          . . . . . . . D .
    approve-staff         . . . . C . . D .
    see-audit             . . . . C R I D .
    see-complaints        . . . H C R I . .
    answer-complaints     . . . H C . . . .
    keep-templates        . . . H C . . . .
    approve-award         . . . . C . . . .
    export-complaints     . . . . C R I . .
    see-incidents         G . S H C R I D .
    handle-incidents      . . S . C . . . .
    do-duties             . . . . C . . D .
    propose-erasure       . . . . C . . D .
    approve-erasure       . . . . C . . . .
    see-personal-data     . . . H C R I . .
    give-work             . A S H C . . D .
    see-health            . . S . C R I D .
"""
"""Each action and the roles that may do it, in the order of `COLUMNS`; written by hand, so that a right given or taken
by mistake is named here."""
COLUMNS: Final = {
    "G": Role.GAME_MANAGER, "A": Role.APPROVER, "S": Role.SUPERVISOR, "H": Role.SUPPORT, "C": Role.COMPLIANCE,
    "R": Role.AUDITOR, "I": Role.INSPECTOR, "D": Role.ADMINISTRATOR, "P": Role.CROUPIER,
}  # fmt: skip


def test_the_whole_table_of_roles() -> None:
    written = {
        words[0]: {COLUMNS[letter] for letter in words[1:] if letter != "."}
        for words in (line.split() for line in TABLE.strip().splitlines())
    }
    assert {action.value: who(action) for action in Action} == written


def test_a_row_of_the_table_has_its_letters_in_their_columns() -> None:
    for line in TABLE.strip().splitlines():
        _, *letters = line.split()
        assert [letter for letter in letters if letter != "."] == [
            letter for letter, drawn in zip(COLUMNS, letters, strict=True) if drawn != "."
        ], line


PAIRS_APART: Final = {
    frozenset({"game-manager", "approver"}),
    frozenset({"support", "approver"}),
    frozenset({"support", "compliance"}),
    frozenset({"administrator", "approver"}),
    frozenset({"administrator", "compliance"}),
}
"""One proposes what the other approves, or says who works here."""


@pytest.mark.parametrize("pair", list(combinations(Role, 2)), ids="+".join)
def test_roles_that_one_person_may_not_hold_together(pair: tuple[Role, Role]) -> None:
    apart = frozenset(role.value for role in pair) in PAIRS_APART
    found = kept_apart(pair)
    assert (found is not None) is apart
    assert found is None or set(found) == set(pair)
    assert kept_apart([*pair, pair[0]]) == found
    assert kept_apart(pair[:1]) is None


def test_the_first_pair_apart_is_named_among_many_roles() -> None:
    assert kept_apart(list(Role)) == (Role.GAME_MANAGER, Role.APPROVER)
    assert kept_apart([]) is None


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
