"""Every socket address of the house."""

from django.urls import path

from casino.portal.sentences import spoken_refusal
from tables.live.consumers import TableSocket

urlpatterns = [path("ws/tables/<slug:code>/", TableSocket.as_asgi(sentence=staticmethod(spoken_refusal)))]
