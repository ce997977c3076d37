"""The engine, without I/O: it imports the standard library only."""
