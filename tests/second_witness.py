"""A second witness, written apart from `reporting/verifier/sabot_witness.py`: it keeps what it signed in memory.

It reads C2SP tlog-witness with the house's own `reporting.evidence`, so that the two witnesses share no line.
"""

import base64
from collections.abc import Mapping, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from types import TracebackType
from typing import Self

from reporting.evidence import notes, tree
from reporting.evidence.checkpoints import Checkpoint
from reporting.evidence.notes import KeyUnknown, NoteMalformed, SignatureWrong, Signer, Verifier

Answer = tuple[int, str, str]


class SecondWitness:
    """A witness of these logs, by their origins. As a context it serves HTTP; `judge` answers without."""

    def __init__(self, signer: Signer, logs: Sequence[Verifier], *, at: int = 1775019600) -> None:
        self.signer, self.at = signer, at
        self.logs: Mapping[str, Verifier] = {each.name: each for each in logs}
        self.seen: dict[str, Checkpoint] = {}
        self.url = ""

    def judge(self, body: bytes) -> Answer:
        """Status, type and text of the answer to a request."""
        try:
            head, note = body.decode().split("\n\n", 1)
            old, *proof = head.split("\n")
            asked = Checkpoint.parse(notes.split(note)[0])
            if not old.removeprefix("old ").isdecimal():
                return 400, "text/plain", "no size\n"
            size, hashes = int(old.removeprefix("old ")), [base64.b64decode(each) for each in proof]
        except (ValueError, NoteMalformed):
            return 400, "text/plain", "malformed\n"
        if asked.origin not in self.logs:
            return 404, "text/plain", "unknown log\n"
        try:
            notes.open_note(note, [self.logs[asked.origin]])
        except (SignatureWrong, KeyUnknown):
            return 403, "text/plain", "not signed\n"
        if size > asked.size:
            return 400, "text/plain", "old is larger\n"
        last = self.seen.get(asked.origin, Checkpoint(asked.origin, 0, tree.EMPTY))
        if size != last.size or (asked.size == last.size and asked.root != last.root):
            return 409, "text/x.tlog.size", f"{last.size}\n"
        try:
            tree.verify_consistency(
                old=last.size, old_root=last.root, size=asked.size, new_root=asked.root, proof=hashes
            )
        except tree.ProofWrong:
            return 422, "text/plain", "no continuation\n"
        self.seen[asked.origin] = asked
        return 200, "text/plain", self.signer.line(asked.text, at=self.at)

    def __enter__(self) -> Self:
        witness = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                status, kind, said = witness.judge(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(said.encode())))
                self.end_headers()
                self.wfile.write(said.encode())

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, at: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
