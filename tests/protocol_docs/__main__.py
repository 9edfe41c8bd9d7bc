"""`make docs`: write docs/protocol.md again."""

from tests.protocol_docs.page import PAGE, page

PAGE.write_text(page(), encoding="utf-8")
