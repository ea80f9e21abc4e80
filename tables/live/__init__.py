"""The tables in motion: sockets, the hub behind them, the intake of slips, and the dealer."""
