"""How a day's report is made: the figures, where they come from, their sums, the chains and guards they rest on."""
