"""Complaints with their files, deadlines, decisions and awards."""
