"""The six Orders, from community data of the 11th edition: printed as in the 10th."""

from __future__ import annotations

from toolkit.rules import shared
from toolkit.systems.wh40k_11e.core import EDITION

ORDERS = shared.orders(EDITION)
