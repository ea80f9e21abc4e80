"""What players and staff did beside the rounds of a written past: payments, limits, complaints, incidents, decisions.

Each step is the house's own operation, called with its moment in the past; `past_tense` alone goes around anything.
"""
