"""State as a fold over dated observations: pure functions on records."""
