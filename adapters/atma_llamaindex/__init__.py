"""Any LlamaIndex vector index as a host memory."""

from atma_llamaindex.folder import open_folder, save_folder
from atma_llamaindex.host import LlamaIndexHost
from atma_llamaindex.offline import offline_embedding, offline_index

__all__ = ["LlamaIndexHost", "offline_embedding", "offline_index", "open_folder", "save_folder"]
