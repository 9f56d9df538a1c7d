"""Measurements of the bank, of retrieval and of answers."""
