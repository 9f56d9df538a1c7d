python -m atma_overlay.evaluation PATH --fillers 200 --k 5 --processes 2 --json report.json
