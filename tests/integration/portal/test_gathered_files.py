"""Static files as `collectstatic` leaves them: joined, hashed, compressed, and how long browsers may keep them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, override_settings

from casino.wording import texts

JOINED = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "casino.web.joining.storage.JoinedFiles"},
}


class Files:
    """A folder of static files, and what was gathered from it."""

    def __init__(self, folder: Path) -> None:
        self.sources, self.gathered = folder / "sources", folder / "gathered"
        self.sources.mkdir()
        self.gathered.mkdir()

    def write(self, name: str, content: str | bytes) -> None:
        path = self.sources / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    def gather(self) -> dict[str, str]:
        """By name: the hashed name."""
        call_command("collectstatic", "--no-input", verbosity=0)
        found: dict[str, str] = json.loads((self.gathered / "staticfiles.json").read_text())["paths"]
        return found

    def read(self, name: str) -> str:
        return (self.gathered / name).read_text()


@pytest.fixture
def files(tmp_path: Path) -> Iterator[Files]:
    texts.compile_all()
    files = Files(tmp_path)
    with override_settings(
        STORAGES=JOINED,
        STATIC_ROOT=str(files.gathered),
        STATICFILES_DIRS=[str(files.sources)],
        STATICFILES_FINDERS=["django.contrib.staticfiles.finders.FileSystemFinder"],
    ):
        files.write("css/main.css", '@import "parts/face.css" layer(parts);\n')
        files.write("css/parts/face.css", '@font-face { src: url("../../fonts/face.woff2") }\n')
        files.write("fonts/face.woff2", b"wOF2\x00\xff")
        files.write("js/page.js", 'import { one } from "./one.js";\nglobalThis.one = one;\n')
        files.write("js/one.js", "export const one = 1;\n")
        yield files


def ask(path: str, **headers: str) -> Any:
    return Client().get(f"/static/{path}", headers=headers)


def test_a_hashed_name_holds_everything_and_may_be_kept_and_others_may_not(files: Files) -> None:
    names = files.gather()
    assert names["fonts/face.woff2"] in files.read(names["css/main.css"]).replace("../", "")
    assert "@import" not in files.read(names["css/main.css"])
    assert "const one = 1" in files.read(names["js/page.js"])
    assert files.read("js/page.js").startswith("import"), "under its own name a file stays as it is written"
    assert "one.js" not in " ".join(names), "two copies of a module would not share what they know"
    for name in names.values():
        assert "immutable" in ask(name)["Cache-Control"], name
    for name in ("js/page.js", "js/one.js", "css/main.css", "fonts/face.woff2"):
        answer = ask(name)
        assert answer.status_code == 200
        assert "immutable" not in answer["Cache-Control"], name
        assert "max-age=60" in answer["Cache-Control"], name


def test_a_change_of_a_part_changes_the_name_of_the_whole(files: Files) -> None:
    before = files.gather()
    files.write("js/one.js", "export const one = 2;\n")
    files.write("fonts/face.woff2", b"wOF2\x00\xfe")
    after = files.gather()
    assert {name for name in before if before[name] != after[name]} == {
        "js/page.js",
        "css/main.css",
        "fonts/face.woff2",
    }
    assert "const one = 2" in files.read(after["js/page.js"])


def test_texts_of_scripts_come_in_every_language_and_compressed(files: Files) -> None:
    names = files.gather()
    assert "Aceite" in files.read(names["texts/pt.js"])
    assert "Acceptat" in files.read(names["texts/ro.js"])
    assert "gettext" in files.read(names["texts/en.js"])
    answer = ask(names["texts/pt.js"], accept_encoding="gzip")
    assert answer["Content-Encoding"] == "gzip"
    assert "immutable" in answer["Cache-Control"]


def test_a_broken_import_ends_the_gathering_with_one_sentence(files: Files) -> None:
    files.write("js/page.js", 'import { one } from "./gone.js";\n')
    with pytest.raises(CommandError) as refused:
        files.gather()
    assert str(refused.value) == "js/page.js, line 1: js/gone.js is imported and is not there."
    files.write("js/page.js", "")
    files.write("css/parts/face.css", "p { mask: url(gone.svg) }\n")
    with pytest.raises(CommandError) as refused:
        files.gather()
    assert str(refused.value) == "css/parts/face.css, line 1: css/parts/gone.svg is named and is not there."


def test_texts_that_are_not_compiled_are_missed(files: Files, tmp_path: Path) -> None:
    catalogue = tmp_path / "locale/pt/LC_MESSAGES/djangojs.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text("")
    with override_settings(LOCALE_PATHS=[tmp_path / "locale"]), pytest.raises(CommandError, match="compile_texts"):
        files.gather()
