"""Payment providers: what the house asks of one, how its notices are signed, and the sandbox that needs no bank."""
