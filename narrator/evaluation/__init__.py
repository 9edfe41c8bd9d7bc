"""How good a narrator is: a fixed set of lines, the rulings that a game master would accept, and what comes of them.

docs/evaluation.md says how the set was made and what each figure means.
"""

from narrator.evaluation.bench import Bench, Overheard, Unjudged
from narrator.evaluation.figures import Figures, Share, by_about, figures
from narrator.evaluation.lines import About, Evaluation, Kind, Line, Setting, sample
from narrator.evaluation.taking import Taken, evaluate

__all__ = [
    "About",
    "Bench",
    "Evaluation",
    "Figures",
    "Kind",
    "Line",
    "Overheard",
    "Setting",
    "Share",
    "Taken",
    "Unjudged",
    "by_about",
    "evaluate",
    "figures",
    "sample",
]
