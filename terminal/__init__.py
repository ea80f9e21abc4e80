"""A table played from a terminal by typing and reading, over the same socket as the page: `python -m terminal`.

It imports nothing of the house's and nothing beside Python, so that a player may run it from a copy of this folder.
"""
