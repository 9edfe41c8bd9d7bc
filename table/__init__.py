"""Where the engine, the narrator and people meet: the only place with files, clocks and screens."""
