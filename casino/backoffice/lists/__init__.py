"""The lists of the office as data, a module per subject; `list_pages` draws each of them."""
