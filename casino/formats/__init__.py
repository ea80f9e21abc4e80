"""How dates are written where Django's own way of a language is not this house's."""
