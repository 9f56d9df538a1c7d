"""A shallow analysis of English: words and their parts of speech, phrases, clauses, and what is a value."""
