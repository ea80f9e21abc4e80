"""How long-lived processes collect garbage. In a process of its own: the collector is one for all of a process."""

import subprocess
import sys

from launcher.folder import ROOT

PROGRAM = """
import gc, weakref
from kernel import garbage

class Ring:
    def __init__(self):
        self.me = self

def rings(count):
    made = [Ring() for _ in range(count)]
    return made, [weakref.ref(each) for each in made]

garbage.LEAST = 1
collector = garbage.Collector()
collector.begin()
assert gc.get_threshold() == garbage.THRESHOLDS

made, new = rings(10)
made.clear()
collector.step()
assert not any(each() for each in new), "what is new and dead goes at once"

made, old = rings(10)
collector.step()
made.clear()
collector.step()
collector.look()
assert all(each() for each in old), "what lives is set aside, and not looked at while little has come"

more, _ = rings(2 * gc.get_freeze_count())
collector.step()
collector.look()
assert not any(each() for each in old), "until twice as much has been set aside"
"""


def test_new_garbage_goes_each_step_and_old_garbage_once_as_much_has_come_again() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
