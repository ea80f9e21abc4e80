"""`manage.py push_exclusion REFERENCE`: play the national list and push one entry to this house, signed (PT-30)."""

import uuid
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import timezone

from casino.adapters import posting, regulator
from kernel.calendar import lisbon_date
from players.protection import national_push


class Command(BaseCommand):
    """Post one push to the running house, as the keeper of the list would."""

    help = "Pushes one entry of the national list to the running house, as the list itself would: signed, at once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The entry: the person, its start and its length; or its removal."""
        parser.add_argument("reference")
        parser.add_argument("--nif", default="")
        parser.add_argument("--document", default="", help="its number; with --kind and --country")
        parser.add_argument("--kind", default="1", help="the document's kind: 0 BI, 1 CC, 2 passport, 4 other")
        parser.add_argument("--country", default="PT", help="who issued the document, in two letters")
        parser.add_argument("--begin", default="", help="the civil day, as 2026-01-31; today if none is given")
        parser.add_argument("--months", default="", help="from 1 to 127; none: without end")
        parser.add_argument("--removed", action="store_true", help="the list no longer holds the entry")

    def handle(self, *args: Any, **options: Any) -> None:
        """Sign, post, and say how it went."""
        secret, now = regulator.push_secret(), timezone.now()
        if secret is None:
            raise CommandError("This house takes no pushes: SABOT_NATIONAL_LIST is not set.")
        row = {
            "referencia": options["reference"],
            "nif": options["nif"],
            "tipo": options["kind"] if options["document"] else "",
            "pais": options["country"] if options["document"] else "",
            "documento": options["document"],
            "inicio": options["begin"] or lisbon_date(now).isoformat(),
            "meses": options["months"],
        }
        body = national_push.written(event=str(uuid.uuid4()), listed=not options["removed"], at=now, row=row)
        try:
            national_push.read(body, now=now)
            address = reverse("portal:national_notice")
            posting.post(body, secret=secret, header=national_push.HEADER, address=address)
        except national_push.PushInvalid as error:
            raise CommandError(f"{options['reference']} was not pushed: {error}") from error
        except OSError as error:
            raise CommandError(f"{options['reference']} was not taken: {error}") from error
        self.stdout.write(f"{options['reference']} was taken")
