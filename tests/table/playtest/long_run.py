"""A run that is too long to wait for, in a process of its own: `python -m tests.table.playtest.long_run LANGUAGE`.

Ctrl-C ends it; what it then says on stdout is how many games are done, and in how many of them an end was counted.
"""

import os
import sys
from pathlib import Path

from table.config import Settings
from table.playtest.processes import processes
from table.playtest.progress import progress
from table.playtest.running import Run
from table.words import Language
from tests.table.playtest.workers import plan


def main(language: Language, accessible: bool) -> None:
    """Play until Ctrl-C."""
    settings = Settings(language, language, accessible, color=False, ascii=False, saves=Path())
    run = Run(plan(), range(1_000_000), 2)
    try:
        with progress(settings, len(run.games)) as done:

            def tell(games: int) -> None:
                done(games)
                if run.summary.games == games:
                    print(os.getpid(), flush=True)

            run.on(processes(2), tell)
    except KeyboardInterrupt:
        print(run.summary.games, sum(run.summary.of("ending").values()))


if __name__ == "__main__":
    main("fr" if "fr" in sys.argv else "en", "--accessible" in sys.argv)
