"""The addresses of the croupiers' console."""

from django.urls import path

from casino.croupier import views

app_name = "croupier"
urlpatterns = [
    path("", views.home, name="home"),
    path("cartas/<slug:deck>/", views.deck, name="deck"),
    path("<slug:code>/", views.console, name="console"),
    path("<slug:code>/estado/", views.standing, name="standing"),
    path("<slug:code>/<slug:act>/", views.act, name="act"),
]
