"""The door of the web process: limits of size, time and number, applied before any page or socket."""
