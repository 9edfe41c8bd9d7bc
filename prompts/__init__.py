"""Every text that a model or an offline narration is made from, read by narrator.prompting alone."""
