"""What a clause states: rules for *be*, *have* and other verbs, and for values told without one."""
