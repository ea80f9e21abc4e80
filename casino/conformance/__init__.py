"""The conformance matrix (J10): every rule of the game and every row of the law -> code, proofs, screens, reports."""
