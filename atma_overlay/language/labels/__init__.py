"""Facts set down as labels, lists, cards and tables."""
