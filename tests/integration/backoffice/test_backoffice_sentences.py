"""Every fault and every code that staff can meet has its words."""

import ast
import inspect

from casino.backoffice import labels, sentences
from players.audit.trails import TrailFault
from players.cashier.causes import Why as CauseWhy
from reporting.making.faults import ChainFault, HouseFault
from reporting.making.guards import GuardFault
from tables import table_settings as terms
from tables.labels import SETTINGS
from tables.queries import OpenSessionFault, RoundWhy
from tables.table_settings import TableSettingsInvalid
from wallet.proof import Why


def faults_of_terms() -> set[tuple[str, str]]:
    """The field and the code of every fault that `tables.table_settings` can name with fixed words."""
    found = set()
    for node in ast.walk(ast.parse(inspect.getsource(terms))):
        if isinstance(node, ast.Call):
            said = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
            if len(said) == 2 and said[0] in terms.TableSettings.__dataclass_fields__:
                found.add((said[0], said[1]))
    return found


def test_every_fault_of_the_terms_has_a_sentence() -> None:
    faults = faults_of_terms()

    assert ("minimum", "out-of-range") in faults
    assert ("max_prize", "too-small-for-minimum") in faults
    for field, why in faults | {("decks", "not-a-choice"), ("preset", "missing"), ("no-such-field", "unknown")}:
        assert sentences.terms(TableSettingsInvalid(field, why)), (field, why)


def test_everything_that_is_told_has_a_name() -> None:
    assert set(labels.KINDS) == {"shared", "individual", "croupier"}
    assert set(SETTINGS) == set(terms.TableSettings.__dataclass_fields__)
    for why in (*CauseWhy, *GuardFault, *TrailFault, *ChainFault, *HouseFault, *RoundWhy, *OpenSessionFault, *Why):
        assert labels.fault(why.value) != why.value
