"""A house on servers that fail over: real ones, killed and promoted."""
