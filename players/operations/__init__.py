"""The writing door of the persons: one module per matter."""
