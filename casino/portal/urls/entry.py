"""Coming in and going out: registration, sign-in, recovery, second factor, devices."""

from django.urls import URLPattern, path

from casino.portal.views import sign_in

urlpatterns: list[URLPattern] = [
    path("entrar/", sign_in.SignIn.as_view(), name="sign_in"),
    path("sair/", sign_in.SignOut.as_view(), name="sign_out"),
]
