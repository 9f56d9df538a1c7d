"""What a query asks for and what it takes for granted."""
