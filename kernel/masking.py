"""Personal data as staff see it: enough to tell one person from another, and no more."""


def masked(text: str, *, ends: int) -> str:
    """Dots for all but the last signs.

    >>> masked("123456789", ends=3)
    '••••••789'
    """
    return "•" * max(0, len(text) - ends) + text[max(0, len(text) - ends) :]


def masked_name(name: str) -> str:
    """The first name, and the others' first letters.

    >>> masked_name("Rita Maria Demo")
    'Rita M. D.'
    """
    first, *others = name.split()
    return " ".join([first, *(f"{other[0]}." for other in others)])


def masked_email(email: str) -> str:
    """The first letter, and the domain.

    >>> masked_email("rita@sabot.example")
    'r•••@sabot.example'
    """
    name, _, domain = email.partition("@")
    return f"{name[:1]}•••@{domain}"
