"""Pictures of pages for the documents, taken by hand: no run of the tests takes them."""
