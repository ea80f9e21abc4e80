"""The API's description of itself: the OpenAPI document and its viewer, both served from here, offline."""

from typing import Any, Final

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.templatetags.static import static
from django.utils.decorators import method_decorator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from casino.api.doors import Anonymous, Door, SignedIn

SETTINGS: Final[dict[str, Any]] = {
    "TITLE": "Sabot",
    "VERSION": "1",
    "DESCRIPTION": (
        "Leitura da casa: mesas e regras, jogadas com prova, o extrato e as sessões de cada jogador, e os relatórios "
        "diários para quem os pode ver.\n\n"
        "Todos os valores são inteiros em cêntimos; todos os momentos são ISO 8601 em UTC; o dia de jogo é o dia "
        "civil de Portugal continental. Entra-se com a sessão do sítio (cookie). Só há GET: as apostas fazem-se pela "
        "ligação da mesa (WebSocket `/ws/tables/{code}/`), que responde com recibo ou recusa.\n\n"
        "Tudo o que não é a resposta pedida é um documento de problema (RFC 9457, `application/problem+json`): "
        "`type`, `title`, `status`, `detail`, e os nossos `reason` e `rule`."
    ),
}


class Schema(SpectacularAPIView):
    """The OpenAPI document."""

    permission_classes = [AllowAny]
    throttle_classes = [Anonymous, SignedIn]
    custom_settings = SETTINGS

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        response: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]  # theirs has none
        return response


# A policy for this page alone: the viewer writes style attributes and draws icons from data.
@method_decorator(csp_update({"style-src": [SELF, UNSAFE_INLINE], "img-src": [SELF, "data:"]}), name="dispatch")
class Viewer(SpectacularSwaggerSplitView):
    """The OpenAPI document for people."""

    permission_classes = [AllowAny]
    throttle_classes = [Anonymous, SignedIn]
    url_name = "api:schema"
    title = "Sabot"

    @staticmethod
    def _swagger_ui_resource(filename: str) -> str:
        return static(f"drf_spectacular_sidecar/swagger-ui-dist/{filename}")

    @staticmethod
    def _swagger_ui_favicon() -> str:
        return static("drf_spectacular_sidecar/swagger-ui-dist/favicon-32x32.png")


class Nothing(Door):
    """Every address that is none: the same shape of error as everywhere."""

    @extend_schema(exclude=True)
    def get(self, request: Request, **_: Any) -> Response:
        raise NotFound
