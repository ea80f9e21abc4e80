"""Who looks at a page of one's own."""

from django.http import HttpRequest


def person_id(request: HttpRequest) -> int:
    """The signed-in person; only for views behind `login_required`."""
    found = request.user.pk
    assert found is not None
    return found
