"""Opens the house, watches over it and closes it: the commands up and manage.

Puts the parts together; knows the order of things and the commands of each process, and nothing below that.
"""

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from launcher import commands, environment, logs, processes, servers
from launcher import door as doors
from launcher.changes import Changes
from launcher.databases import Databases
from launcher.door import CERTIFICATE_SECONDS, Door
from launcher.folder import Folder, Lock
from launcher.fonts import Fonts
from launcher.health import Health
from launcher.preparation import Account, Preparation, no_demonstration
from launcher.processes import Patience
from launcher.screen import Screen, Step
from launcher.servers import Server
from launcher.supervisor import Child, Supervisor
from launcher.trouble import StopAsked, Trouble

READY_SECONDS: Final = 180.0
PRODUCT_RANK: Final = 1
"""The product's own processes have this rank at most; its servers have higher ones."""
FALLS_MAX: Final = 3
HEALTH_SECONDS: Final = 5.0


def web_names() -> list[str]:
    """The names of the web processes, which share the house's port."""
    return ["web", *(f"web-{number}" for number in range(2, environment.web_processes() + 1))]


class House:
    """The house of one folder, from opening to closing. The folder's lock is held by the caller."""

    def __init__(
        self, folder: Folder, screen: Screen, patience: Patience, what: str, *, door: Door | None = None
    ) -> None:
        self._folder = folder
        self._door = door
        self._screen = screen
        self._patience = patience
        self.diary = logs.diary(folder.log("launcher"))
        self._supervisor = Supervisor(patience, self._tell, self.diary)
        self._state: dict[str, Any] = {"what": what, "pid": os.getpid(), "birth": processes.birth(os.getpid())}
        self._port = 0

    def clear(self) -> None:
        """End what a run that was killed may have left, and begin the state of this one."""
        left = {name: mark for name, mark in self._folder.state().get("children", {}).items() if len(mark) == 2}
        found = processes.end_strangers(left, self._patience)
        if found:
            self._screen.line(f"An earlier run had left {', '.join(found)} behind; ended.")
        self._folder.write_state(self._state)

    def start_servers(self) -> tuple[Databases, str]:
        """Start PostgreSQL and Valkey, or prove the given ones; answer their URLs."""
        with self._screen.step("PostgreSQL") as step:
            databases = environment.given_databases()
            if databases is None:
                server = self._start_postgres()
                self._embedded(server, step, rank=3)
                databases = Databases.of(server)
            else:
                step.say("the one at DATABASE_URL")
        with self._screen.step("Valkey") as step:
            valkey = environment.given_valkey()
            if valkey is None:
                server = self._start_valkey()
                self._embedded(server, step, rank=2)
                valkey = server.url
            else:
                step.say("the one at VALKEY_URL")
        # Only the application's: a command that needs another role's makes it from the secrets or the settings.
        embedded = "no" if environment.given("DATABASE_URL") else "yes"
        self._note(database_url=databases.app, embedded_database=embedded, valkey_url=valkey)
        return databases, valkey

    def open(self, listener: socket.socket) -> list[Account]:
        """Start everything and wait until all of it is well; answer the demonstration house's sign-ins."""
        self._port = self._state["port"] = listener.getsockname()[1]
        databases, valkey = self.start_servers()
        values = environment.for_children(self._folder, database_url=databases.app, valkey_url=valkey, port=self._port)
        self._preparation = Preparation(self._folder, values, self._screen, self._patience, owner_url=databases.owner)
        # Once a run and not at every edit: where there is no network each try takes its time.
        Fonts(self._folder, Path(values["SABOT_DATA"]), self._screen, self._patience).fetch()
        self._prepare()
        if self._door is not None and values["SABOT_DEMO"] != "1":
            no_demonstration(databases.owner or databases.app)
        accounts = self._preparation.seed() if values["SABOT_DEMO"] == "1" else []
        health = Health(self._port, environment.first_host(values), https=values.get("SABOT_HTTPS") == "1")
        with self._screen.step("Web, dealer, worker and beat") as step:
            servers.forget_signs_of_life(valkey)
            for child in self._children(values, listener):
                self._supervisor.start(child)
            self._note()
            self._await_health(health, step)
        self._health = health
        if self._door is not None:
            self._open_door(self._door)
        self._note(address=environment.public_address(values, self._port))
        return accounts

    def watch(self, changes: Changes | None = None) -> None:
        """Keep the house well until the end is asked for, and take up the edits of the checkout if they are given."""
        asked_at = time.monotonic()
        while True:
            self._patience.pause(1.0)
            if changes is not None and (edited := changes.take()):
                self._take_up(edited, changes)
            if self._supervisor.tend():
                self._note()
            if time.monotonic() - asked_at >= HEALTH_SECONDS:
                self._supervisor.judge(self._health.parts())
                self._folder.rotate_logs()
                asked_at = time.monotonic()

    def _prepare(self) -> None:
        self._preparation.compile_texts()
        self._preparation.migrate()
        self._preparation.collect_static()

    def _take_up(self, edited: tuple[str, ...], changes: Changes) -> None:
        """Prepare what the edit touched and start the product's processes anew; an edit with a fault ends nothing."""
        self._tell(f"Edited: {edited[0]}" + (f" and {len(edited) - 1} more" if len(edited) > 1 else ""))
        try:
            self._prepare()
        except Trouble as trouble:
            self._tell(str(trouble))
        changes.take()  # files written by the preparation are not edits
        self._supervisor.renew(PRODUCT_RANK)
        self._note()

    def close(self) -> None:
        """End every process: first those reachable from outside, last the database."""
        self._supervisor.end()
        self._folder.write_state({})

    def _start_postgres(self) -> Server:
        return servers.start_postgres(
            self._folder.data,
            passwords=environment.passwords(self._folder),
            log=self._folder.log("postgresql"),
            patience=self._patience,
        )

    def _start_valkey(self) -> Server:
        return servers.start_valkey(
            self._folder.data,
            password=self._folder.secret("valkey"),
            log=self._folder.log("valkey"),
            patience=self._patience,
        )

    def _embedded(self, server: Server, step: Step, *, rank: int) -> None:
        assert server.process is not None
        child = Child(server.name, server.spawn, stop_signal=server.stop_signal, rank=rank, grace=20, mend=server.mend)
        self._supervisor.adopt(child, server.process)
        step.say(f"on port {server.port}")
        self._note()

    def _children(self, values: dict[str, str], listener: socket.socket) -> list[Child]:
        folder, python = self._folder, self._folder.python
        measured = environment.measured([*web_names(), "dealer"])

        def child(
            name: str, arguments: Sequence[str | Path], rank: int, *, pass_on: Sequence[int] = (), part: str = ""
        ) -> Child:
            def spawn() -> processes.Process:
                return processes.start(
                    [python, *arguments],
                    log=folder.log(name),
                    environment=environment.of_command(values, name) | {"SABOT_METRICS": measured.get(name, "")},
                    directory=folder.root,
                    pass_on=pass_on,
                )

            return Child(name, spawn, rank=rank, part=part)

        web = commands.web(["--fd", str(listener.fileno())], environment.given_proxies())
        return [
            *(child(name, web, 0, pass_on=[listener.fileno()], part="web") for name in web_names()),
            child("dealer", commands.DEALER, 1),
            child("worker", commands.WORKER, 1),
            child("beat", commands.beat(folder.run / "beat-schedule"), 0),
        ]

    def _await_health(self, health: Health, step: Step) -> None:
        over = time.monotonic() + READY_SECONDS
        missing = "web"
        while time.monotonic() < over:
            self._supervisor.tend()
            for child in self._supervisor.children:
                if child.falls >= FALLS_MAX:
                    log = self._folder.log(child.name.lower())
                    tail = processes.log_tail(log)
                    raise Trouble(f"{child.name} does not stay up; the end of {log} says:\n{tail}")
            parts = health.parts() if health.lives() else None
            if parts and all(parts.values()):
                step.say("")
                return
            missing = ", ".join(name for name, well in parts.items() if not well) if parts else "web"
            step.say(f"waiting for {missing}")
            self._patience.pause(0.2)
        raise Trouble(
            f"The house did not become ready in {READY_SECONDS:.0f} s; missing: {missing}. See {self._folder.logs}."
        )

    def _open_door(self, door: Door) -> None:
        """Open the door; a certificate that does not come at once is waited for behind it."""

        def spawn() -> processes.Process:
            return processes.start(door.command(self._port), log=door.log, environment=dict(os.environ))

        with self._screen.step("Door") as step:
            self._supervisor.start(Child("door", spawn, rank=0))
            over = time.monotonic() + CERTIFICATE_SECONDS
            while not (found := door.has_certificate()) and time.monotonic() < over:
                self._supervisor.tend()
                step.say("waiting for a certificate")
                self._patience.pause(0.5)
            step.say(door.origin if found else "without a certificate")
        if not found:
            self._tell(
                f"No certificate for {door.name} yet: its authority has to reach this machine at port 80 or 443 by "
                "that name, and this machine has to reach the authority. The door tries again by itself; "
                f"{door.log} says why."
            )

    def _note(self, **facts: str) -> None:
        self._state |= {**facts, "children": self._supervisor.running()}
        try:
            self._folder.write_state(self._state)
        except OSError as error:
            # A full disk must not close a house that still works.
            self._tell(f"The state of the house could not be written: {error.strerror}.")

    def _tell(self, text: str) -> None:
        self._screen.line(f"{time.strftime('%H:%M:%S')}  {text}")


