"""The parts of the write path: observing, extracting, resolving, composing one changeset, judging later."""
