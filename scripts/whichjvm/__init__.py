"""What runs on the host: options, engine, processes and signals. Standard library alone, Python 3.9 or newer."""
