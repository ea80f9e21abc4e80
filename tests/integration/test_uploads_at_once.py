"""Pictures sent to a running house by the handful: its own memory stays, for any unpacked size."""

import re
import time
import urllib.error
import urllib.request
import uuid
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model

from players.models import Complaint, ComplaintFile
from tests.factories import Actor, Floor
from tests.hostile_files import HIDDEN_SCRIPT, image, png_of
from tests.running import House, resident, running_house

pytestmark = [pytest.mark.house, pytest.mark.timeout(300)]
MEGABYTE = 1024 * 1024
BOMB = png_of(6_300, 6_300, rows=6_300)


def cookie_of(actor: Actor) -> str:
    """A session of a signed-in person."""
    user = get_user_model().objects.get(pk=actor.id)
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def complain(house: House, session: str, files: list[tuple[str, bytes]]) -> tuple[int, str]:
    """Send the form with these files, as a browser does."""
    cookie = f"sessionid={session}; django_language=pt"
    asked = urllib.request.Request(f"{house.url}/reclamacoes/nova/", headers={"Cookie": cookie})
    with urllib.request.urlopen(asked, timeout=60) as page:
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())
        crumb = page.headers["Set-Cookie"].split(";")[0]
    assert token is not None
    fields = {
        "csrfmiddlewaretoken": token[1],
        "key": str(uuid.uuid4()),
        "category": "other",
        "text": "A mesa parou de responder e junto as imagens do ecrã.",
    }
    edge = uuid.uuid4().hex
    parts = [
        f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    parts += [
        f'--{edge}\r\nContent-Disposition: form-data; name="attached"; filename="{name}"\r\n\r\n'.encode()
        + content
        + b"\r\n"
        for name, content in files
    ]
    headers = {
        "Cookie": f"{cookie}; {crumb}",
        "Content-Type": f"multipart/form-data; boundary={edge}",
        "Origin": house.url,
    }
    body = b"".join(parts) + f"--{edge}--\r\n".encode()
    sending = urllib.request.Request(f"{house.url}/reclamacoes/nova/", data=body, headers=headers)
    try:
        with urllib.request.urlopen(sending, timeout=120) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell a process's memory")
def test_three_requests_with_five_large_pictures_leave_the_web_process_as_it_was(
    open_floor: Floor, tmp_path: Path
) -> None:
    players = [cookie_of(open_floor.player()) for _ in range(3)]
    with running_house(tmp_path, parts=()) as house, ThreadPoolExecutor(3) as threads:
        assert complain(house, players[0], [("a.png", image("PNG"))])[0] == 200
        before = highest = resident(house)
        for sent in ([BOMB] * 5, [image("PNG", (4_000, 3_900))] * 5):
            files = [(f"{number}.png", content) for number, content in enumerate(sent)]
            asked = [threads.submit(complain, house, session, files) for session in players]
            while not all(each.done() for each in asked):
                highest = max(highest, resident(house))
                with urllib.request.urlopen(f"{house.url}/livez", timeout=10) as answer:
                    assert answer.status == 200
                time.sleep(0.1)
            answers = [each.result() for each in asked]
            if sent[0] is BOMB:
                assert {status for status, _ in answers} == {409}
                assert all("demasiados píxeis" in page or "Tente de novo" in page for _, page in answers)
            else:
                assert {status for status, _ in answers} <= {200, 409}
                assert any(status == 200 for status, _ in answers)
                assert all(status == 200 or "Tente de novo daqui a pouco" in page for status, page in answers)
        assert highest - before < 60 * MEGABYTE
        assert complain(house, players[0], [("b.pdf", HIDDEN_SCRIPT)])[0] == 200
    kept = ComplaintFile.objects.order_by("-pk")[0]
    assert kept.content_type == "application/pdf"
    assert b"JavaScript" not in bytes(kept.content)
    assert Complaint.objects.count() >= 3
    assert "Traceback" not in (tmp_path / "web.log").read_text()
