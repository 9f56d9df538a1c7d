"""State as a fold over dated observations.

What the candidates of an utterance address is found by `links`, `measure_links` and `templates` and put into statements
by `resolution`; `workspace` holds a write in the making. A slot's state is `fold` (by `fold_run`) over its statements
and the rulings of `adjudication`; `propagation` is what follows from a change, and `difference` what a write changes
in the ledger. `present` and `topics` serve reads. Nothing here writes.
"""