def up(*, reload: bool = False, public: str | None = None) -> int:
    """Open the house of this folder and stay with it until the end is asked for.

    `reload` takes up every edit; `public` is the name under which anybody may reach it, by HTTPS.
    """
    folder = Folder()
    folder.make()
    door = None if public is None else doors.door(folder, public)
    holder = Lock(folder.run / "house.lock")
    if not holder.take():
        return _already_open(folder)
    folder.rotate_logs()
    screen = Screen()
    patience = Patience(screen.pulse)
    patience.listen()
    house = House(folder, screen, patience, "up", door=door)
    began = time.monotonic()
    changes = Changes(folder.root) if reload else None
    try:
        with contextlib.closing(environment.web_socket()) as listener:
            screen.line(f"Opening the house in {folder.root}")
            if door is not None:
                os.environ |= door.settings()
                door.prove_ports()
                with screen.step("Caddy, the door"):
                    door.fetch(patience)
            house.clear()
            accounts = house.open(listener)
            _welcome(screen, folder, listener.getsockname()[1], accounts, time.monotonic() - began)
            if reload:
                screen.line("Edits of code, templates, styles and texts are taken up as they are saved.")
            house.watch(changes)
    except StopAsked:
        screen.line()
        screen.line("Closing the house.")
    except Trouble as trouble:
        house.diary.error(str(trouble))
        raise
    finally:
        began = time.monotonic()
        house.close()
    screen.done("Closed; all data is kept", time.monotonic() - began)
    return 0


