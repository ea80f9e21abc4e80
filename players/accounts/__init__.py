"""What every subject needs of a person: details, standing, obligations, closing."""
