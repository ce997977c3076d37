"""The arena: tables, live matches and the lobby, served over HTTP and WebSocket."""
