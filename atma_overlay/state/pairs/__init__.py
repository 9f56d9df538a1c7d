"""Of two statements of one slot: whether the later one tells of the same thing, and what becomes of the earlier one."""
