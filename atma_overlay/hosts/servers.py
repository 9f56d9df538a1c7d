"""Where a store's server is, for traces: read from an SDK's own settings, without credentials and without asking it."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from atma_overlay.ports.host_powers import ServerAddress

__all__ = ["server_at", "server_by", "server_of_qdrant"]

_IN_MEMORY = ":memory:"


def server_at(url: str, *, port: int | None = None) -> ServerAddress | None:
    """The server that a URL, or `HOST:PORT`, leads to; None where it names no host.

    Args:
        url: its user, password, path and query are left out.
        port: where the URL names none.
    """
    try:
        parts = urlsplit(url if "://" in url else f"//{url}")
        named = parts.port
    except ValueError:
        return None
    return ServerAddress(parts.hostname, named or port) if parts.hostname else None


def server_by(host: object, port: object) -> ServerAddress | None:
    """The server of a host's name and a port, as settings hold them; None without a name."""
    if not isinstance(host, str) or not host:
        return None
    number = int(port) if isinstance(port, int | str) and str(port).isdigit() else None
    return server_at(host, port=number) if "://" in host else ServerAddress(host, number)


def server_of_qdrant(client: object) -> ServerAddress | None:
    """The server of a Qdrant client, which several SDKs carry; None in this process, and of any other client."""
    options = getattr(client, "init_options", None)
    if not isinstance(options, Mapping) or options.get("path") or options.get("location") == _IN_MEMORY:
        return None
    by_grpc = bool(options.get("prefer_grpc"))
    port = options.get("grpc_port" if by_grpc else "port")
    url = options.get("url") or options.get("location")
    found = server_at(str(url), port=port) if url else server_by(options.get("host"), port)
    return ServerAddress(found.host, port) if found is not None and by_grpc else found
