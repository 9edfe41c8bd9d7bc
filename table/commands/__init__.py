"""The commands of `breche`, one module each, imported when it is called; each makes itself with `command(words)`."""

NAMES = (
    "play",
    "rules",
    "odds",
    "saves",
    "verify",
    "retell",
    "cost",
    "provider",
    "model",
    "eval",
    "playtest",
    "tune",
    "engine",
)
