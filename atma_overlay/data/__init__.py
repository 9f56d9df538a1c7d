"""Data that ship with the package: the lexicon, word lists, prompts, the suites' material, the demo's conversation."""
