"""The read path's parts: gather, rank, select, premises."""
