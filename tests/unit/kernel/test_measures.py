"""Measures: the address they are served at, a port that is taken, and what a reader of them gets."""

import socket
import urllib.request

import pytest

from kernel import measures


@pytest.mark.parametrize(
    "address", ["9100", "127.0.0.1", ":9100", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "a:b"]
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(measures.AddressInvalid):
        measures.host_and_port(address)


def test_no_address_serves_nothing() -> None:
    measures.serve("")


def test_a_port_that_is_taken_stops_nothing() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        measures.serve(f"127.0.0.1:{taken.getsockname()[1]}")


def test_what_is_counted_is_read_at_the_port() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    measures.serve(f"127.0.0.1:{port}")
    measures.SLIPS.labels("refused").inc()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        text = answer.read().decode()
    assert 'sabot_slips_total{answer="refused"}' in text
    assert "process_resident_memory_bytes" in text
