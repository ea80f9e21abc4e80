"""What came too soon: the answer to the request says so to machines, by 429 and `Retry-After`."""

import math
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

_LEFT: Final = "_seconds_to_wait"


def note_wait(request: Any, wait: timedelta) -> None:
    """Let the answer to this request be 429, with the seconds that are left."""
    if request is not None:
        setattr(request, _LEFT, max(1, math.ceil(wait.total_seconds())))


def tell_waits(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer 429 with `Retry-After` where something was refused only because it came too soon."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        left = getattr(request, _LEFT, None)
        if left is not None:
            response.status_code = 429
            response.headers["Retry-After"] = str(left)
        return response

    return answer
