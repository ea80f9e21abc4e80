"""Tables, configurations, shoes, rounds, slips and bets; `live/` runs them."""
