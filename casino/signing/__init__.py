"""Who comes in, by what proof, for how long: allauth's steps with the house's rows behind them. Knows no page."""
