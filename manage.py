"""Django's entry point; `./sabot manage …` runs it with the house's environment."""

import os
import sys

from django.core.management import execute_from_command_line

from kernel.frames import roomy

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    roomy(execute_from_command_line)(sys.argv)
