"""A socket that has ended is gone at once: nothing of it waits for a collection of everything."""

import gc
import weakref

from tables.live.outgoing import Outgoing, Told


class Socket:
    """Holds its way out, which holds its sending, as the tables' sockets do."""

    def __init__(self) -> None:
        self.sent: list[Told] = []
        self.out = Outgoing(self.send)

    async def send(self, told: Told) -> None:
        """Note what would be sent."""
        self.sent.append(told)


def test_a_socket_that_ended_leaves_no_ring_and_takes_nothing_more() -> None:
    gc.disable()
    try:
        socket = Socket()
        socket.out.offer("a")
        socket.out.end()
        socket.out.offer("b")
        assert socket.sent == ["a"]
        gone = weakref.ref(socket)
        del socket
        assert gone() is None
    finally:
        gc.enable()
