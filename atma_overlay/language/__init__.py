"""What is read out of text: statements, times, views and premises.

An utterance goes through `tokens`, `tagging`, `phrases`, `verb_groups` and `clauses`, its dates through `times`, into a
`turn`; `material` tells what of it is not the speaker's own (`layouts`, `reworked`, `voices`, …). `scene` shows
a clause of it to the rules, which hand `candidates` to `extract`: rules by the `lexicon` and its files (`statements`,
`corrections`, `retractions`, `withdrawals`), by wordings (`copulas`, `moves`, `arrivals`, `partings`, …), and for
dependences between slots (`contingencies`, `conditions`, `consequences`, `alternatives`, `sources`, …). A query is read
by `view`, `question` and `grounds`.
"""
