"""What took whose place: moves, switches, renamings, handovers, corrections."""
