"""Plants faults in functions of a process that has the whole suite loaded: each in a fork of it that runs some tests.

A pytest plugin: it does its given work in place of the tests' own loop.
"""

import contextlib
import functools
import gc
import importlib
import os
import select
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType
from typing import Final

import psycopg
import pytest
from _mutations import Mutant, Source
from hypothesis import Phase, settings

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("baccarat", "kernel", "wallet", "players", "tables", "reporting", "casino")
WARMING: Final = "tests/integration/wallet/test_wallet_queries.py"
EMPTYING: Final = "tests/integration/wallet/test_wallet_races.py"
LATE: Final = "(no answer in time)"


class Planting:
    """Runs tests in forks, with a fault or without one."""

    def __init__(self, modules: Sequence[str], work: Callable[["Planting"], None]) -> None:
        self._modules = modules
        self._work = work
        self._failed = ""
        self.tests: dict[str, pytest.Item] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """That an example fails is enough: no smaller one is looked for."""
        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", settings.get_profile("sabot"), phases=phases, database=None)
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of running everything: make the database, then do the work."""
        self.tests = {item.nodeid: item for item in session.items}
        for module in self._modules:
            importlib.import_module(module.removesuffix(".py").replace("/", "."))
        self._functions = dict(_functions([str(ROOT / module) for module in self._modules]))
        self._caches = [each for each in gc.get_objects() if type(each) is functools._lru_cache_wrapper]
        # The session is kept: everything that it makes stays, the tests' database above all.
        self._session = session
        first = next(item for test, item in self.tests.items() if test.startswith(WARMING))
        first.config.hook.pytest_runtest_protocol(item=first, nextitem=session)
        _close()
        self._work(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """The first failure is what a fork tells."""
        if report.failed and not self._failed:
            self._failed = report.nodeid

    def failing(self, tests: Sequence[str], most: float, module: str = "", mutant: Mutant | None = None) -> str | None:
        """The first of the tests that fails, with the fault if one is given, or `LATE`; none: they pass.

        Raises `ValueError` for a fault that cannot be planted in a living function.
        """
        code = self._code(module, mutant) if mutant else None
        out, into = os.pipe()
        child = os.fork()
        if child == 0:
            os.setsid()
            _silence()
            said = "(the process ended)"
            try:
                if code:
                    self._plant(*code)
                said = self._first_failing(tests)
            finally:
                os.write(into, said.encode())
                os._exit(0)
        os.close(into)
        said = _listen(out, most)
        _end(child)
        if said in (LATE, "(the process ended)"):
            self._tidy()
        return said or None

    def _code(self, module: str, mutant: Mutant) -> tuple[list[FunctionType], CodeType]:
        source = (ROOT / module).read_bytes()
        place = Source(source).function_of(mutant.line)
        if place is None:
            raise ValueError("no function")
        path = str(ROOT / module)
        old = _named(compile(source, path, "exec", dont_inherit=True), *place)
        new = _named(compile(mutant.applied(source), path, "exec", dont_inherit=True), *place)
        found = self._functions.get((path, old.co_qualname, old.co_firstlineno), [])
        if not found or len(old.co_freevars) != len(new.co_freevars):
            raise ValueError("no living function")
        return found, new

    def _plant(self, functions: list[FunctionType], code: CodeType) -> None:
        for function in functions:
            function.__code__ = code
        for cache in self._caches:
            if (getattr(cache, "__module__", "") or "").startswith(PACKAGES):
                cache.cache_clear()

    def _first_failing(self, tests: Sequence[str]) -> str:
        items = [self.tests[test] for test in tests]
        for item, following in zip(items, [*items[1:], self._session], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._failed:
                return self._failed
        return ""

    def _tidy(self) -> None:
        """After a process was killed: end its connections, and let a test empty the tables that it filled."""
        with psycopg.connect(_database(), autocommit=True) as owner:
            owner.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        emptying = [test for test in self.tests if test.startswith(EMPTYING)][:1]
        self.failing(emptying, 60)


def database() -> str:
    """Where the tests' own database is."""
    return _database()


def _database() -> str:
    from django.db import connection

    given = connection.get_connection_params()
    named = {key: given[key] for key in ("dbname", "user", "password", "host", "port") if given.get(key)}
    return psycopg.conninfo.make_conninfo(**named)


def _close() -> None:
    from django.db import connection

    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]


def _functions(paths: Sequence[str]) -> Iterator[tuple[tuple[str, str, int], list[FunctionType]]]:
    found: dict[tuple[str, str, int], list[FunctionType]] = {}
    for each in gc.get_objects():
        if type(each) is FunctionType and each.__code__.co_filename in paths:
            code = each.__code__
            found.setdefault((code.co_filename, code.co_qualname, code.co_firstlineno), []).append(each)
    yield from found.items()


def _named(code: CodeType, qualified: str, at: int) -> CodeType:
    """The function of this name, the `at`-th of them."""
    return [each for each in _codes(code) if each.co_qualname == qualified][at]


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def _silence() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _listen(pipe: int, most: float) -> str:
    over, said = time.monotonic() + most, b""
    with os.fdopen(pipe, "rb", buffering=0) as ear:
        while True:
            if not select.select([ear], [], [], max(0.0, over - time.monotonic()))[0]:
                return LATE
            piece = ear.read(4096)
            if not piece:
                return said.decode()
            said += piece


def _end(child: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
