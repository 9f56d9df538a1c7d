"""Rules that users state (*if I change jobs …*): their condition, what follows, and what depends on what."""
