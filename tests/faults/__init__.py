"""What the house does when something breaks: a process killed, a server gone, a statement that fails."""
