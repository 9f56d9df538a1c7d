"""Readers of conversations and datasets in their published forms."""

from atma_overlay.loaders.conversation import Conversation, ConversationFormat, Session
from atma_overlay.loaders.reading import load_conversations

__all__ = ["Conversation", "ConversationFormat", "Session", "load_conversations"]
