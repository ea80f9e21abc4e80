"""Kept texts for answers to complaints: the list, one text with its versions, and writing, changing, retiring (G2)."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.backoffice import pages, reply_forms
from casino.backoffice.access import allowed
from casino.backoffice.list_pages import show
from casino.backoffice.lists.cases import REPLY_TEMPLATES
from casino.backoffice.presenters import replies as presenters
from casino.web.act import act, posted
from players.complaints.operations import replies as operations
from players.complaints.operations.replies import ReplyRejection
from players.complaints.queries import replies as queries
from players.roles import Action, may

FIELDS = {
    ReplyRejection.TITLE_INVALID: "title",
    ReplyRejection.TEXT_INVALID: "text",
    ReplyRejection.PLACEHOLDER_UNKNOWN: "text",
    ReplyRejection.REASON_MISSING: "reason",
}


@allowed(Action.SEE_COMPLAINTS)
@require_safe
def reply_templates(request: HttpRequest) -> HttpResponse:
    """The texts that are offered, or those that were retired."""
    form = reply_forms.ReplySearch(request.GET or None)
    asked = form.cleaned_data if form.is_bound and form.is_valid() else {}
    return show(
        request,
        REPLY_TEMPLATES,
        form,
        category=asked.get("category", ""),
        language=asked.get("language", ""),
        retired={"": False, "retired": True}.get(asked.get("state", "")),
    )


@allowed(Action.KEEP_TEMPLATES)
@require_http_methods(["GET", "HEAD", "POST"])
def new_reply_template(request: HttpRequest) -> HttpResponse:
    """Write a new text."""
    return act(
        request,
        reply_forms.NewReply(posted(request)),
        operations.write_template,
        page=partial(_new_page, request),
        fields=FIELDS,
        done=gettext("The template is offered from now on."),
        to=lambda done: ("backoffice:reply_template", done.template_id),
    )


def _new_page(request: HttpRequest, form: reply_forms.NewReply) -> HttpResponse:
    context = {"form": form, "placeholders": presenters.placeholders()}
    return pages.page(request, "backoffice/new_reply_template/page.html", "complaints", context)


@allowed(Action.SEE_COMPLAINTS)
@require_safe
def reply_template(request: HttpRequest, number: int) -> HttpResponse:
    """One text: what it says, and every version with its author and reason."""
    return _page(request, number)


@allowed(Action.KEEP_TEMPLATES)
@require_POST
def change_reply(request: HttpRequest, number: int) -> HttpResponse:
    """Write another version, which is offered from now on."""
    return act(
        request,
        reply_forms.ChangeReply(request.POST),
        operations.change_template,
        template_id=number,
        page=lambda form: _page(request, number, change=form),
        fields=FIELDS,
        missing=(ReplyRejection.NO_SUCH_TEMPLATE,),
        done=gettext("The new version is offered from now on. Answers keep the version that they came from."),
        to=("backoffice:reply_template", number),
    )


@allowed(Action.KEEP_TEMPLATES)
@require_POST
def retire_reply(request: HttpRequest, number: int) -> HttpResponse:
    """Offer a text no more."""
    return act(
        request,
        reply_forms.RetireReply(request.POST, auto_id="retire_%s"),
        operations.retire_template,
        template_id=number,
        page=lambda form: _page(request, number, retire=form),
        fields={ReplyRejection.REASON_MISSING: "reason"},
        missing=(ReplyRejection.NO_SUCH_TEMPLATE,),
        done=gettext("The template is offered no more. It stays readable, and a change brings it back."),
        to=("backoffice:reply_template", number),
    )


def _page(
    request: HttpRequest,
    number: int,
    *,
    change: reply_forms.ChangeReply | None = None,
    retire: reply_forms.RetireReply | None = None,
) -> HttpResponse:
    versions = queries.versions_of(number)
    if not versions:
        raise Http404
    last = versions[0]
    keeps = may(request.user, Action.KEEP_TEMPLATES)
    said = {"title": last.title, "text": last.text, "seen": last.version}
    seen = {"seen": last.version}
    context = {
        "line": presenters.line(last),
        "versions": versions,
        "placeholders": presenters.placeholders(),
        "change": (change or reply_forms.ChangeReply(initial=said)) if keeps else None,
        "retire": (retire or reply_forms.RetireReply(initial=seen, auto_id="retire_%s"))
        if keeps and not last.retired
        else None,
    }
    return pages.page(request, "backoffice/reply_template/page.html", "complaints", context)
