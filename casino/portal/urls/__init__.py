"""The portal's addresses, by what one comes for."""

from casino.portal.urls import complaints, entry, information, money, own, play, protection

app_name = "portal"

urlpatterns = [
    *play.urlpatterns,
    *entry.urlpatterns,
    *money.urlpatterns,
    *protection.urlpatterns,
    *complaints.urlpatterns,
    *information.urlpatterns,
    *own.urlpatterns,
]
