pip install .              # the overlay, the ledger on SQLite, the command line `atma`
pip install ".[qdrant]"    # with the Qdrant host; -c constraints.txt pins what the tests run with
