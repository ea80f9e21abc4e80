"""The launcher behind `./sabot`: makes a bare machine into a running house, and ends it cleanly.

It knows processes, ports, folders and servers. It knows neither Django nor the game: whatever needs those is
started as a child, `manage.py` among them. Modules that run before anything is installed (`bootstrap`, `folder`,
`screen`, `trouble`) import nothing but the standard library.
"""
