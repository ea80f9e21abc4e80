"""The permissions: of people at each address, of roles in the database."""
