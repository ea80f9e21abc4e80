"""What every answer says to the browser beside its security policy: which powers these pages never use."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

POLICY: Final = ", ".join(
    f"{power}=()"
    for power in (
        "accelerometer",
        "autoplay",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "publickey-credentials-get",
        "usb",
    )
)
"""Full screen is left out on purpose: the table has a button for it."""


def permissions_policy(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Give up camera, microphone, position and the like, in this page and in anything that it could embed."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", POLICY)
        return response

    return answer
