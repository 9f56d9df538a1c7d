make demo   # makes .venv, installs what is needed, shows the main job on a conversation of two years
make test   # makes .venv, installs what is needed, runs the tests
