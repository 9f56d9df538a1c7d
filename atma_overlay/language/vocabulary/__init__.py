"""What is known by its name: the lexicon of attributes, things that proper names tell, towns."""
