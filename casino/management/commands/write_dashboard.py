"""`write_dashboard`: writes the dashboard for Grafana from the measures that the processes declare."""

import json
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _
from prometheus_client import Counter, Gauge, Histogram

from casino.web.measured import FIGURES
from kernel import measures

WIDE, HIGH, BESIDE = 8, 7, 3
DECLARED: Final = tuple(each for each in vars(measures).values() if isinstance(each, Counter | Gauge | Histogram))


class Command(BaseCommand):
    help = _("Writes deploy/observe/dashboard.json, a Grafana dashboard of all measures.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it."""
        file = Path(settings.BASE_DIR) / "deploy" / "observe" / "dashboard.json"
        file.write_text(dashboard())
        self.stdout.write(f"{file}: {dashboard().count('gridPos')} panels")


def dashboard() -> str:
    """The dashboard: a panel for each measure of a process and each figure of the house, in the order declared."""
    panels = [_of_process(each) for each in DECLARED] + [
        _panel(name, words, f"max({name})") for name, words in FIGURES.items()
    ]
    for place, panel in enumerate(panels):
        panel["id"] = place + 1
        panel["gridPos"] = {"x": place % BESIDE * WIDE, "y": place // BESIDE * HIGH, "w": WIDE, "h": HIGH}
    found = {
        "uid": "sabot",
        "title": "Sabot",
        "schemaVersion": 39,
        "refresh": "15s",
        "time": {"from": "now-1h", "to": "now"},
        "templating": {"list": [{"name": "source", "type": "datasource", "query": "prometheus"}]},
        "panels": panels,
    }
    return json.dumps(found, indent=1) + "\n"


def _of_process(measure: Counter | Gauge | Histogram) -> dict[str, Any]:
    [family] = measure.describe()
    name, words = family.name, family.documentation
    labels = f" by ({', '.join(measure._labelnames)})" if measure._labelnames else ""
    if isinstance(measure, Histogram):
        shares = [f"histogram_quantile({share}, sum by (le) (rate({name}_bucket[5m])))" for share in (0.5, 0.99)]
        return _panel(name, words, *shares)
    if isinstance(measure, Counter):
        return _panel(f"{name}_total", words, f"sum{labels} (rate({name}_total[5m]))")
    return _panel(name, words, f"sum by (instance) ({name})")


def _panel(name: str, words: str, *questions: str) -> dict[str, Any]:
    unit = {"seconds": "s", "bytes": "bytes", "days": "d"}.get(name.rsplit("_", 1)[-1], "short")
    return {
        "type": "timeseries",
        "title": name,
        "description": words,
        "datasource": {"type": "prometheus", "uid": "$source"},
        "fieldConfig": {"defaults": {"unit": unit, "min": 0}, "overrides": []},
        "targets": [{"refId": chr(65 + place), "expr": asked} for place, asked in enumerate(questions)],
    }
