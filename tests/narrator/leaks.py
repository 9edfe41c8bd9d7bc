"""Canaries for tests: see narrator.canaries, which `breche eval narrator` uses too."""

from narrator.canaries import Planted, Secret, canary, plant

__all__ = ["Planted", "Secret", "canary", "plant"]
