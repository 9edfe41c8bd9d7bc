"""Who narrates a playtest, beside the offline narrator: mocks that say what was recorded, and such as mean harm."""
