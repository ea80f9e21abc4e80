"""Where a scanner hands in what it read: a token instead of a session, no cookie, and so no forged request to fear.

Answers and errors have a closed form (docs/croupier.md); the bridge `./sabot manage scanner` speaks to this address.
"""

from io import BytesIO
from typing import IO, Any, Final

from django.utils.translation import gettext, gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, serializers
from rest_framework.authentication import get_authorization_header
from rest_framework.parsers import JSONParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from casino.api import errors
from casino.croupier.forms import CODE_MOST
from casino.signing.origin import is_for_staff
from casino.web.act import status_of
from casino.wording import names
from casino.wording.rejections import sentence
from casino.wording.rejections.croupier import REFUSALS
from kernel.rejection import Rejected
from tables.live import clock
from tables.operations.croupier.reading import Reading
from tables.operations.croupier.scanners import ScannerRejection, digest_of, read_by_scanner

BODY_MOST: Final = 2_000
"""Bytes of a request: a code and a key need a tenth of it."""
UNAUTHORIZED: Final = 401
FORBIDDEN: Final = 403
TOO_LARGE: Final = 413
_OF_TOKEN: Final = frozenset({ScannerRejection.TOKEN_UNKNOWN, ScannerRejection.TOKEN_REVOKED})
_STATUSES: Final = {ScannerRejection.ANOTHER_TABLE: FORBIDDEN}


class ByToken(SimpleRateThrottle):
    """Each scanner by itself: ten cards a second, which no person deals."""

    rate = "600/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Under the digest: the cache knows no token."""
        token = token_of(request)
        return f"scanner-{digest_of(token)}" if token else None


class ByAddress(SimpleRateThrottle):
    """Each network address, with any number of tokens: as many as all tables of a floor send from one."""

    rate = "3000/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """By the address that the server itself saw."""
        return f"scanners-at-{request.META.get('REMOTE_ADDR', '')}"


class BodyTooLarge(exceptions.APIException):
    """More than a reading needs."""

    status_code = TOO_LARGE
    default_detail = gettext_lazy("The request is too large for a reading.")


class ShortJSON(JSONParser):
    """JSON of few bytes: neither a flood nor a tower of brackets is read."""

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None) -> Any:
        """What the body says. Raises `ParseError` and `BodyTooLarge`."""
        body = stream.read(BODY_MOST + 1)
        if len(body) > BODY_MOST:
            raise BodyTooLarge
        try:
            return super().parse(BytesIO(body), media_type, parser_context)
        except RecursionError:
            raise exceptions.ParseError from None


class Sent(serializers.Serializer[Any]):
    """A reading as it is sent: the text, and a key that stays the same however often it is sent."""

    code = serializers.CharField(max_length=CODE_MOST, allow_blank=True)
    key = serializers.UUIDField()


@extend_schema(exclude=True)
class ScannerDoor(APIView):
    """The address for the scanners of one table."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    parser_classes = (ShortJSON,)
    throttle_classes = (ByAddress, ByToken)
    http_method_names = ["post"]

    def post(self, request: Request, code: str) -> Response:
        """Take a reading; 200 for every one that the table judged, also for a card that does not count."""
        token = token_of(request)
        if not is_for_staff(request._request):
            return _problem("another-network", gettext("Scanners are not read from this network."), FORBIDDEN)
        if not token:
            return _problem("no-token", gettext("A scanner shows its token: Authorization: Bearer …"), UNAUTHORIZED)
        sent = Sent(data=request.data)
        sent.is_valid(raise_exception=True)
        facts = sent.validated_data
        try:
            read = read_by_scanner(
                table_code=code, token=token, code=facts["code"], idempotency_key=facts["key"], now=clock.now()
            )
        except Rejected as rejected:
            return _rejected(rejected)
        return Response(_told(read), headers={"Cache-Control": "no-store"})

    def get_exception_handler(self) -> Any:
        """The API's, in a scanner's words."""
        return _answer


def token_of(request: Request) -> str:
    """The token that the request shows; empty for none, or for one that is no text."""
    kind, _, token = get_authorization_header(request).partition(b" ")
    shown = token.strip()
    return shown.decode() if kind.lower() == b"bearer" and shown.isascii() else ""


def _told(read: Reading) -> dict[str, Any]:
    return {
        "place": read.slot,
        "card": read.card,
        "refusal": None if read.refusal is None else read.refusal.value,
        "burnt": read.burnt,
        "stopped": read.stopped,
        "repeat": read.repeat,
        "words": _words(read),
    }


def _words(read: Reading) -> str:
    if read.refusal is not None:
        return str(REFUSALS[read.refusal])
    if read.burnt:
        return gettext("%(card)s was turned: burn as many cards as it counts.") % {"card": names.card(read.card)}
    return gettext("%(card)s lies in place %(place)s.") % {
        "card": names.card(read.card),
        "place": names.slot(read.slot),
    }


def _rejected(rejected: Rejected) -> Response:
    reason = rejected.reason
    status = UNAUTHORIZED if reason in _OF_TOKEN else _STATUSES.get(reason, status_of(rejected))  # type: ignore[call-overload]
    return _problem(reason.value, sentence(rejected), status)


def _answer(error: Exception, context: dict[str, Any]) -> Response:
    if isinstance(error, exceptions.MethodNotAllowed):
        return _problem("method-not-allowed", gettext("This address only takes readings (POST)."), error.status_code)
    if isinstance(error, BodyTooLarge):
        return _problem("too-large", str(error.detail), TOO_LARGE)
    return errors.answer(error, context)


def _problem(reason: str, words: str, status: int) -> Response:
    """An error in the API's shape (RFC 9457)."""
    said = {
        "type": f"urn:sabot:problem:{reason}",
        "title": words,
        "status": status,
        "detail": words,
        "reason": reason,
        "rule": None,
    }
    answer = Response(said, status=status, content_type=errors.PROBLEM, headers={"Cache-Control": "no-store"})
    if status == UNAUTHORIZED:
        answer["WWW-Authenticate"] = 'Bearer realm="sabot"'
    return answer
