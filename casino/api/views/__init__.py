"""The views of the API: read the request, ask one query, answer."""
