"""The labels of codes: each enum has one for every member, in every language, and one place holds it."""

import importlib
import pkgutil
from enum import Enum, StrEnum
from types import ModuleType

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext_lazy

from casino.wording import texts
from kernel.labels import _REGISTERED, headings_of, label, label_of, labels_of, register, registered
from kernel.money import Currency
from wallet.chart import Code

PACKAGES = ("kernel", "wallet", "players", "tables", "reporting")
"""The packages whose codes have labels."""
REJECTIONS = ("Rejection",)
"""A reason to refuse something is said in a sentence, not by a label."""
NOT_SHOWN = {
    "players.accounts.details.Flaw": "a rejection, said in a sentence",
    "players.accounts.operations.settled.Unsettled": "a rejection, said in a sentence",
    "players.audit.operations.finding.By": "the search offers a sentence for each",
    "players.cashier.operations.sandbox_bank.Choice": "what the sandbox's own page offers",
    "players.events.names.EventName": "events are told in sentences",
    "players.events.names.Subject": "the audit's form has its words",
    "players.gates.Block": "a rejection, said in a sentence",
    "players.messages.brakes.Asked": "the kind of count: it is not shown",
    "players.models.complaints.Side": "the page shows a message on its side",
    "players.models.guests.GuestEnd": "kept in the row; the page says only that the demonstration has ended",
    "players.models.persons.Kind": "players and staff have pages of their own",
    "players.models.privacy.ExportState": "the page says it in sentences",
    "players.models.privacy.RectificationState": "the pages of those open and of those decided are apart",
    "players.models.staff.ProposalState": "only proposals that wait are listed",
    "players.models.staff.StaffAct": "proposals alone are worded, and the first of a new house are none",
    "players.roles.Action": "the page of permissions has sentences",
    "reporting.catalogue.criteria.Fault": "a rejection, said in a sentence",
    "reporting.catalogue.definition.Filter": "the form has a field for each",
    "reporting.catalogue.definition.Period": "the form has a field for each",
    "reporting.evidence.notes.Kind": "a byte of a signature",
    "reporting.models.proposals.ProposalState": "the pages say it in sentences",
    "reporting.models.nights.NightKind": "the board says each in a sentence",
    "reporting.models.log.LeafKind": "a word of the published log, the same in every language",
    "reporting.operations.sealed_days.SealFault": "the page has a sentence for each",
    "reporting.operations.due_files.FilesTrouble": "the page has a sentence for each",
    "reporting.operations.hourly_files.HourTrouble": "the pages say what stands against an hour in sentences",
    "reporting.operations.stamping.StampFault": "the board says that a day waits for its stamp",
    "reporting.operations.log.witnesses.WitnessFault": "the page has a sentence for each",
    "reporting.operations.sealed_days.SealState": "what a call did: it is not shown",
    "reporting.six_files.names.Category": "the beginning of a file's name, as the regulator gives it",
    "reporting.making.turns.Rhythm": "a schedule says when it comes in a sentence",
    "reporting.making.revisions.Cause": "the page says it in sentences",
    "reporting.making.revisions.Section": "a table of the page for each",
    "reporting.making.splits.SplitBy": "the page has a heading for each",
    "reporting.models.schedules.ScheduleState": "the list has a badge for each",
    "reporting.models.reports.JobKind": "each page shows its own jobs",
    "reporting.models.reports.RunState": "the page says it in sentences",
    "tables.models.paper.CardEventKind": "the pages say it in sentences",
    "tables.models.paper.CardSource": "the pages say it in sentences",
    "tables.models.paper.ShuffledBy": "the console offers words for the two ways",
    "tables.models.scanners.Opinion": "it is not shown: a difference is told as an incident",
    "tables.models.play.TableKind": "the form of a new table has a sentence for each",
    "tables.card_terms.Refusal": "a rejection, said in a sentence",
    "reporting.queries.processes.ProcessKind": "the page of the system's health names each",
    "reporting.writers.Format": "the formats have the same name everywhere",
    "reporting.writers.documents.Kind": "the type of a column",
    "reporting.operations.comparing_days.Change": "the command says it in sentences",
    "tables.hours.Turn": "the pages say when a table opens or closes in sentences",
    "tables.models.play.RoundPhase": "its codes are those of `baccarat.play.Phase`, which has labels",
    "tables.models.voids.VoidState": "the acts about a void are worded",
    "tables.operations.court_days.DayKept": "what a call did: it is not shown",
    "tables.operations.rounds.Step": "what a dealer did next: it is not shown",
    "tables.queries.splits.PeopleBy": "the kind of count: it is not shown",
    "tables.queries.connections.ConnectionEnd": "the pages say it in sentences",
}
"""Enums that no page, report or file shows in words, and why."""


def modules(package: str) -> list[ModuleType]:
    found = pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}.")
    names = [each.name for each in found if ".migrations" not in each.name and ".management" not in each.name]
    return [importlib.import_module(name) for name in [package, *names]]


def enums(package: str) -> set[type[Enum]]:
    return {
        each
        for module in modules(package)
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Enum) and each.__module__.split(".")[0] == package
    }


def name_of(enum: type[Enum]) -> str:
    return f"{enum.__module__}.{enum.__qualname__}"


@pytest.mark.parametrize("package", PACKAGES)
def test_every_enum_has_labels_or_says_why_not(package: str) -> None:
    lacking = {name_of(each) for each in enums(package) - registered() if not each.__name__.endswith(REJECTIONS)}
    assert lacking == {name for name in NOT_SHOWN if name.split(".")[0] == package}


def test_every_label_is_there_in_every_language() -> None:
    known = {language: texts.read_catalogue(language, "django") for language in texts.LANGUAGES}
    assert {code for code, _ in settings.LANGUAGES} == {"en", *texts.LANGUAGES}
    for (enum, form), labels in _REGISTERED.items():
        for member in labels:
            with translation.override("en"):
                english = label(member, form)
            assert english.strip(), (enum, form, member)
            for catalogue in known.values():
                assert any(message.id == english and message.string for message in catalogue), (enum, form, english)


def test_a_label_is_in_the_language_of_the_page() -> None:
    with translation.override("pt"):
        assert label(Code.WITHDRAWAL_REQUESTED) == "levantamento pedido"
    with translation.override("ro"):
        assert label(Code.WITHDRAWAL_REQUESTED) == "retragere cerută"


def test_choices_keep_the_order_of_the_enum() -> None:
    assert list(labels_of(Currency)) == ["EUR", "PLAY"]


def test_headings_begin_with_a_capital_in_the_language_of_the_page() -> None:
    headings = headings_of(Code)
    with translation.override("pt"):
        assert str(headings["withdrawal-requested"]) == "Levantamento pedido"
    with translation.override("en"):
        assert str(headings["withdrawal-requested"]) == "Withdrawal requested"


def test_text_that_is_no_code_stands_as_it_is() -> None:
    with translation.override("en"):
        assert label_of("prize", Currency, Code) == "prize"
        assert label_of("EUR", Currency, Code) == "Money"
        assert label_of("as agreed by telephone", Currency, Code) == "as agreed by telephone"


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


def test_labels_of_a_part_of_an_enum_are_refused() -> None:
    with pytest.raises(ValueError, match="lacks labels for BLUE"):
        register({Colour.RED: gettext_lazy("red")})


def test_a_second_place_for_a_label_is_refused() -> None:
    with pytest.raises(ValueError, match="Currency has labels already"):
        register(dict.fromkeys(Currency, "Money"))
