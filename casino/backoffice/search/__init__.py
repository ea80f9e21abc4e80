"""The office's one search: what the text may mean, and what each kind of thing answers to it (ADR 0182)."""
