"""Dates, durations and stretches of the calendar that a text names, read from a clock in the zone of the user."""
