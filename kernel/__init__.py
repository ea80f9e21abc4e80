"""What every app stands on: money, time, sorted lists, prepared statements, signatures. It knows no app."""
