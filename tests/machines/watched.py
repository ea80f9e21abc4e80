"""A primary Valkey, its replica, and three sentinels that watch over them; of our wheel, on this machine."""

import contextlib
import secrets
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import redis

from launcher import processes, quarters, servers
from launcher.folder import write_private
from launcher.servers import Server
from tests.faults.places import throwaway
from tests.faults.support import until

NAME: Final = "sabot"
DOWN_MILLISECONDS: Final = 1000


@dataclass(frozen=True)
class Watched:
    """All five. `url` names the sentinels."""

    primary: Server
    replica: Server
    url: str

    def kill(self) -> None:
        """End the primary at once."""
        assert self.primary.process is not None
        self.primary.process.send_signal(signal.SIGKILL)
        self.primary.process.wait()


@contextlib.contextmanager
def watched() -> Iterator[Watched]:
    """A primary that has its replica, and sentinels that know both and one another."""
    word = secrets.token_urlsafe(24)
    with throwaway() as base, contextlib.ExitStack() as ends:
        both = []
        for name in ("first", "second"):
            folder = base / name
            folder.mkdir()
            folder.chmod(0o711)
            both.append(servers.start_valkey(folder, password=word))
            ends.callback(both[-1].stop)
            ends.callback(quarters.discard, quarters.find(folder), folder)
        primary, replica = both
        for server in both:
            client(server).config_set("masterauth", word)
        client(replica).replicaof("127.0.0.1", primary.port)
        until("the replica follows", lambda: client(replica).info("replication")["master_link_status"] == "up")
        sentinels = [_sentinel(base, number, primary.port, word) for number in range(3)]
        for sentinel in sentinels:
            ends.callback(sentinel.stop)
        until("the sentinels know all", lambda: all(_knows_all(sentinel) for sentinel in sentinels))
        places = ",".join(f"127.0.0.1:{sentinel.port}" for sentinel in sentinels)
        yield Watched(primary, replica, f"sentinel://:{word}@{places}/{NAME}")


def client(server: Server) -> redis.Redis:
    """A client of one server, past the sentinels."""
    return redis.Redis.from_url(server.url, decode_responses=True)


def _knows_all(sentinel: Server) -> bool:
    try:
        found = redis.Redis(port=sentinel.port, decode_responses=True).sentinel_master(NAME)
    except redis.RedisError:
        return False
    return (int(found["num-other-sentinels"]), int(found["num-slaves"])) == (2, 1)


def _sentinel(base: Path, number: int, primary: int, word: str) -> Server:
    folder = base / f"sentinel-{number}"
    folder.mkdir()
    folder.chmod(0o711)
    place = quarters.find(folder)
    data, port = place.data / "valkey", servers.free_port()
    data.mkdir(exist_ok=True)
    quarters.give(data, place.tenant)
    settings = data / "sentinel.conf"
    write_private(
        settings,
        f"port {port}\nbind 127.0.0.1\ndir {data}\n"
        f"sentinel monitor {NAME} 127.0.0.1 {primary} 2\n"
        f"sentinel auth-pass {NAME} {word}\n"
        f"sentinel down-after-milliseconds {NAME} {DOWN_MILLISECONDS}\n"
        f"sentinel failover-timeout {NAME} 10000\n",
    )
    quarters.give(settings, place.tenant)
    server = Server(
        name="sentinel",
        port=port,
        url=f"redis://127.0.0.1:{port}/0",
        arguments=[place.valkey, settings, "--sentinel"],
        log=folder / "sentinel.log",
        tenant=place.tenant,
        stop_signal=signal.SIGTERM,
        ready=lambda: servers.valkey_answers(f"redis://127.0.0.1:{port}/0"),
        forget=lambda: quarters.discard(place, folder),
    )
    return server.start(processes.Patience())
