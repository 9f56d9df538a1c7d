"""What a short answer tells by what the agent asked: *York.* to *Where do you live now?* is *I live in York now*."""
