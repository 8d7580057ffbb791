"""Robot descriptions for tests."""
