"""Which adapters to the outside answer and which are silent."""
