"""The wire between `narrator.chat` and servers: what is asked, heard, refused, and put right."""
