"""What whoever answers is told to do from now on: *answer in German*, *keep it short*, *call me Sam*."""
