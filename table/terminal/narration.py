"""What a player asks about the narrator: who it is, the last turn told again, what it must never forget, what it
costs."""

from contextlib import closing
from datetime import date
from typing import TYPE_CHECKING

from narrator.memory import LONGEST
from narrator.port import Narrator, Remark
from narrator.scenario import Language
from table.amounts import count as number
from table.amounts import money, seconds, short
from table.remarks import sentence
from table.session import TellingLost
from table.terminal.screen import Row, Screen
from table.terminal.setting_up import Opened
from table.terminal.standing import called
from table.words import LANGUAGES, Words

if TYPE_CHECKING:  # Whoever plays offline reads no log.
    from table.costs import Sum

COMMANDS = ("retell", "pin", "unpin", "model", "cost")


class Narration:
    """Answers about the narrator. Nothing here moves a number of the game."""

    def __init__(self, opened: Opened, screen: Screen) -> None:
        self.campaign = opened.campaign
        self.session = opened.campaign.session
        self.crew = opened.crew
        self.screen = screen
        self.words = Words(opened.language, "narrator")

    def answer(self, command: str, rest: str) -> None:
        """`retell`, `pin`, `unpin`, `model` or `cost`, with what was typed after it."""
        match command:
            case "retell":
                self._retell(rest)
            case "pin":
                self._pin(rest)
            case "unpin":
                self._unpin(rest)
            case "model":
                self._model(rest)
            case "cost":
                self._cost()
            case _:
                raise AssertionError(command)
        self.remark()

    def remark(self) -> None:
        """What the narrator has to say of itself, a quiet line each."""
        for each in (*self.session.narrator.remarks(), *self.crew.remarks(self.words.language)):
            self._say(each)

    def _say(self, remark: Remark) -> None:
        said = sentence(self.words.language, remark)
        self.screen.record({"narrator": remark.key, "sentence": said})
        self.screen.aside(said, "faint")

    def greet(self) -> None:
        """Find how a model is asked before anything is played, and say who cannot be."""
        self.ask()
        for each in self.crew.greet(self.session.narrator):
            self._say(each)

    def ask(self) -> None:
        """Say that a model is asked, to somebody who waits for it."""
        decides = self.crew.decides(self.session.narrator)
        if self.screen.interactive and decides:
            self.screen.aside(self.words("asking", name=decides), "faint")

    def spent(self) -> list[str]:
        """Tokens and money of this session, as the status line has them; nothing where no model was asked."""
        tally = self.crew.tally
        if tally is None:
            return []
        spent = tally.spent.tokens
        tokens = self.words("spent_tokens", count=spent, shown=short(self.words.language, spent))
        if tally.unpriced:
            return [tokens, self.words("spent_unknown")]
        paid = [money(self.words.language, tally.spent.money, tally.currency)] if tally.spent.money else []
        return [tokens, *paid]

    # --- told again

    def _retell(self, rest: str) -> None:
        language, tone = _language_and_tone(rest)
        if language in (None, self.campaign.narration) and not self.crew.tells(self.session.narrator):
            self.screen.aside(self.words("retell_offline"))
            return
        narrator = self.campaign.narrator(language) if language else self.session.narrator
        self.crew.count_with(self.session.narrator, narrator)
        # A wish of the player's: the same question again is no loop.
        self.crew.new_turn()
        told: list[str] = []
        try:
            with closing(self.session.retell(narrator, tone)) as telling:
                self.screen.gap()
                self.screen.tell((told.append(each) or each for each in telling), self.words("speaker"))
        except KeyboardInterrupt:
            self.screen.aside(self.words("retell_stopped"))
        except TellingLost as lost:
            self.screen.aside(self.words("retell_lost", kind=lost))
        else:
            if not told:
                self.screen.aside(self.words("retell_nothing"))
        self.screen.record({"retold": told})
        self._remarks_of(narrator)

    def _remarks_of(self, narrator: Narrator) -> None:
        if narrator is not self.session.narrator:
            for each in narrator.remarks():
                self._say(each)

    # --- never forgotten

    def _pin(self, rest: str) -> None:
        if len(rest) > LONGEST:
            self.screen.aside(self.words("pin_too_long", count=len(rest), most=LONGEST))
            return
        if rest:
            self.session.pin(rest)
            self.screen.aside(self.words("pinned", text=rest))
            return
        pins = self.session.pins
        if not pins:
            self.screen.aside(self.words("no_pins"))
            return
        rows = [Row(each.text, figure=str(number)) for number, each in enumerate(pins, 1)]
        self.screen.block([Row(self.words("pins"), style="title"), *rows])
        self.screen.record({"pins": [each.text for each in pins]})

    def _unpin(self, rest: str) -> None:
        pins = self.session.pins
        if not pins:
            self.screen.aside(self.words("no_pins"))
        elif rest.isdecimal() and len(rest) < 10 and 1 <= int(rest) <= len(pins):
            self.screen.aside(self.words("unpinned", text=self.session.unpin(int(rest) - 1).text))
        else:
            self.screen.aside(self.words("unpin_which", most=len(pins)))

    # --- who, and how well

    def _model(self, rest: str) -> None:
        if rest:
            self._change(rest)
            return
        narrator = self.session.narrator
        counted = self._counted(narrator)
        sums = self._sums() if counted else None
        if sums is not None:
            # As /cost counts them: also those that found nobody before anything was asked.
            counted["troubles"] = sums[0].failed, None
        rows = [Row(self.words("model_now"), called(Words(self.words.language, "play"), narrator))]
        asked = {key: of for key, of in counted.items() if any(of)}
        rows += [Row(self.words(f"card_{key}"), self._share(count, most)) for key, (count, most) in asked.items()]
        known = {key: count for key, (count, _) in counted.items()}
        took = sums[0].seconds_a_call if sums else None
        if sums and took is not None:
            rows.append(Row(self.words("card_seconds"), seconds(self.words.language, took)))
            rows.append(self._cost_row("cost_session", sums[0]))
        self.screen.block(rows)
        self.screen.aside(self.words("model_how"))
        self.screen.record({"model": narrator.name, **known, "seconds_a_call": took})

    def _change(self, address: str) -> None:
        """Somebody else narrates from now on, which is said once it is known whether they can."""
        came = [self.crew.change(self.campaign, address)]
        if came[0].key == "model_changed":
            self.ask()
            try:
                came = [*self.crew.greet(self.session.narrator)] or came
            except KeyboardInterrupt:  # Whoever waits no longer plays all the same, as at the beginning.
                if not self.screen.interactive:
                    raise
        for each in came:
            self._say(each)

    def _counted(self, narrator: Narrator) -> dict[str, tuple[int, int | None]]:
        """What a model has done here, each count with that of which it is a part; nothing for the offline narrator."""
        if self.crew.is_offline:
            return {}
        from narrator.model import ModelNarrator

        assert isinstance(narrator, ModelNarrator)
        decides, tells = narrator.deciding.card, narrator.telling.card
        return {
            "decisions": (decides.decisions, None),
            "valid": (decides.valid_first, decides.decisions),
            "repaired": (decides.repaired, decides.decisions),
            "fell_back": (decides.fell_back, decides.decisions),
            "replaced": (tells.replaced, tells.sentences),
            "troubles": (decides.troubles + tells.troubles, None),
        }

    def _share(self, count: int, most: int | None) -> str:
        return str(count) if most is None else self.words("card_of", count=count, most=most)

    def _cost(self) -> None:
        if self.crew.spending is None:
            self.screen.aside(self.words("cost_offline"))
            return
        sums = self._sums()
        if sums is None:
            return
        from table.costs import sum_object

        session, today = sums
        self.screen.block([self._cost_row("cost_session", session), self._cost_row("cost_today", today)])
        self.screen.record({"cost": {"session": sum_object(session), "today": sum_object(today)}})

    def _sums(self) -> "tuple[Sum, Sum] | None":
        """What the calls of this session and of today add up to; None where no model was asked, or the log cannot be
        read, which is said."""
        spending = self.crew.spending
        if spending is None:
            return None
        from table.costs import of_session
        from table.spending import FAULTS

        try:
            return of_session(spending.file, spending.session, date.today())
        except (*FAULTS, ValueError):
            self.screen.aside(self.words("log_failed", file=spending.file))
            return None

    def _cost_row(self, key: str, total: "Sum") -> Row:
        from table.costs import cost_told

        tokens = number(self.words.language, total.prompt + total.reply)
        cost = cost_told(Words(self.words.language, "cli"), total)
        return Row(self.words(key), self.words("cost_row", count=total.calls, tokens=tokens, cost=cost))


def _language_and_tone(rest: str) -> tuple[Language | None, str]:
    """A language where it stands alone: "/retell en colère" is a tone."""
    for language in LANGUAGES:
        if rest.casefold() == language:
            return language, ""
    return None, rest
