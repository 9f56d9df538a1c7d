"""Lexicons, schemas and prompts that ship with the package."""
