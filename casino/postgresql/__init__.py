"""Django's database backend for PostgreSQL, for servers that fail over (`base`)."""
