"""What the browser tests stand on: a server, browsers, a wire to cut and a client that misbehaves."""
