"""How far things at work have come, and who brought them there."""
