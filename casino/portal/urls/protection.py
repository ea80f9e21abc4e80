"""Limits, breaks, the national list: what keeps play in bounds."""

from django.urls import URLPattern, path

from casino.portal.views import breaks, limits, national_list

urlpatterns: list[URLPattern] = [
    path("limites/", limits.limits, name="limits"),
    path("limites/<int:limit_id>/confirmar/", limits.confirm, name="limit_confirm"),
    path("limites/<int:limit_id>/desistir/", limits.cancel, name="limit_cancel"),
    path("limites/aviso-de-tempo/", limits.check_interval, name="check_interval"),
    path("pausas/", breaks.breaks, name="breaks"),
    path("pausas/aviso/", breaks.notice, name="break_notice"),
    path("lista-nacional/aviso/", national_list.notice, name="national_notice"),
]
