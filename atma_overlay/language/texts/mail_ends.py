"""Where a pasted mail ends, and the speaker goes on: *---------- End of forwarded message*, or a rule and a question.

A mail has rules of its own, and a signature below one. What stands below the only rule of a text is the speaker's
where it asks of the assistant what nobody asks of who gets a mail: *… what should I reply?*
"""

from __future__ import annotations

from atma_overlay import re2

_CLOSED = re2.compile(
    r"(?im)^[ \t>]*[-=*_<(\[]*[ \t]*(?:end (?:of )?(?:the )?(?:forwarded|original|pasted|quoted|copied)? ?"
    r"(?:message|mail|e-?mail|thread|paste|quote))[ \t]*[-=*_>)\]]*[.:]?[ \t]*$"
)
_RULE = re2.compile(r"(?m)^[ \t]*(?:-{3,}|={3,}|\*{3,}|_{3,})[ \t]*$")
_SPEAKS = re2.compile(r"(?i)\b(?:i|i['’](?:m|ve|d|ll)|we|we['’](?:re|ve|d|ll)|my|our)\b")
_ASKS = re2.compile(
    r"(?i)\b(?:(?:what|how|which|when|where|who|whom)\b[^.!?\n]{0,60} (?:should|do|can|could|must|shall) (?:i|we)\b"
    r"[^.!?\n]*\?|(?:should|do|can|could|must|shall) (?:i|we)\b[^.!?\n]*\?"
    r"|(?:can|could|would|will) you (?:please )?(?:help|write|draft|summari[sz]e|explain|translate|check|remind|suggest"
    r"|recommend|rewrite|proof-?read|tell me what|find|list)\b"
    r"|(?:please )?(?:summari[sz]e|draft|write (?:me )?(?:an?|the)|help me|translate|explain) "
    r"(?:a |the |this |that |it\b|me\b|to )?)"
)
_LETTER = re2.compile(
    r"(?im)^[ \t]*(?:from|to|cc|subject|sent|date|reply-to|on .{6,80} wrote):"
    r"|^[ \t]*(?:dear\b|(?:hi|hello|hey)\b[^\n]{0,30}[,:]?$)"
    r"|^[ \t]*(?:best|(?:kind |warm |best )?regards|cheers|sincerely|yours|thanks|thank you|love)[^\n.!?]{0,20}$"
)


def end_of_mail(text: str, start: int) -> int:
    """Where a mail ends that begins at a place; with the text where nothing surely tells.

    Args:
        text: of the turn.
        start: where the mail begins.
    """
    closed = _CLOSED.search(text, start)
    if closed is not None:
        return int(closed.end())
    rules = list(_RULE.finditer(text, start))
    if len(rules) != 1:
        return len(text)
    below = text[rules[0].end() :].strip()
    own = _SPEAKS.search(below) and _ASKS.search(below) and not _LETTER.search(below) and "\n\n" not in below
    return int(rules[0].end()) if own else len(text)
