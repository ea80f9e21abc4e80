"""The house's worker, started again whenever it dies, and taking orders: `python -m tests.faults.working FOLDER`.

The name of an order is that of the task (`tests.faults.orders`): at the next one. Everything is imported once, and
every worker is a fork of that: a kill costs no start.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django


def main() -> None:
    """Start a worker after another, until this process is ended."""
    django.setup()
    from casino.celery import app
    from launcher.commands import WORKER

    app.loader.import_default_modules()
    for name, task in app.tasks.items():
        if not name.startswith("celery."):
            task.run = _obeying(Path(sys.argv[1]), name, task.run)
    arguments = WORKER[WORKER.index("worker") :]
    while True:
        child = os.fork()
        if not child:
            app.worker_main([*arguments, "--concurrency", "2", "--loglevel", "warning"])
            os._exit(0)
        os.waitpid(child, 0)


def _obeying(folder: Path, name: str, run: Callable[..., Any]) -> Callable[..., Any]:
    from tests.faults import orders

    def obey(*arguments: Any, **named: Any) -> Any:
        with orders.obeying(folder, name):
            return run(*arguments, **named)

    return obey


if __name__ == "__main__":
    main()
