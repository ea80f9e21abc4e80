"""The house when something breaks: a process killed, a server gone, a statement that fails."""
