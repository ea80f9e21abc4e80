"""The wallet: deposits, withdrawals, the statement."""

from django.urls import URLPattern, path

from casino.portal.views import account

urlpatterns: list[URLPattern] = [
    path("carteira/", account.wallet, name="wallet"),
]
