"""The compilation of templates: Django's own, but a literal sentence is translated only once, addresses are kept, and
plain values are shown at once.

A list says the heading of each column in every row, for phones. Django looks each of them up anew, through a lazy
string: a seventh of a list's page. It works out each address anew too, and a statement names a hundred. Catalogues and
addresses do not change while a process lives. Of each value it asks whether it is a moment and how its language writes
it, though most are texts. Knows nothing of any page.
"""

import html
from typing import Any, Final, cast

from django.template import Context, Library, Node, Variable
from django.template.backends.django import DjangoTemplates
from django.template.base import Parser, Template, Token, VariableNode, render_value_in_context
from django.template.defaulttags import URLNode, url
from django.template.loaders import cached
from django.templatetags import i18n
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from casino.web.addresses import address

_LANGUAGE: Final = "casino.web.rendering: language"


class Templates(DjangoTemplates):
    """Django's own templates, with the `trans` and `translate` of this module in every template that loads i18n, and
    with its `url`.
    """

    def __init__(self, params: dict[str, Any]) -> None:
        super().__init__(params)
        ((_, inner),) = self.engine.loaders
        self.engine.loaders = [("casino.web.rendering.Loader", inner)]
        self.engine.template_libraries["i18n"] = _library()
        addresses = Library()
        addresses.tag("url", _address)
        self.engine.template_builtins.append(addresses)


class Loader(cached.Loader):
    """Django's own, whose templates show plain values at once."""

    def get_template(self, template_name: str, skip: Any = None) -> Template:
        """The template, compiled once."""
        compiled = self.cache_key(template_name, skip) in self.get_template_cache
        template = super().get_template(template_name, skip)
        for node in () if compiled else template.nodelist.get_nodes_by_type(VariableNode):
            node.__class__ = _Value
        return template


def shown(value: Any, context: Context) -> str:
    """A value as a template writes it. Of a text or a whole number there is nothing to ask; others go Django's way.

    Whole numbers are written alike in every language: those that need groups are drawn by `casino.wording.words`.
    """
    kind = type(value)
    if kind is SafeString or (kind is str and not context.autoescape):
        return cast("str", value)
    if kind is str:
        return html.escape(value)
    return str(value) if kind is int else render_value_in_context(value, context)


class _Value(VariableNode):
    """`{{ value }}`."""

    def render(self, context: Context) -> str:
        return shown(self.filter_expression.resolve(context), context)


def _library() -> Library:
    library = Library()
    library.filters.update(i18n.register.filters)
    library.tags.update({**i18n.register.tags, "trans": _translate, "translate": _translate})
    del library.tags["language"]  # a page speaks one language from its first line to its last
    return library


def _translate(parser: Parser, token: Token) -> Node:
    """Django's node, kept as it is unless what it says is known beforehand."""
    node = i18n.do_translate(parser, token)
    said, about = node.filter_expression, node.message_context
    fixed = isinstance(said.var, Variable) and said.var.literal is not None and not said.filters
    return _Sentence(node) if fixed and (about is None or isinstance(about.var, str)) else node


def _address(parser: Parser, token: Token) -> Node:
    """Django's node, which asks for the address that is kept."""
    node = url(parser, token)
    node.__class__ = _Address
    return node


class _Address(URLNode):
    """An address in a template. No page of ours is mounted twice, so that the page that asks does not matter."""

    def render(self, context: Context) -> str:
        arguments = [each.resolve(context) for each in self.args]
        named = {name: each.resolve(context) for name, each in self.kwargs.items()}
        if self.asvar:  # may name an address that there is not
            return str(super().render(context))
        found = address(self.view_name.resolve(context), *arguments, **named)
        return conditional_escape(found) if context.autoescape else found


def _language(context: Context) -> str | None:
    """The language of the rendering, asked for once a template."""
    kept = context.render_context
    language = kept.get(_LANGUAGE, kept)
    if language is kept:
        language = kept[_LANGUAGE] = get_language()
    return cast("str | None", language)


class _Sentence(Node):
    """One sentence of one template, in each language once."""

    child_nodelists = ()

    def __init__(self, node: i18n.TranslateNode) -> None:
        self._node = node
        self._said: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        """The sentence in the language that is active now; nothing where it is only given a name."""
        language, name = _language(context), self._node.asvar
        said = self._said.get(language)
        if said is None:
            rendered = self._node.render(context)
            said = self._said[language] = context[name] if name else rendered
        if name is None:
            return said
        context[name] = said
        return ""
