"""How dice are read (CORE ch. 2, Les jets)."""

SUCCESS_FROM = 5
"""A d6 counts as a success from this face up (CORE ch. 2)."""
SPECIALTY_DICE = 2
"""What a specialty adds (CORE ch. 2, Caractéristiques et spécialités)."""


def successes(faces: tuple[int, ...]) -> int:
    """How many faces are 5 or 6 (CORE ch. 2)."""
    return sum([face >= SUCCESS_FROM for face in faces])
