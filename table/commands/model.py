"""`breche model serve`: a model on this machine, for as long as one wants it."""

from pathlib import Path

import click

from table.commands.parts import Branch, Desk, Leaf, Whole, complain
from table.lines import say
from table.words import Words

FAILED = 4


def command(words: Words) -> click.Command:
    """The branch and its commands, their help in the language of the words."""
    params = [
        click.Option(["--gguf"], metavar=words("model.serve.file_metavar"), help=words("model.serve.gguf")),
        click.Option(
            ["--port"],
            type=Whole(words, "model.serve.port_wrong", 1, 65535),
            metavar="N",
            help=words("model.serve.port"),
        ),
    ]
    return Branch(words, "model", [Leaf(words, "serve", run, params, under="model")])


def run(desk: Desk, gguf: str | None, port: int | None) -> int:
    """Serve until Ctrl-C. Raises ConfigError."""
    from table.local_server import Serving, log_file, served

    try:
        with served(Serving(gguf=Path(gguf).expanduser() if gguf else None, port=port or 0)) as server:
            say(desk.words("model.serve.begun", model=server.model))
            print(f"{server.address}/v1", flush=True)
            say(desk.words("model.serve.experimental"))
            server.wait()
    except KeyboardInterrupt:
        # How it is meant to end.
        print()
        return 0
    complain(desk.words("model.serve.ended", log=log_file()))
    return FAILED
