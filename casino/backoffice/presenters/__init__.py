"""The data of the pages, computed before the templates: frozen records, no arithmetic left to do."""
