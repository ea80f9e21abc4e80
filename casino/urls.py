"""Every address of the house: health, the API, the back office, and the portal at the root."""

from django.urls import include, path
from django.views.i18n import set_language

from casino.backoffice.views.duties import deadline_calendar
from casino.portal.urls.entry import steps
from casino.web import health

urlpatterns = [
    path("livez", health.livez, name="livez"),
    path("healthz", health.livez, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("readyz/site", health.site, name="site_health"),
    path("lingua/", set_language, name="set_language"),
    path("api/", include("casino.api.urls")),
    path("casa/", include("casino.backoffice.urls")),
    path("croupier/", include("casino.croupier.urls")),
    path("casa/prazos/calendario/<str:secret>.ics", deadline_calendar, name="deadline_calendar"),
    path("", include("casino.portal.urls")),
    path("", include(steps)),
]
