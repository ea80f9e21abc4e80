"""The six files that the regulator's safe takes (PT-58 to PT-70): names, hours, bytes, records, sums, the safe."""
