"""The outside: payment providers, the regulator, other houses, e-mail."""
