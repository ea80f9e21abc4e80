"""The door of the web process: how much, how long and how many at a time, before any page or socket is asked."""
