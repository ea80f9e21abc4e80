"""What the pages show, worked out before the templates: frozen records, no arithmetic left to do."""
