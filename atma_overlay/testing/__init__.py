"""Contracts and fakes for whoever writes a host, a ledger or a model."""
