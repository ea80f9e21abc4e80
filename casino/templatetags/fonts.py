"""The tag of a page's head that asks for the interface's font."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from casino.web import fonts

register = template.Library()


@register.simple_tag
def font_ahead() -> SafeString:
    """`{% font_ahead %}`: asks for the interface's font before the style sheet names it, if it was gathered."""
    address = fonts.ahead()
    if address is None:
        return SafeString("")
    return format_html('<link rel="preload" as="font" type="font/woff2" href="{}" crossorigin>', address)
