"""What the house owes by the calendar: duties that come round, their turns, and the calendar that others read."""
