"""OpenAI's models, and whatever else answers by the same protocol."""

from atma_openai.model import AzureOpenAIModel, OpenAIModel

__all__ = ["AzureOpenAIModel", "OpenAIModel"]
