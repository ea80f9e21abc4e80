"""Tests: unit (no database), integration (one app), functional (a journey), architecture, launcher, bench."""
