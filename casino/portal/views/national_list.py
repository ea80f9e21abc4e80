"""Where the national list of excluded persons speaks to the house (PT-30)."""

import structlog
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from casino.adapters import regulator
from kernel import signed
from kernel.signed import SignatureRejected
from players.protection import national_push
from players.protection.national_push import PushInvalid
from players.protection.operations.national import PushRejected
from tables.operations import breaks

_log = structlog.get_logger(__name__)


@csrf_exempt
@require_POST
def notice(request: HttpRequest) -> HttpResponse:
    """A push: the signature first, then what it says. 204 once it is done, however often it comes."""
    secret = regulator.push_secret()
    if secret is None:
        raise Http404
    try:
        length = request.headers.get("Content-Length", "0")
        if not length.isascii() or not length.isdecimal() or int(length) > signed.LARGEST:
            raise SignatureRejected("too-large")
        body = request.body
        signed.verify(secret, body, request.headers.get(national_push.HEADER, ""), timezone.now())
        now = timezone.now()
        taken = breaks.take_push(push=national_push.read(body, now=now), now=now)
    except SignatureRejected as error:
        _log.warning("national push refused", why=error.reason)
        return HttpResponse(status=413 if error.reason == "too-large" else 400)
    except PushInvalid:
        _log.warning("national push refused", why="unreadable")
        return HttpResponse(status=400)
    except PushRejected:
        _log.warning("national push refused", why="another content under the same name")
        return HttpResponse(status=409)
    except (RequestDataTooBig, UnreadablePostError):
        return HttpResponse(status=400)
    _log.info("national push", repeat=taken.repeat, barred=len(taken.barred), freed=taken.freed)
    return HttpResponse(status=204)
