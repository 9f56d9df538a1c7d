"""How often a client waits for a server: a relay on the loopback that counts the turns of their conversation."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Relay:
    """Passes every byte on between clients and a server.

    Attributes:
        port: where clients connect.
        turns: how often a client spoke after the server did, which is how often somebody waited for an answer.
    """

    def __init__(self, server_port: int) -> None:
        self._server_port = server_port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self.port: int = self._listening.getsockname()[1]
        self.turns = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Cut every connection."""
        self._listening.close()
        for end in self._open:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.create_connection(("127.0.0.1", self._server_port))
                self._open += [client, server]
                answered = threading.Event()
                answered.set()
                for ends in ((client, server, True), (server, client, False)):
                    ends[1].setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    threading.Thread(target=self._pass_on, args=(*ends, answered), daemon=True).start()

    def _pass_on(
        self,
        source: socket.socket,
        sink: socket.socket,
        asks: bool,
        answered: threading.Event,
    ) -> None:
        with suppress(OSError):
            while said := source.recv(1 << 16):
                if not asks:
                    answered.set()
                elif answered.is_set():
                    answered.clear()
                    self.turns += 1
                sink.sendall(said)
            sink.shutdown(socket.SHUT_WR)


@contextmanager
def relayed(server_port: int) -> Iterator[Relay]:
    """A relay to a server, closed at the end."""
    relay = Relay(server_port)
    try:
        yield relay
    finally:
        relay.close()
