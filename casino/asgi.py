"""The web process: pages and API on one side, the tables' sockets on the other, the door in front of both."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
pages = get_asgi_application()

from casino.door.guard import Guard, PersonSockets  # noqa: E402  (Django's apps must be ready first)
from casino.portal.sockets import urlpatterns  # noqa: E402
from casino.signing.sockets import StaffSockets  # noqa: E402
from casino.web.lifespan import Lifespan  # noqa: E402

tables = AuthMiddlewareStack(StaffSockets(PersonSockets(URLRouter(urlpatterns))))
application = Guard(
    ProtocolTypeRouter(
        {
            "http": pages,
            "lifespan": Lifespan(),
            "websocket": OriginValidator(tables, settings.CSRF_TRUSTED_ORIGINS),
        }
    )
)
