"""How the database knows a session: by a digest of its key, so that reading the rows gives no cookie that opens one.

The browser alone has the key; `casino.signing.session_store` keeps the sessions so.
"""

from hashlib import sha256
from typing import Final

LENGTH: Final = 40
"""Of the digest in hexadecimal digits, 160 bits: as long as Django's column."""


def stored_key(key: str) -> str:
    """How the rows know the session of this key: the database's `players_act` makes the same of it.

    >>> stored_key("a")
    'ca978112ca1bbdcafac231b39a23dc4da786eff8'
    """
    return sha256(key.encode()).hexdigest()[:LENGTH]
