"""Work among the staff: who looks after what waits, what is put off, watched, and who was named in a note."""
