from django.db import migrations, models

GUARDS = """
DROP TRIGGER players_signinattempt_outcome_once ON players_signinattempt;
CREATE TRIGGER players_signinattempt_outcome_once
    BEFORE UPDATE ON players_signinattempt
    FOR EACH ROW WHEN (
        OLD.outcome NOT IN ('pending', 'step')
        OR (OLD.id, OLD.email, OLD.factor, OLD.address, OLD.device, OLD.counter, OLD.at)
            IS DISTINCT FROM (NEW.id, NEW.email, NEW.factor, NEW.address, NEW.device, NEW.counter, NEW.at)
        OR (OLD.outcome <> 'pending' AND OLD.code_step IS DISTINCT FROM NEW.code_step))
    EXECUTE FUNCTION players_refuse_change();

DROP TRIGGER players_signinlock_same ON players_signinlock;
CREATE TRIGGER players_signinlock_same
    BEFORE UPDATE ON players_signinlock
    FOR EACH ROW WHEN (OLD.opened_at IS NOT NULL
        OR (OLD.id, OLD.email, OLD.counter, OLD.locked_at, OLD.ends_at)
            IS DISTINCT FROM (NEW.id, NEW.email, NEW.counter, NEW.locked_at, NEW.ends_at))
    EXECUTE FUNCTION players_refuse_change();
"""


class Migration(migrations.Migration):
    """Failures are counted by session, browser and network; locks end by themselves. Locks that stood hold no longer."""

    dependencies = [("players", "0004_codes_serve_once")]

    operations = [
        migrations.AddField("signinattempt", "counter", models.CharField(blank=True, default="", max_length=60)),
        migrations.AddField("signinlock", "counter", models.CharField(blank=True, default="", max_length=60)),
        migrations.AddField("signinlock", "ends_at", models.DateTimeField(null=True)),
        migrations.RemoveConstraint("signinlock", "players_signinlock_once"),
        migrations.AddField("device", "browser", models.UUIDField(null=True)),
        migrations.AddField("device", "forgotten_at", models.DateTimeField(null=True)),
        migrations.AddIndex(
            "device",
            models.Index(
                fields=["browser", "person"],
                condition=models.Q(browser__isnull=False),
                name="players_device_browser",
            ),
        ),
        migrations.RunSQL(GUARDS),
    ]
