"""What a turn hands over rather than tells: quotations, mails, drafts, fiction, pages."""
