"""The REST face of the house: reads only, the same queries and permissions as the pages."""
