"""State as a fold over dated observations.

What the candidates of an utterance address is found in `slots` and put into statements by `resolution`; `workspace`
holds a write in the making. A slot's state is a fold (`folds`) over its statements and the rulings about pairs of them
(`pairs`); `propagation` is what follows from a change, and `difference` what a write changes in the ledger. `present`,
`days_to_come` and `slots.topics` serve reads. Nothing here writes.
"""
