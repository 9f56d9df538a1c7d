"""What a browser would find on a page, and a text that tries to act on one."""

from __future__ import annotations

from html.parser import HTMLParser

HOSTILE = (
    """</script><script>alert(1)</script><img src=x onerror=alert(2)>"' {{ 7*7 }} ]]> &lt;b&gt; \u202eevil\x00\ud800"""
)
ACTIVE = {"script", "iframe", "object", "embed", "img", "link", "form", "base"}
LOADING = {"src", "href", "srcset", "action", "poster", "data", "xlink:href"}


class Parts(HTMLParser):
    """What a browser would find: elements, attributes and text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def named(self, *names: str) -> list[tuple[str, dict[str, str | None]]]:
        return [element for element in self.elements if element[0] in names]

    def carrying(self, attribute: str) -> list[str]:
        return [attributes[attribute] or "" for _, attributes in self.elements if attribute in attributes]
