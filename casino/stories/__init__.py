"""What happened, told in words with its proof: rounds, evidence packs, the export of a person's data, verdicts."""
