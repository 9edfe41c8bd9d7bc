"""How the offline narrator rules on what it has read, and the author's terms that every narrator keeps."""
