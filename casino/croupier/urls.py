"""The addresses of the croupiers' console."""

from django.urls import path

from casino.croupier import views
from casino.croupier.scanner_door import ScannerDoor

app_name = "croupier"
urlpatterns = [
    path("", views.home, name="home"),
    path("cartas/<slug:deck>/", views.deck, name="deck"),
    path("<slug:code>/", views.console, name="console"),
    path("<slug:code>/estado/", views.standing, name="standing"),
    path("<slug:code>/leitor/", ScannerDoor.as_view(), name="scanner"),
    path("<slug:code>/<slug:act>/", views.act, name="act"),
]
