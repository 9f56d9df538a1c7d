"""What is over with nothing told in its place: partings, losses, disposals, retractions."""
