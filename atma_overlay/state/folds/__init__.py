"""The statements of one slot, in order, to standings and transitions; and how a fold is taken up again."""
