"""`python -m atma_overlay.cli`."""

from atma_overlay.cli import main

main()