def manage(arguments: Sequence[str]) -> int:
    """Run `manage.py` with the environment of the running house, or with servers started for this command alone."""
    folder = Folder()
    folder.make()
    holder = Lock(folder.run / "house.lock")
    if not holder.take():
        state = folder.state()
        if "database_url" not in state:
            raise Trouble("The house is being opened or closed at this moment; try again shortly.")
        databases = environment.given_databases() or environment.databases(
            folder, state["database_url"], embedded=state.get("embedded_database") == "yes"
        )
        values = environment.for_children(
            folder,
            database_url=databases.of_command(arguments),
            valkey_url=environment.given("VALKEY_URL") or state["valkey_url"],
            port=int(state.get("port", 8000)),
        )
        os.execve(
            folder.python,
            [str(folder.python), "manage.py", *arguments],
            environment.of_command(values, next(iter(arguments), "")),
        )
    # The command's own output must stay clean, so what the launcher does is told beside it.
    patience = Patience()
    patience.listen()
    house = House(folder, Screen(open(os.devnull, "w")), patience, "command")  # noqa: SIM115  lives as long as we do
    try:
        house.clear()
        databases, valkey = house.start_servers()
        port = int(environment.given("SABOT_PORT") or environment.FIRST_PORT)
        url = databases.of_command(arguments)
        values = environment.for_children(folder, database_url=url, valkey_url=valkey, port=port)
        values = environment.of_command(values, next(iter(arguments), ""))
        return _in_front([str(folder.python), "manage.py", *arguments], values, patience)
    except StopAsked:
        return 130
    finally:
        house.close()


def _in_front(command: Sequence[str], values: dict[str, str], patience: Patience) -> int:
    """Run a command that owns the terminal: it gets Ctrl-C itself, and we wait for what it makes of it."""
    signal.signal(signal.SIGINT, lambda *_: None)
    process = subprocess.Popen(list(command), env=values)
    while process.poll() is None:
        patience.rest(0.2)
        if patience.asked:
            process.terminate()
    return process.returncode if process.returncode >= 0 else 128 - process.returncode


def _already_open(folder: Folder) -> int:
    state = folder.state()
    if "address" in state:
        text = f"The house in this folder is open already, at {state['address']} (process {state['pid']})."
        print(f"{text} ./sabot stop closes it.")
    elif state.get("what") == "command":
        raise Trouble("A ./sabot manage command is using this folder's database; wait for it to end.")
    else:
        print("The house in this folder is being opened or closed by another start; wait for that.")
    return 1


def _welcome(screen: Screen, folder: Folder, port: int, accounts: Sequence[Account], seconds: float) -> None:
    width = max([len(account.email) for account in accounts], default=0)
    role_width = max([len(account.role) for account in accounts], default=0)
    rows = [("Address", screen.bold(environment.public_address(os.environ, port)))]
    for number, account in enumerate(accounts):
        sign_in = f"{account.role:<{role_width}}   {account.email:<{width}}   {account.password}"
        rows.append(("" if number else "Sign in", sign_in))
    if not accounts:
        rows.append(("Sign in", "no demonstration accounts were made (SABOT_DEMO=1 makes them)"))
    if accounts:
        rows.append(("A past", "./sabot manage seed_history --days 30  (a month of play, and the work of the staff)"))
    rows.append(("Running", "web, dealer, worker, beat, PostgreSQL, Valkey"))
    rows.append(("Logs", os.path.relpath(folder.logs, folder.root)))
    rows.append(("Close", "Ctrl-C here, or ./sabot stop"))
    screen.line()
    screen.line(screen.bold("The house is open.") + f"  It took {seconds:.1f} s.")
    screen.line()
    screen.table(rows)
    screen.line()
