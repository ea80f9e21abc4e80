"""Takes personal data and secrets out of a text before it is logged. Standard library alone: the launcher uses it.

Names of people cannot be told from other words, so this code does not look for names: the texts that carry them are
the values of a refused row, which PostgreSQL adds to its errors, and those are taken out whole.
"""

import re
from typing import Final

REMOVED: Final = "[removed]"

_WHOLE: Final = (
    # The details of PostgreSQL's errors: the values of a row, a statement with its parameters. Also where a repr() has
    # turned the end of the line into two characters.
    re.compile(r"(?<=DETAIL:)(?:(?!\\n)[^\n])+"),
    re.compile(r"(?<=CONTEXT:)(?:(?!\\n)[^\n])+"),
    re.compile(r"(?<=STATEMENT:)(?:(?!\\n)[^\n])+"),
    # The password of an address: postgresql://user:password@host.
    re.compile(r"(?<=://)[^\s/@]+(?=@)"),
    # The links of e-mails: they work for every holder.
    re.compile(r"(?<=/recuperar/)(?!pedido/)[^/\s]+"),
    re.compile(r"(?<=/registar/confirmar/)[^/\s]+"),
    re.compile(r"(?<=/seguranca/email/)[^/\s]+"),
    # Looked for at the beginning of a word alone: at each of its e-mails, a long path would take seconds.
    re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    # An IBAN, in one word or in groups of four.
    re.compile(r"\b[A-Z]{2}\d{2}(?:[0-9A-Z]{11,30}|(?: [0-9A-Z]{4}){2,7}(?: [0-9A-Z]{1,3})?)\b"),
    # Nine digits by themselves: a taxpayer's number or a telephone.
    re.compile(r"(?<![\w.:-])\+?(?:351 ?)?\d{3} ?\d{3} ?\d{3}(?![\w.:-])"),
)


def redacted(text: str) -> str:
    """The text with e-mail addresses, IBANs, numbers of nine digits, secrets and values of rows taken out.

    >>> redacted("IntegrityError: duplicate key\\nDETAIL:  Key (nif)=(123456789) already exists.")
    'IntegrityError: duplicate key\\nDETAIL:[removed]'
    >>> redacted("Bad Request: /recuperar/c3Rvbm8-x/")
    'Bad Request: /recuperar/[removed]/'
    """
    for pattern in _WHOLE:
        text = pattern.sub(REMOVED, text)
    return text
