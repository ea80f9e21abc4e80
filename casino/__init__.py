"""The house: settings, wiring and its faces for players (portal), staff (backoffice) and programs (api)."""
