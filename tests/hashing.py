"""Passwords hashed in no time, in a form that the house's own processes can still check."""

from django.contrib.auth.hashers import PBKDF2PasswordHasher


class QuickHasher(PBKDF2PasswordHasher):
    """One iteration: hashing is slow on purpose, and no test is about that."""

    iterations = 1


QUICK = ["tests.hashing.QuickHasher", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
"""The hashers of the tests' own process and the warm ones of their houses."""
