"""What is read out of text: statements, times, views and premises."""
