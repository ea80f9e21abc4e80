"""Date formats, for languages in which this site does not use Django's own."""
