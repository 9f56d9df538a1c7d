"""Which slot and which record an utterance reaches, in whatever words."""
