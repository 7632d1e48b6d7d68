"""Settings for the whole suite."""

from __future__ import annotations

import os

from hypothesis import settings

# A slow machine is no failure; under CI the same examples are drawn every time, so that a red run can be repeated.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")
