"""How a person comes in: registration, identity, sign-in, credentials, reopening, rectified data."""
