"""A croupier at the console, the betting of a round closed: where the tests of scanners begin."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.utils import timezone
from playwright.sync_api import Page

from tests.croupiers import paper_table as furnished
from tests.factories import Floor
from tests.functional.browsers import Person, browser
from tests.functional.dealing import Dealing, dealing
from tests.functional.office import prove_twice
from tests.functional.test_croupier_console import headline
from tests.running import running_house


@dataclass(frozen=True)
class AtConsole:
    """The croupier, who waits for the first card, and the one who works on the house meanwhile."""

    croupier: Person
    hands: Dealing

    @property
    def desk(self) -> Page:
        """The console's page."""
        return self.croupier.page


@contextlib.contextmanager
def waits_for_cards(floor: Floor, folder: Path, *, script: str = "") -> Iterator[AtConsole]:
    """A console whose first card is due; `script` is run before each page."""
    floor.now = timezone.now()
    live = furnished(floor)
    with running_house(folder, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        hands.open(live.id)
        assert hands.step(live.id) == "closed-bets"
        croupier = Person(chromium, house.url)
        if script:
            croupier.context.add_init_script(script)
        prove_twice(croupier, live.croupier)
        headline(croupier.page, "Carta para ponto")
        yield AtConsole(croupier, hands)
