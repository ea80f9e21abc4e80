"""The launcher behind `./sabot`: makes a bare machine into a running house, and ends it cleanly.

It knows processes, ports, folders and servers. It knows neither Django nor the game: programs that need those,
such as `manage.py`, run as child processes. Modules that run before anything is installed (`bootstrap`, `folder`,
`screen`, `trouble`) import nothing but the standard library.
"""
