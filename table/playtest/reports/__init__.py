"""What a playtest's report tells a person: figures with their intervals, on a terminal and as a page."""
