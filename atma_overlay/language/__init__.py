"""What is read out of text: statements, dates, views and premises.

An utterance goes through `grammar` (tokens, parts of speech, phrases, clauses) and `dates` into a `turn`; `texts` and
`labels` tell what of it is not the speaker's own, or is set down as a list. A `scene` shows a clause to the rules,
which hand `candidates` to `extract`: rules by the `vocabulary` and its files, for `facts`, `changes` and `endings`, for
`work` under way, and for the `rules` that users state. What `doubts` finds is told as no plain fact, and `told_facts`
has the last word. A query is read by `queries`.
"""
