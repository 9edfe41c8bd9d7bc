"""Measures the model on this machine and prints a Markdown table: `python -m tests.bench.local_model` (minutes).

Validity is the shape alone, at the first try: whether a proposal could be read, not whether it made sense.
"""

import sys
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from engine.core.legal import legal
from engine.core.sheet import Variant
from narrator import prompting
from narrator.briefing import Briefing
from narrator.chat import Chat, Patience
from narrator.endpoint import Mode
from narrator.exchange import Trouble
from narrator.scenario import Language
from narrator.situation import Situation
from narrator.tools import SOLO, Read, offered, read
from narrator.tools.bare import bare
from table import campaign
from table.local_server import LocalServer, Serving, endpoint, served
from tests.faults.chatting import Purse

LINES: dict[Language, tuple[str, ...]] = {
    "en": (
        "I study the fresco",
        "I ask Nadège about Idriss",
        "I go to the quay",
        "I break down the door",
        "hello",
        "I listen to the transmitter",
        "I steal the pass from Joris",
        "I look under the counter",
        "I fly to the moon",
        "I take the till money",
        "I play the message on the phone",
        "I warm my hands at the stove",
        "I read the tide slate",
        "I draw the bolt",
        "I challenge Joris to a drinking game",
        "I hide behind the counter",
        "I shout for help",
        "I rest for a while",
        "I hack the transmitter",
        "I threaten Joris",
    ),
    "fr": (
        "j'étudie la fresque",
        "je demande à Nadège où est Idriss",
        "je vais sur le quai",
        "j'enfonce la porte",
        "bonjour",
        "j'écoute l'émetteur",
        "je vole le passe de Joris",
        "je regarde sous le comptoir",
        "je m'envole vers la lune",
        "je prends l'argent de la caisse",
        "j'écoute le message du téléphone",
        "je me réchauffe au poêle",
        "je lis l'ardoise des marées",
        "je tire le verrou",
        "je défie Joris à boire",
        "je me cache derrière le zinc",
        "j'appelle à l'aide",
        "je me repose un peu",
        "je pirate l'émetteur",
        "je menace Joris",
    ),
}


@dataclass
class Measured:
    """What twenty lines came to."""

    seconds: list[float] = field(default_factory=list)
    prompts: list[int] = field(default_factory=list)
    replies: list[int] = field(default_factory=list)
    valid: int = 0
    called: Counter[str] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)


def measure(server: LocalServer, mode: Mode, language: Language, folder: Path) -> Measured:
    """Each line put once, in the first scene of Low Tide, as `--narrator local` puts it."""
    scenario = prompting.scenario("low_tide")
    cast = tuple(each for each in prompting.characters() if each.id == scenario.characters[0])
    setup = campaign.Setup(campaign.Content(scenario=scenario, characters=cast), Variant.BLOCKBUSTER, language, 7)
    session = campaign.begin(folder / f"{mode}-{language}.breche", setup)[0].session
    found, briefing = Measured(), Briefing(scenario, cast, language)
    shipped = endpoint(server, shipped=True)
    asked = replace(shipped, takes=shipped.takes.model_copy(update={"modes": (mode,)}))
    with closing(session.store), closing(Chat(asked, Purse(), Patience(total=170, idle=170, tries=1), seed=1)) as chat:
        now = Situation(scenario, cast, language, session.moment, legal(session.game))
        tools = offered(now, SOLO)
        for line in LINES[language]:
            began = time.perf_counter()
            try:
                reply = chat.ask(briefing.deciding(line, now, bare(tools), chat.room), bare(tools))
            except Trouble as trouble:
                found.troubles[trouble.ill.value] += 1
                continue
            finally:
                found.seconds.append(time.perf_counter() - began)
            found.prompts.append(reply.usage.prompt)
            found.replies.append(reply.usage.reply)
            if reply.call is not None:
                found.called[reply.call.name] += 1
                found.valid += isinstance(read(reply.call, tools, now), Read)
    return found


def resident(process: int) -> str:
    """The most memory that a process had at once."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except OSError:
        return "?"
    return next((line.split(":")[1].strip() for line in status.splitlines() if line.startswith("VmHWM")), "?")


def main() -> None:
    """Print the table; with `--gate`, served as in the gate: two threads, nothing kept of the last prompt."""
    serving = Serving(threads=2, cache="--gate" not in sys.argv)
    began = time.perf_counter()
    with served(serving) as server, TemporaryDirectory() as folder:
        print(f"Starts in {time.perf_counter() - began:.1f} s, {serving.threads} threads, cache {serving.cache}.\n")
        print("| Mode | Language | Valid at once | Median | Longest | Prompt | Reply | What it called | Troubles |")
        print("| --- | --- | ---: | ---: | ---: | ---: | ---: | --- | --- |", flush=True)
        for mode in (Mode.TOOL, Mode.SCHEMA):
            for language, lines in LINES.items():
                found = measure(server, mode, language, Path(folder))
                row = (
                    mode.value,
                    language,
                    f"{found.valid} of {len(lines)}",
                    f"{median(found.seconds):.1f} s",
                    f"{max(found.seconds):.1f} s",
                    f"{median(found.prompts or [0]):.0f}",
                    f"{median(found.replies or [0]):.0f}",
                    ", ".join(f"{name} {count}" for name, count in found.called.most_common()),
                    ", ".join(f"{name} {count}" for name, count in found.troubles.items()) or "none",
                )
                print(f"| {' | '.join(row)} |", flush=True)
        print(f"\nMost memory: {resident(server._process.pid)}.")


if __name__ == "__main__":
    main()
