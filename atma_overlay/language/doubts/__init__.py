"""What is told and is no plain fact: hearsay, plans, parts, occasions, what is of somebody else."""
