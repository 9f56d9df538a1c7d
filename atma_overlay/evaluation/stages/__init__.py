"""StageMem's controlled regimes: how memory policies keep, promote and forget what was admitted."""
