"""The public door of a small house: TLS by Caddy, for `./sabot up --public NAME`.

Caddy gets a certificate for the name by itself and renews it; for `localhost` it makes one of its own. It is fetched
once, from the lock `lock-door.txt`. Knows names, ports and one file of configuration; the house behind it is a port.
"""

import contextlib
import os
import re
import socket
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from launcher import environment, processes
from launcher.folder import Folder, write_private
from launcher.processes import Patience
from launcher.trouble import Trouble

NAME: Final = re.compile(r"(?=.{1,253}\Z)(?!-)([a-z0-9-]{1,63}(?<!-)\.)+(?!-)[a-z][a-z0-9-]{0,62}(?<!-)")
LOCAL: Final = "localhost"
PORTS: Final = (443, 80)
LOCK: Final = "lock-door.txt"
CERTIFICATE_SECONDS: Final = 60.0
NEEDED: Final = {"SABOT_HTTPS": "1", "SABOT_PROXIES": "127.0.0.1"}
"""Settings that a house behind this door has, whatever its name."""
CONFIGURATION: Final = """\
{{
	admin off
	skip_install_trust
	https_port {https}
	http_port {http}
	storage file_system "{kept}"
	servers {{
		protocols h1 h2
	}}
	log {{
		output stderr
		format json
		level WARN
	}}
}}

{name} {{{internal}
	reverse_proxy 127.0.0.1:{port} {{
		header_up X-Forwarded-For {{remote_host}}
		stream_close_delay 5m
	}}
}}
"""


@dataclass(frozen=True)
class Door:
    """The door of a house whose web processes listen at `port`."""

    folder: Folder
    name: str
    https: int = PORTS[0]
    http: int = PORTS[1]

    @property
    def origin(self) -> str:
        """The house's address."""
        return f"https://{self.name}" + ("" if self.https == PORTS[0] else f":{self.https}")

    @property
    def log(self) -> Path:
        """What Caddy says."""
        return self.folder.log("door")

    def settings(self) -> dict[str, str]:
        """What the house has to be told: that it is reached by this name alone, over HTTPS.

        Raises:
            Trouble: a setting of yours says otherwise.
        """
        wanted = NEEDED | {"SABOT_HOSTS": f"{self.name},127.0.0.1", "SABOT_ORIGINS": self.origin}
        for name, value in wanted.items():
            if (given := environment.given(name)) not in {None, value}:
                raise Trouble(f"--public sets {name} to {value}, and yours is {given}: leave one of them out.")
        # The demonstration's password is public, and so is this house.
        return wanted | {"SABOT_DEMO": environment.given("SABOT_DEMO") or "0"}

    def prove_ports(self) -> None:
        """Find out that both ports can be listened at.

        Raises:
            Trouble: one is taken, or needs rights that we do not have.
        """
        for port in (self.https, self.http):
            with contextlib.closing(socket.socket()) as tried:
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                try:
                    tried.bind(("0.0.0.0", port))  # noqa: S104  # a public door
                except PermissionError as error:
                    raise Trouble(
                        f"Port {port} needs rights that this user does not have: allow it "
                        f"(sysctl net.ipv4.ip_unprivileged_port_start=80), or forward it to two others and name those "
                        "in SABOT_PUBLIC_PORTS=HTTPS,HTTP."
                    ) from error
                except OSError as error:
                    raise Trouble(f"Port {port} is in use; a public house needs it for itself.") from error

    def fetch(self, patience: Patience) -> None:
        """Install Caddy in the house's folder, unless it is there.

        Raises:
            Trouble: it cannot be fetched here.
        """
        if self._program().exists():
            return
        install: list[str | Path] = [
            self.folder.python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
        ]
        wanted: list[str | Path] = ["--require-hashes", "--target", self._folder(), "-r", self.folder.root / LOCK]
        log = self.folder.log("install")
        code = processes.run([*install, *wanted], log=log, environment=dict(os.environ), patience=patience)
        if code != 0 or not self._program().exists():
            raise Trouble(f"The door (Caddy) could not be fetched; the end of {log} says:\n{processes.log_tail(log)}")

    def command(self, port: int) -> list[str | Path]:
        """The command that opens it before the house at that port. Writes its configuration."""
        written = self.folder.run / "Caddyfile"
        internal = "\n\ttls internal" if self.name == LOCAL else ""
        text = CONFIGURATION.format(
            name=self.name, https=self.https, http=self.http, kept=self._kept(), port=port, internal=internal
        )
        write_private(written, text)
        return [self._program(), "run", "--config", written, "--adapter", "caddyfile"]

    def has_certificate(self) -> bool:
        """Whether it shows a certificate for the name that callers trust; for `localhost` its own authority's."""
        root = self._kept() / "pki/authorities/local/root.crt"
        try:
            trusted = ssl.create_default_context(cafile=str(root) if self.name == LOCAL else None)
            with (
                socket.create_connection(("127.0.0.1", self.https), timeout=3) as plain,
                trusted.wrap_socket(plain, server_hostname=self.name),
            ):
                return True
        except OSError:
            return False

    def _folder(self) -> Path:
        return self.folder.data / "door"

    def _kept(self) -> Path:
        return self._folder() / "certificates"

    def _program(self) -> Path:
        return self._folder() / "bin" / "caddy"


def door(folder: Folder, name: str) -> Door:
    """The door of a public house of that name, at the ports of SABOT_PUBLIC_PORTS or 443 and 80.

    Raises:
        Trouble: it is no name that people can reach, or the ports are none.
    """
    name = name.lower().rstrip(".")
    if name != LOCAL and NAME.fullmatch(name) is None:
        raise Trouble(f'--public needs the name under which people reach the house, as jogo.example.pt, not "{name}".')
    wanted = environment.given("SABOT_PUBLIC_PORTS")
    if wanted is None:
        return Door(folder, name)
    ports = wanted.split(",")
    if len(ports) != 2 or not all(port.isdecimal() and 1 <= int(port) <= 65535 for port in ports):
        raise Trouble(f'SABOT_PUBLIC_PORTS must be two ports, HTTPS,HTTP, as 8443,8080, not "{wanted}".')
    return Door(folder, name, int(ports[0]), int(ports[1]))
