"""The overlay as a LlamaIndex node postprocessor."""

from llama_index.postprocessor.atma.postprocessor import AtmaPostprocessor

__all__ = ["AtmaPostprocessor"]
