"""Joins styles and scripts when static files are gathered: one file for what a page names, instead of one each.

`storage.JoinedFiles` is the storage of the static files; `styles` and `scripts` know the two languages. Knows no page.
"""
