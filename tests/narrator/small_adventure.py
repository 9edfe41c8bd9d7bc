"""The smallest adventure that is whole, as an author would type it: what is right, for tests to spoil one thing of."""

SMALL = """
format = 1
id = "cellar_door"
title = { fr = "La cave", en = "The Cellar" }
pitch = { fr = "Une porte.", en = "A door." }
opening = { fr = "La porte est close.", en = "The door is shut." }
characters = ["akiko"]
start = "landing"
refuge = "landing"

[clock]
id = "dawn"
name = { fr = "l'aube", en = "dawn", gender = "f" }
steps = [{ fr = "Il fait gris.", en = "Grey light." }, { fr = "Il fait jour.", en = "It is day." }]

[[fact]]
id = "door_open"

[[fact]]
id = "note_read"
essential = true

[[fact]]
id = "alone"
when = { facts = ["door_open"] }

[[scene]]
id = "landing"
name = { fr = "le palier", en = "the landing" }
look = { fr = "Un palier.", en = "A landing." }
again = [{ fr = "Le palier.", en = "The landing." }]
hints = [{ fr = "forcer la porte", en = "force the door" }, { fr = "lire le mot", en = "read the note" }]

[[scene.exit]]
to = "cellar"
name = { fr = "la cave", en = "the cellar", gender = "f" }
when = { facts = ["door_open"] }

[[scene.feature]]
id = "door"
name = { fr = "la porte", en = "the door", gender = "f" }
look = { fr = "Du bois.", en = "Wood." }

[[scene.feature.approach]]
id = "force"
actions = ["force"]
attribute = "FOR"
difficulty = "hard"
risk = { fr = "Du bruit.", en = "Noise." }
partial = { kind = "noise", note = { fr = "Elle grince.", en = "It creaks." } }
failure = { kind = "wound", note = { fr = "L'épaule cogne.", en = "The shoulder hits." } }
gain = "door_open"

[[scene.feature]]
id = "note"
name = { fr = "le mot", en = "the note" }
look = { fr = "Un papier.", en = "A paper." }

[[scene.feature.approach]]
id = "read"
actions = ["read"]
attribute = "INT"
difficulty = "standard"
risk = { fr = "Du temps.", en = "Time." }
failure = { kind = "resource_worn", wear = "roll", note = { fr = "La lampe baisse.", en = "The lamp dims." } }
clue = "note_read"

[[scene.feature.approach]]
id = "pocket"
actions = ["take"]
free = true

[[scene.feature.approach]]
id = "eat"
actions = ["endure"]
impossible = { fr = "Le papier est trop épais.", en = "The paper is too thick." }

[[scene]]
id = "cellar"
name = { fr = "la cave", en = "the cellar", gender = "f" }
look = { fr = "Une cave.", en = "A cellar." }
again = [{ fr = "La cave.", en = "The cellar." }]
hints = [{ fr = "attendre", en = "wait" }, { fr = "remonter", en = "go up" }]

[[ending]]
id = "in"
kind = "won"
title = { fr = "Dedans", en = "In" }
text = { fr = "Vous y êtes.", en = "You are in." }
when = { scene = "cellar" }

[[ending]]
id = "gone"
kind = "left"
title = { fr = "Dehors", en = "Out" }
text = { fr = "La rue.", en = "The street." }
"""


def spoilt(right: str, wrong: str) -> str:
    """The small adventure with its first `right` made `wrong`."""
    assert right in SMALL
    return SMALL.replace(right, wrong, 1)
