"""The settings of the house, with the faults."""

from casino.settings import *  # noqa: F403
from casino.settings import INSTALLED_APPS, MIDDLEWARE

INSTALLED_APPS = [*INSTALLED_APPS, "tests.faulty.apps.Faulty"]
MIDDLEWARE = [*MIDDLEWARE, "tests.faulty.apps.FaultyPages"]
