"""What a person may ask of their data: export, rectification, closing."""
