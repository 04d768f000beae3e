"""Listens on every address of this host and writes down what comes: listen.py FILE; prints the port."""

import socket
import sys

listener = socket.create_server(("0.0.0.0", 0))
print(listener.getsockname()[1], flush=True)
while True:
    connection, address = listener.accept()
    connection.settimeout(2)
    try:
        said = connection.recv(200)
    except OSError:
        said = b""
    with open(sys.argv[1], "a") as file:
        file.write(f"{address[0]} said {said!r}\n")
    connection.close()
