"""The engine over JSON lines, for other programs: a request a line on stdin, an answer a line on stdout.

docs/protocol.md tells it whole; it is made from this package and from the engine's messages.
"""

from table.protocol.serving import serve

__all__ = ["serve"]
