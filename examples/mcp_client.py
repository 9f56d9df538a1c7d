"""The memory as MCP tools, asked by the SDK's own client over stdio.

Run it: pip install ".[mcp]", then python examples/mcp_client.py.
"""

import asyncio
import sys
from tempfile import TemporaryDirectory

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main() -> None:
    with TemporaryDirectory() as folder:
        serve = ["-m", "atma_overlay.cli", "mcp", "--user", "u-42", "--host", "memory"]
        server = StdioServerParameters(command=sys.executable, args=serve, cwd=folder)
        async with Client(stdio_client(server)) as client:
            await client.call_tool("remember", {"text": "I live in Chicago.", "said_at": "2024-05-01T09:00:00Z"})
            told = await client.call_tool(
                "remember", {"text": "I moved to Atlanta.", "said_at": "2025-03-01T09:00:00Z"}
            )
            print(told.content[0].text)
            answer = await client.call_tool("recall", {"query": "Since I live in Chicago, which gym is near me?"})
            print(answer.content[0].text)


if __name__ == "__main__":
    asyncio.run(main())
