"""A model's reply put together from the chunks that a server streams, whatever shape it gives them.

Pure: no network, no clock. What each rule is for stands beside it, with the report that it comes from.
"""

import json
import re
import secrets
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from narrator.exchange import Call, Ill, Usage
from narrator.http.refusing import Refusal
from narrator.http.spoken import as_text, call_in, whole_object
from narrator.http.streamed import Brackets, Deltas, shuts_unopened, without_thoughts
from narrator.sanitise import clean, one_line

_PLACEHOLDER = re.compile(r"\s*(?:<[^<>]*>|…|\.\.\.)\s*")
_MOST_TOKENS = 100_000_000
_ROUND_A_CALL = 8
_MOST_CALLS = 32
_LONGEST_CARRIED = 16_000
"""Characters of an id, or of all that a server put beside a call: what is longer is not sent back to it."""
_ID = string.ascii_letters + string.digits


@dataclass(slots=True)
class _Made:
    """A tool call as it comes, piece by piece."""

    index: int | None
    id: str
    name: str = ""
    arguments: str = ""
    extra: dict[str, Any] = field(default_factory=dict[str, Any])
    _brackets: Brackets = field(default_factory=Brackets)
    _whole: bool | None = None

    def grow(self, function: Mapping[str, Any]) -> None:
        name = function.get("name")
        if isinstance(name, str) and name and not self.arguments and name != self.name:
            # Later chunks may bring an empty name (lmstudio#649), the same one again, or the rest of it.
            self.name = name if name.startswith(self.name) else self.name + name
        piece = as_text(function.get("arguments"))
        opens = piece.lstrip().startswith("{")
        if self.is_whole:
            # Whatever follows repeats the call (vercel/ai#3953); an empty object may have held the place.
            if opens and self.arguments.strip() == "{}":
                self._begin(piece)
        elif opens and piece.startswith(self.arguments):
            self._begin(piece)
        else:
            self.arguments += piece
            self._brackets.feed(piece)

    @property
    def is_whole(self) -> bool:
        if not self._brackets.closed:
            return False
        if self._whole is None:
            # Read once: what does not parse when its brackets close never will.
            self._whole = whole_object(self.arguments) is not None
        return self._whole

    @property
    def size(self) -> int:
        return len(self.name) + len(self.arguments) + _ROUND_A_CALL

    def _begin(self, arguments: str) -> None:
        self.arguments, self._brackets, self._whole = arguments, Brackets(), None
        self._brackets.feed(arguments)


@dataclass(slots=True)
class Heard:
    """What came of a reply so far. `feed` takes a chunk as it was parsed, and forgives anything."""

    finish: str | None = None
    refusal: str = ""
    usage: Usage | None = None
    _said: Deltas = field(default_factory=Deltas)
    _news: list[str] = field(default_factory=list[str])
    _thoughts: list[str] = field(default_factory=list[str])
    _thought: int = 0
    _pieces: int = 0
    _made: list[_Made] = field(default_factory=list[_Made])

    def feed(self, chunk: Mapping[str, Any]) -> None:
        """Take one chunk, or a whole completion that was not streamed."""
        self.usage = _usage(chunk.get("usage")) or self.usage
        for choice in _mappings(chunk.get("choices")):
            if choice.get("index") not in (None, 0):
                continue
            finish = choice.get("finish_reason")
            if isinstance(finish, str) and finish:
                self.finish = finish.lower()
            for delta in _mappings([choice.get("delta") or choice.get("message")]):
                self._take(delta)

    def saved(self, refusal: Refusal) -> Refusal | None:
        """Hear what the model made after all, where the server refused it and hands it over (groq-typescript#28)."""
        if not refusal.generation:
            return refusal
        self._said = Deltas(refusal.generation, _settled=True)
        self.finish = "stop"
        return None

    def news(self) -> str:
        """The words that came since this was last asked, as they came."""
        new = "".join(self._news)
        self._news.clear()
        return new

    def ill(self, tools: Sequence[str]) -> Ill | None:
        """What is wrong with the reply as a whole, once the stream has ended; without tools it was to be prose."""
        if self.refusal:
            return Ill.DECLINED
        if self.finish is None:
            return Ill.CUT
        if self.finish in ("error", "content_filter"):
            return Ill.SERVER if self.finish == "error" else Ill.FILTERED
        if not self.text and (not tools or self.call(tools) is None):
            return Ill.EMPTY
        return Ill.CUT if self.finish == "length" and not tools else None

    def refused(self, tools: Sequence[str]) -> Refusal | None:
        """The same as a refusal; a reply that was merely broken off may come whole the next time."""
        ill = self.ill(tools)
        if ill is None:
            return None
        slots = {"status": 200, "message": ""} if ill is Ill.SERVER else {}
        return Refusal(ill, slots, again=self.finish is None and ill is Ill.CUT)

    @property
    def said(self) -> str:
        """All words, thoughts with them."""
        return self._said.total + self._said.close()

    @property
    def text(self) -> str:
        """The words, without thoughts."""
        return clean(without_thoughts(self.said)).strip()

    @property
    def shut_unopened(self) -> bool:
        """Whether a thought was closed that was never opened."""
        return shuts_unopened(self.said)

    @property
    def size(self) -> int:
        """Characters of all that the model wrote so far, thoughts and calls too: what it is paid for. No fewer than
        pieces came, so that one that repeats the others is counted as well."""
        calls = sum(each.size for each in self._made)
        return max(self._pieces, self._said.size + len(self.refusal) + self._thought + calls)

    def call_made(self, tools: Sequence[str]) -> Call | None:
        """The first tool call; a nameless one is of the only tool there is."""
        only = tools[0] if len(tools) == 1 else ""
        made = next((each for each in self._made if each.name or only), None)
        if made is None:
            return None
        return _door(Call(made.name or only, made.arguments or "{}", made.id, made.extra))

    def call(self, tools: Sequence[str]) -> Call | None:
        """The first tool call, or one that stands in the words; at the last one that stands in the thoughts, where
        some servers leave the whole answer (vllm#13125)."""
        made = self.call_made(tools)
        if made is not None:
            return made
        for words in (without_thoughts(self.said), self.said, "".join(self._thoughts)):
            spoken = call_in(words, tools)
            if spoken is not None:
                return _door(spoken)
        return None

    def _take(self, delta: Mapping[str, Any]) -> None:
        content = delta.get("content")
        words = _words(content)
        self._news.append(words)
        self._said.feed(words)
        # The same thought may come by both names.
        thought = (_words(delta.get("reasoning_content")) or _words(delta.get("reasoning"))) + _thinking(content)
        self._thoughts.append(thought)
        self._thought += len(thought)
        self.refusal += _words(delta.get("refusal"))
        calls = _mappings(delta.get("tool_calls"))[:_MOST_CALLS]
        self._pieces += bool(words or thought or calls)
        for each in calls:
            function = each.get("function")
            if isinstance(function, dict):
                made = self._which(each)
                made.grow(cast("dict[str, Any]", function))
                known = ("index", "id", "type", "function")
                made.extra.update({key: value for key, value in each.items() if key not in known})

    def _which(self, piece: Mapping[str, Any]) -> _Made:
        """The call that a piece belongs to; a new one where it belongs to none.

        Calls may come without an index (ollama#7881), all at index 0 (ollama#15457), or with one id (crush#3107).
        """
        at = piece.get("index")
        index = at if isinstance(at, int) else None
        id = str(piece.get("id") or "")
        for made in reversed(self._made):
            if id and made.id and id != made.id:
                continue
            if index is not None and made.index is not None:
                if index == made.index:
                    made.id = made.id or id
                    return made
                continue
            if not id or id == made.id:
                return made
        self._made.append(_Made(index, id))
        return self._made[-1]


