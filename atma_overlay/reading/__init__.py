"""The read path's parts, in order: gather, rank, select for the view, check premises; `packing` puts them together."""
