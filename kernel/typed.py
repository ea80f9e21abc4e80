"""Text that people type."""

import unicodedata


def cleaned(text: str) -> str:
    r"""Remove what is not typed: control characters, those that reverse the direction of writing, blanks at the ends.

    >>> cleaned("  gastei\r\ntudo \u202e o que\x07 tinha ")
    'gastei\ntudo  o que tinha'
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(
        character
        for character in plain
        if character in "\n\t" or unicodedata.category(character) not in {"Cc", "Cf", "Cs"}
    ).strip()
