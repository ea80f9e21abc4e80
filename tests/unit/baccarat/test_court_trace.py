"""The way of the evidence in a bounded number of points, of which none loses a peak."""

from baccarat.court_trace import POINTS, Trace


def after(values: list[float]) -> Trace:
    trace = Trace()
    for value in values:
        trace = trace.then(value)
    return trace


def test_it_stays_small_and_keeps_every_peak() -> None:
    values = [0.5] * 1_000
    values[777] = 41.0
    trace = after(values)
    assert len(trace.points) < POINTS
    assert trace.step == 8
    assert max(*trace.points, trace.last) == 41.0
    assert len(trace.points) * trace.step + trace.count == 1_000
    assert trace.points[777 // 8] == 41.0


def test_it_is_kept_and_read_again() -> None:
    for count in (0, 1, POINTS - 1, POINTS, POINTS + 1, 5_000):
        trace = after([float(number % 7) for number in range(count)])
        assert Trace.from_document(trace.document()) == trace
    assert Trace.from_document({}) == Trace()
