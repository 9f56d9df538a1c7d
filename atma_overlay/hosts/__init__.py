"""Host memories that need no SDK, the discovery of installed ones, and what adapters share: rows, pages, failures."""

from atma_overlay.hosts.ids import memory_id
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.hosts.registry import HOSTS_GROUP, ExistingHostFactory, HostFactory, host_names, open_host

__all__ = ["HOSTS_GROUP", "ExistingHostFactory", "HostFactory", "MemoryHost", "host_names", "memory_id", "open_host"]
