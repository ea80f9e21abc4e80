"""Files that leave the house whole: the evidence pack of a round, the log of complaints."""
