"""How long the house keeps what it knows about people, and how it ends (PT-56, GDPR 5)."""
