"""A conversation that is handed over again and again: what of it is learnt, and what of it no longer holds.

The frameworks' integrations share this; nothing here knows any of them.
"""
