"""What a word or a value is in one form, before anything is known of whose it is: no language, no state, no ledger.

`normal` has numbers, dates and units in one spelling, `terms` and `stemming` what words are looked up by, `sameness`
when two spellings are one value, `own_names` an application's own other names, `measured` amounts, `belonging` which
place or thing is a part of which. Sentences are read in `language`, and what follows from them in `state`.
"""
