"""The channel layer on a connection that the kernel gave up, as it does when the machine of the server vanishes."""

import asyncio
import errno
from typing import Any

import pytest
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.conf import settings

from kernel import valkey_address, valkey_listening
from tests.patience import PATIENCE_SECONDS

pytestmark = pytest.mark.timeout(2 * PATIENCE_SECONDS)


def layer() -> Any:
    return RedisPubSubChannelLayer(**settings.CHANNEL_LAYERS["default"]["CONFIG"])


async def test_a_listener_whose_connection_timed_out_listens_again() -> None:
    """The error is put where the event loop puts the kernel's; the test below meets a real one."""
    listening, speaking = layer(), layer()
    name = await listening.new_channel()
    await listening.group_add("mesa", name)
    (shard,) = listening._get_layer()._shards
    shard._pubsub.connection._reader.set_exception(TimeoutError(errno.ETIMEDOUT, "Connection timed out"))

    async def heard() -> Any:
        waiting = asyncio.ensure_future(listening.receive(name))
        while not waiting.done():
            await speaking.group_send("mesa", {"type": "seen"})
            await asyncio.sleep(0.2)
        return await waiting

    assert await asyncio.wait_for(heard(), PATIENCE_SECONDS) == {"type": "seen"}
    await listening.flush()
    await speaking.flush()


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("redis://:word@host:6390/0", valkey_listening.Listening),
        ("rediss://:word@host:6390/0", valkey_listening.ListeningByTls),
        ("sentinel://:word@one,two/sabot", valkey_listening.ListeningBySentinels),
    ],
)
def test_every_address_has_connections_that_notice(url: str, kind: type) -> None:
    found = valkey_listening.host(valkey_address.read(url), 3)
    assert found["connection_class"] is kind
    assert (found["db"], found["password"], found["socket_keepalive"]) == (3, "word", True)
