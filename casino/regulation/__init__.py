"""The rules of the game as this house publishes them, number by number, and the place of the gazette's own text."""