def _door(call: Call) -> Call:
    """The call with nothing in it that a terminal obeys, and with an id: of nine letters and digits, which every
    server takes (opencode#1680)."""
    values = whole_object(call.arguments)
    arguments = call.arguments
    if values is not None:
        cleaned = _cleaned(values)
        if cleaned != values or not _parses(arguments):
            arguments = json.dumps(cleaned, ensure_ascii=False)
    id = call.id if _goes_back(call.id) else ""
    id = id or "".join(secrets.choice(_ID) for _ in range(9))
    return Call(one_line(call.name)[:100], arguments, id, call.extra if _goes_back(call.extra) else {})


def _goes_back(value: object) -> bool:
    """Whether what a server sent can be sent back to it as it came: a lone surrogate and NaN are in no request."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (ValueError, RecursionError):
        return False
    return len(text) <= _LONGEST_CARRIED


def _parses(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _cleaned(value: Any) -> Any:
    match value:
        case str():
            # What was copied from an example stands for nothing (narrator.http.asking.gist).
            return "" if _PLACEHOLDER.fullmatch(value) else clean(value)
        case dict():
            return {clean(key): _cleaned(each) for key, each in cast("dict[str, Any]", value).items()}
        case list():
            return [_cleaned(each) for each in cast("list[Any]", value)]
        case _:
            return value


def _mappings(value: object) -> list[dict[str, Any]]:
    """The objects of a list; nothing where it is no list (mentat#429)."""
    return [each for each in cast("list[Any]", value) if isinstance(each, dict)] if isinstance(value, list) else []


def _words(content: object) -> str:
    """The text of a content, plain or in parts; thoughts among the parts are left out."""
    if isinstance(content, str):
        return content
    return "".join(each["text"] for each in _mappings(content) if isinstance(each.get("text"), str))


def _thinking(content: object) -> str:
    """The thoughts among the parts of a content."""
    return "".join(_words(each.get("thinking")) for each in _mappings(content))


def _usage(value: object) -> Usage | None:
    """What a server says it counted; None where it says nothing that can be true."""
    for usage in _mappings([value]):
        prompt, reply = _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))
        # Nought of a prompt is what servers say that do not count.
        if not prompt or reply is None:
            return None
        reasoning = _detail(usage, "completion_tokens_details", "reasoning_tokens")
        # Some count thoughts apart from the reply, in the total alone or beside it; they are paid for all the same.
        apart = reply + reasoning if reasoning > reply else reply
        reply = max(apart, (_count(usage.get("total_tokens")) or 0) - prompt)
        cached = _detail(usage, "prompt_tokens_details", "cached_tokens")
        # More than the prompt was never read before: the rest is paid for as prompt.
        return Usage(max(prompt, cached), reply, min(prompt, cached))
    return None


def _detail(usage: Mapping[str, Any], details: str, name: str) -> int:
    return next((_count(each.get(name)) or 0 for each in _mappings([usage.get(details)])), 0)


def _count(value: object) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_TOKENS:
        return value
    return None
