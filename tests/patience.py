"""How long a test waits for what it expects."""

from typing import Final

PATIENCE_SECONDS: Final = 60
"""After these, an answer counts as missing: on a busy machine a start alone takes half of it. An answer is found at
once, so it costs nothing where all is well."""
