"""Tools as a referee reads them: a line a field."""

from collections.abc import Iterator, Sequence

from narrator.exchange import Schema, Tool


def page(tools: Sequence[Tool]) -> str:
    """All of them, one after another."""
    along = {"properties": {"canon": tools[0].schema["properties"]["canon"]}}
    told = ("With each of them:", *_fields(along, "    "))
    return "\n".join("\n".join(lines) + "\n" for lines in (told, *map(_tool, tools)))


def _tool(tool: Tool) -> Iterator[str]:
    yield f"{tool.name}: {tool.purpose}"
    own = {name: each for name, each in tool.schema["properties"].items() if name != "canon"}
    yield from _fields({"properties": own}, "    ")


def _fields(schema: Schema, margin: str) -> Iterator[str]:
    for name, each in schema["properties"].items():
        said = f"  # {each['description']}" if "description" in each else ""
        yield f"{margin}{name}: {_shape(each)}{said}"
        inner = each.get("anyOf", [each])[0]
        inner = inner.get("items", inner)
        if "properties" in inner:
            yield from _fields(inner, margin + "    ")


def _shape(schema: Schema) -> str:
    if "anyOf" in schema:
        return " or ".join(map(_shape, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    match schema["type"]:
        case "array":
            return f"{schema.get('minItems', 0)} to {schema['maxItems']} of: {_shape(schema['items'])}"
        case "object":
            return "{"
        case "string":
            return f"text of {schema['maxLength']}"
        case other:
            return other
