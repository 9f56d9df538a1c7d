"""Slot resolution: candidates of one utterance to statements, in the light of what was said before it."""
