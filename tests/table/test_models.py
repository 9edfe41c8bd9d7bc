"""Models come from the first place that names one, a key goes to its own server alone, and no fault shows it."""

import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from narrator.endpoint import Mode
from narrator.exchange import Ill, Trouble
from narrator.money import FREE, Ceiling, Ceilings
from narrator.money.prices import known_prices
from narrator.money.providers import presets
from table.config import ConfigError, ModelFlags, read_user_file
from table.known import is_on_own_network, known
from table.models import choose, read_ceilings
from table.troubles import told
from table.words import LANGUAGES, Words
from tests.table.shell import Shell

SECRET = "sk-do-not-show-0123456789"


@pytest.fixture
def here(tmp_path):
    return Here(tmp_path)


class Here:
    """A player with a file of settings and an environment."""

    def __init__(self, folder):
        self.file = folder / "config.toml"
        self.prices = folder / "prices.toml"

    def environ(self, said):
        return {"BRECHE_CONFIG": str(self.file), **said}

    def choose(self, *models, text="", flags=None, **environ):
        if text:
            self.file.write_text(text, encoding="utf-8")
        return choose(flags or ModelFlags(models=models), self.environ(environ))

    def one(self, *models, **said):
        return self.choose(*models, **said).decide[0]


def key(model):
    return model.endpoint.key and model.endpoint.key.get_secret_value()


def test_without_a_word_nobody_but_the_offline_narrator_plays(here):
    choice = here.choose()
    assert (choice.decide, choice.tell, choice.every) == ((), (), ())


def test_a_flag_goes_before_the_environment_before_the_file(here):
    text, environ = '[narrator]\nmodel = "ollama:of-file"', {"BRECHE_MODEL": "ollama:of-environment"}
    assert here.one(text=text).address == "ollama:of-file"
    assert here.one(**environ).address == "ollama:of-environment"
    assert here.one("ollama:of-flag", **environ).address == "ollama:of-flag"
    assert here.one(flags=ModelFlags(narrator="ollama:of-flag"), **environ).address == "ollama:of-flag"


def test_offline_on_the_command_line_sends_every_model_away(here):
    text = '[narrator]\nmodel = "ollama:small"\ndecide = "ollama:other"'
    assert here.choose(text=text).every
    assert not here.choose(flags=ModelFlags(narrator="offline")).every


def test_one_model_decides_and_another_tells(here):
    choice = here.choose("ollama:tells", flags=ModelFlags(models=("ollama:both",), decide="ollama:small"))
    assert [each.address for each in choice.decide] == ["ollama:small"]
    assert [each.address for each in choice.tell] == ["ollama:both"]
    assert here.choose(flags=ModelFlags(models=("ollama:both",), tell="offline")).tell == ()


def test_a_model_on_the_command_line_takes_both_seats_whatever_the_file_says(here):
    choice = here.choose("ollama:mine", text='[narrator]\ndecide = "ollama:a"\ntell = "ollama:b"')
    assert [each.address for each in choice.every] == ["ollama:mine"]


def test_several_models_make_room_for_one_another_and_the_last_may_be_offline(here):
    choice = here.choose("ollama:large", "llamacpp:small", "offline", "vllm:never")
    assert [each.address for each in choice.decide] == ["ollama:large", "llamacpp:small"]
    text = '[narrator]\nmodel = ["ollama:one", "ollama:two"]'
    assert [each.address for each in here.choose(text=text).tell] == ["ollama:one", "ollama:two"]


def test_the_local_model_is_started_later_and_costs_nothing(here):
    model = here.one(flags=ModelFlags(narrator="local"))
    assert (model.address, model.endpoint, model.price) == ("local", None, FREE)


def test_an_endpoint_is_as_its_preset_says(here):
    endpoint = here.one("anthropic:claude-haiku-5-5", ANTHROPIC_API_KEY=SECRET).endpoint
    assert (endpoint.provider, endpoint.base_url) == ("anthropic", "https://api.anthropic.com/v1")
    assert endpoint.takes.modes == (Mode.TOOL, Mode.TEXT)
    assert (endpoint.takes.strict, endpoint.takes.seed, endpoint.takes.temperature) == (False, False, None)
    assert here.one("ollama:qwen2.5:7b").endpoint.model == "qwen2.5:7b"


def test_a_bare_name_is_a_models_where_a_server_is_given(here):
    flags = ModelFlags(models=("mine:7b",), base_url="http://localhost:9000/v1/")
    endpoint = here.one(flags=flags).endpoint
    assert (endpoint.name, endpoint.base_url) == ("custom:mine:7b", "http://localhost:9000/v1")
    assert here.one("mine", BRECHE_BASE_URL="https://example.org/v1").endpoint.base_url == "https://example.org/v1"


def test_a_server_of_the_file_does_not_take_a_model_of_the_command_line(here):
    text = '[narrator]\nmodel = "llamacpp:mine"\nbase_url = "http://192.168.1.7:8080/v1"'
    assert here.one(text=text).endpoint.base_url == "http://192.168.1.7:8080/v1"
    assert here.one("ollama:small").endpoint.base_url == "http://localhost:11434/v1"


def test_settings_of_the_file_change_what_is_sent(here):
    text = '[narrator]\nmodel = "ollama:small"\ncontext = 32000\ntemperature = 0.2\nseed = 7'
    choice = here.choose(text=text)
    assert choice.seed == 7
    assert (choice.decide[0].endpoint.takes.context, choice.decide[0].endpoint.takes.temperature) == (32_000, 0.2)
    assert here.one(text='[narrator]\nmodel = "ollama:small"\ntemperature = "none"').endpoint.takes.temperature is None


def test_a_provider_of_ones_own_and_a_known_one_changed(here):
    text = """
[provider.attic]
base_url = "http://attic.lan:8000/v1"
key_env = "ATTIC"
modes = ["schema"]
seed = true
context = 12000
[provider.ollama]
base_url = "http://attic.lan:11434/v1"
temperature = "none"
"""
    mine = here.one("attic:large", text=text, ATTIC=SECRET)
    assert key(mine) == SECRET
    takes = mine.endpoint.takes
    assert (takes.modes, takes.seed, takes.context) == ((Mode.SCHEMA,), True, 12_000)
    changed = here.one("ollama:small").endpoint
    assert (changed.base_url, changed.takes.temperature) == ("http://attic.lan:11434/v1", None)
    assert changed.takes.modes == presets()["ollama"].modes
    with pytest.raises(Trouble) as caught:
        here.one("attic:large")
    assert (caught.value.ill, caught.value.slots["variable"]) == (Ill.NO_KEY, "ATTIC")


def test_the_key_is_looked_for_where_the_provider_keeps_it(here):
    assert key(here.one("openai:gpt", OPENAI_API_KEY=f" {SECRET}\n")) == SECRET
    assert here.one("openai:gpt", OPENAI_API_KEY=SECRET).key_found == "OPENAI_API_KEY"
    assert key(here.one("openai:gpt", OPENAI_API_KEY="another", BRECHE_API_KEY=SECRET)) == SECRET
    text = f'[provider.openai]\nkey = "{SECRET}"'
    assert key(here.one("openai:gpt", text=text, OPENAI_API_KEY="another")) == SECRET
    assert key(here.one(text='[narrator]\nmodel = "openai:gpt"\nkey_env = "MINE"', MINE=SECRET)) == SECRET


def test_a_key_goes_to_no_other_server_than_its_own(here):
    ours = {"OPENAI_API_KEY": SECRET, "MISTRAL_API_KEY": "of-mistral", "BRECHE_API_KEY": "of-the-first"}
    first, second = here.choose("openai:gpt", "mistral:small", **ours).decide
    assert (key(first), key(second)) == ("of-the-first", "of-mistral")
    # The provider's own key does not follow where somebody else's address leads.
    elsewhere = ModelFlags(models=("vllm:x",), base_url="http://localhost:1/v1")
    assert key(here.one(flags=elsewhere, VLLM_API_KEY=SECRET)) is None
    with pytest.raises(Trouble, match="no_key"):
        here.choose(
            flags=ModelFlags(models=("openai:gpt",), base_url="https://proxy.example/v1"), OPENAI_API_KEY=SECRET
        )


def test_the_files_key_is_for_the_files_own_server(here):
    text = f'[narrator]\nmodel = "openai:gpt"\nkey = "{SECRET}"'
    assert key(here.one(text=text)) == SECRET
    assert key(here.one("ollama:small")) is None
    with pytest.raises(Trouble, match="no_key"):
        here.one("mistral:small")


@pytest.mark.parametrize(
    ("url", "near"),
    [
        ("http://localhost:1/v1", True),
        ("http://127.0.0.1/v1", True),
        ("http://[::1]:8080/v1", True),
        ("http://192.168.0.4/v1", True),
        ("http://10.1.2.3/v1", True),
        ("http://attic:8000/v1", True),
        ("http://attic.lan/v1", True),
        ("http://0.0.0.0/v1", False),
        ("http://8.8.8.8/v1", False),
        ("http://example.org/v1", False),
        ("http://lan.example.org/v1", False),
        ("http://localhost.example.org/v1", False),
        ("http://127.1:8000/v1", True),
        ("http://0x7f000001/v1", True),
        ("http://3232235777/v1", True),
        ("http://[fe80::1]/v1", True),
        ("http://[fd00::1]/v1", True),
        ("http://134744072/v1", False),
        ("http://0x08080808/v1", False),
        ("http://0X8.0x8.0x8.0x8/v1", False),
        ("http://010.8.8.8/v1", False),
        ("http://01002004010/v1", False),
        ("http://4294967296/v1", False),
        ("http://０x08080808/v1", False),
        ("http://example。org/v1", False),
        ("http://[::ffff:8.8.8.8]/v1", False),
        ("http://[2001:0:808:808::1]/v1", False),
        ("http://203.0.113.7/v1", False),
    ],
)
def test_plain_http_is_for_this_machine_and_its_own_network(here, url, near):
    assert is_on_own_network(url) is near
    flags = ModelFlags(models=("mine",), base_url=url)
    if near:
        assert here.one(flags=flags).endpoint.base_url == url
    else:
        with pytest.raises(ConfigError, match="url_open"):
            here.one(flags=flags)


@pytest.mark.parametrize(
    "url", ["localhost:11434", "ftp://localhost/v1", "http://", "https://[::1/v1", "http://localhost:99999/v1", "x y"]
)
def test_what_is_no_address_of_a_server_is_said_to_be_none(here, url):
    with pytest.raises(ConfigError, match=r"config\.url'"):
        here.one(flags=ModelFlags(models=("mine",), base_url=url))


@pytest.mark.parametrize("url", [f"https://me:{SECRET}@example.org/v1", f"https://example.org/v1?key={SECRET}"])
def test_an_address_with_a_secret_in_it_is_refused_and_not_repeated(here, url):
    with pytest.raises(ConfigError, match="url_secret") as caught:
        here.one(flags=ModelFlags(models=("mine",), base_url=url))
    assert SECRET not in repr(caught.value)


FAULTS = {
    'narrator = "ollama"': "config.table",
    "[narrator]\nmodel = 3": "config.texts",
    "[narrator]\nmodel = []": "config.texts",
    '[narrator]\nmodel = "nowhere:x"': "config.provider",
    '[narrator]\nmodel = "just-a-name"': "config.provider",
    '[narrator]\nmodel = "ollama:"': "config.model",
    '[narrator]\nmodel = "local:x"': "config.provider",
    "[narrator]\ncontext = 100": "config.whole",
    "[narrator]\ncontext = 1e9": "config.whole",
    "[narrator]\ntemperature = 3": "config.number",
    "[narrator]\ntemperature = true": "config.number",
    "[narrator]\nseed = -1": "config.whole",
    "[narrator]\nkey = 7": "config.text",
    '[narrator]\nvoice = "deep"': "config.key",
    '[narrator]\nmodel = "ollama:x"\nbase_url = "http://example.org"': "config.url_open",
    "[ceilings]\nturn_tokens = -5": "config.whole",
    '[ceilings]\nday_money = "a lot"': "config.amount",
    "[ceilings]\nday_money = -1": "config.amount",
    '[ceilings]\nday_money = "NaN"': "config.amount",
    '[ceilings]\nday_money = "1e999999"': "config.amount",
    "[ceilings]\nday_money = 1_000_001": "config.amount",
    '[ceilings]\nday_money = "1e-999999"': "config.amount",
    "[ceilings]\nday_money = 1e300": "config.amount",
    f"[ceilings]\nday_money = 0x{'f' * 5_000}": "config.amount",
    '[ceilings]\ncurrency = "euro"': "config.currency",
    "[ceilings]\nweek_tokens = 5": "config.key",
    '[provider.attic]\nkey_env = "A"': "config.missing",
    '[provider.attic]\nbase_url = "attic"': "config.url",
    '[provider."a:b"]\nbase_url = "http://localhost/v1"': "config.provider_name",
    '[provider.offline]\nbase_url = "http://localhost/v1"': "config.provider_name",
    '[provider.ollama]\nmodes = ["shout"]': "config.modes",
    "[provider.ollama]\nseed = 1": "config.switch",
    "[provider.ollama]\nport = 1": "config.key",
    "provider = 3": "config.table",
    "[provider]\nollama = 3": "config.table",
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_of_the_file_is_one_sentence_in_both_languages(here, text):
    with pytest.raises(ConfigError) as caught:
        here.choose(text=text)
    assert caught.value.key == FAULTS[text]
    french, english = (Words(each, "cli")(caught.value.key, **caught.value.slots) for each in LANGUAGES)
    assert french != english
    assert str(here.file) in french
    assert str(here.file) in english


PRICE_FAULTS = {
    "price = 3": "config.prices",
    "prices = []": "config.key",
    '[[price]]\nprovider = "a"\nmodel = "b"\nprompt = "1e999999"\nreply = 1': "config.amount",
    '[[price]]\nprovider = "a"\nmodel = "b"\nprompt = 1\nreply = 1e7': "config.amount",
    '[[price]]\nprovider = "openai"': "config.missing",
    '[[price]]\nprovider = "a"\nmodel = "b"\nprompt = "x"\nreply = 1': "config.amount",
    '[[price]]\nprovider = "a"\nmodel = "b"\nprompt = 1\nreply = 1\ncurrency = "€"': "config.currency",
    '[[price]]\nprovider = "a"\nmodel = "b"\nprompt = 1\nreply = 1\ndate = "soon"': "config.day",
    '[[price]]\nprovider = "a"\nmodel = "b"\nprompt = 1\nreply = 1\ntax = 2': "config.key",
}


@pytest.mark.parametrize("text", PRICE_FAULTS)
def test_a_fault_among_prices_names_the_file_and_the_key(here, text):
    here.prices.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        here.choose("ollama:small")
    assert caught.value.key == PRICE_FAULTS[text]
    assert caught.value.slots["file"] == here.prices


def test_a_price_of_ones_own_goes_before_ours_and_before_free(here):
    here.prices.write_text(
        '[[price]]\nprovider = "openai"\nmodel = "gpt-6-sol"\nprompt = 1\nreply = 0.5\ncached = "0.1"\n'
        '[[price]]\nprovider = "ollama"\nmodel = "rented"\nprompt = 3\nreply = 4\ncurrency = "EUR"\n'
        "date = 2026-12-01\n",
        encoding="utf-8",
    )
    environ = {"OPENAI_API_KEY": SECRET}
    ours = here.one("openai:gpt-6-sol", **environ).price
    assert (ours.prompt, ours.reply, ours.cached) == (Decimal(1), Decimal("0.5"), Decimal("0.1"))
    assert here.one("ollama:rented").price.currency == "EUR"
    assert here.one("ollama:small").price == FREE
    assert here.one("openai:unheard-of", **environ).price is None
    assert here.one(flags=ModelFlags(models=("x",), base_url="https://example.org/v1")).price is None


def test_under_a_ceiling_of_money_a_model_without_a_price_is_refused_before_play(here):
    text = '[ceilings]\nday_money = 1\ncurrency = "EUR"'
    with pytest.raises(Trouble) as caught:
        here.one("openai:gpt-6-sol", text=text, OPENAI_API_KEY=SECRET)
    assert caught.value.ill is Ill.UNPRICED
    assert [each for each in LANGUAGES if "prices.toml" in told(each, caught.value)] == [*LANGUAGES]
    assert here.one("ollama:small").price == FREE


def test_ceilings_are_read_and_none_lifts_one(here):
    here.file.write_text('[ceilings]\nturn_tokens = "none"\nsession_tokens = 5\nday_money = 0.1', encoding="utf-8")
    ceilings = read_ceilings(here.environ({}))
    assert ceilings == replace(
        Ceilings(), turn=Ceiling(None), session=Ceiling(5), day=replace(Ceilings().day, money=Decimal("0.1"))
    )


def test_no_key_is_in_anything_that_may_be_printed(here):
    text = f'[narrator]\nmodel = "openai:gpt"\nkey = "{SECRET}"\n[provider.mistral]\nkey = "{SECRET}"'
    choice = here.choose("openai:gpt", text=text, BRECHE_API_KEY=SECRET, OPENAI_API_KEY=SECRET)
    environ = here.environ({"BRECHE_API_KEY": SECRET, "OPENAI_API_KEY": SECRET})
    for each in (choice, known(environ), read_user_file(environ)):
        assert SECRET not in repr(each)
        assert SECRET not in str(each)


@pytest.mark.parametrize("value", [f"{SECRET} {SECRET}", f"{SECRET}é", f"Bearer\t{SECRET}"])
def test_what_can_be_no_key_is_refused_without_being_shown(here, value):
    with pytest.raises(ConfigError, match="bad_key") as caught:
        here.one("openai:gpt", OPENAI_API_KEY=value)
    assert SECRET not in repr(caught.value)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ill", [each for each in Ill if each is not Ill.SPENT])
def test_every_ill_has_a_sentence_with_and_without_what_a_server_said(language, ill):
    bare = told(language, Trouble(ill, model="m", currency="USD", kind="TypeError"))
    full = told(
        language,
        Trouble(
            ill,
            model="m",
            currency="USD",
            message="no such thing",
            seconds=12,
            variable="KEY",
            provider="p",
            status=400,
            kind="TypeError",
        ),
    )
    assert bare.endswith((".", "!"))
    assert "{" not in bare + full
    if ill in (Ill.REQUEST, Ill.SERVER, Ill.NO_MODEL):
        assert "no such thing" in full


def test_what_is_spent_is_said_as_each_language_counts():
    tokens = Trouble(Ill.SPENT, span="day", side="tokens", spent=2_990_000, ceiling=3_000_000, currency="USD")
    assert "2,990,000 tokens of 3,000,000 tokens" in told("en", tokens)
    assert "2\u202f990\u202f000 jetons" in told("fr", tokens)
    assert "day_tokens" in told("fr", tokens)
    money = Trouble(Ill.SPENT, span="turn", side="money", spent=Decimal("0.0042"), ceiling=Decimal(1), currency="EUR")
    assert "(0.0042\u00a0EUR of 1.00\u00a0EUR)" in told("en", money)
    assert "(0,0042\u00a0EUR sur 1,00\u00a0EUR)" in told("fr", money)


def test_the_documents_table_of_providers_is_that_of_the_data():
    page = (Path(__file__).parents[2] / "docs" / "models.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \|$", page, re.MULTILINE)
    said = {name: (url, variable, modes) for name, url, variable, modes in rows}
    assert said == {
        name: (
            "started for the evening" if name == "local" else f"`{each.base_url}`",
            (f"`{each.key}`" + ("" if each.needs_key else ", if it wants one")) if each.key else "none",
            ", ".join(each.modes),
        )
        for name, each in presets().items()
    }
    for each in presets().values():
        for note in each.note:
            assert note.source in page
            assert note.en in page


def test_the_documents_table_of_prices_is_that_of_the_data():
    page = (Path(__file__).parents[2] / "docs" / "models.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+):(\S+)` \| (\S+) \| (\S+) \| (\S+) \| (\S+) \|$", page, re.MULTILINE)
    assert rows == [
        (*model, str(each.price.prompt), str(each.price.cached or "–"), str(each.price.reply), f"{each.date}")
        for model, each in known_prices().items()
    ]


def test_a_mistake_on_the_command_line_ends_with_its_exit_code(tmp_path):
    shell = Shell(tmp_path)
    assert shell.run("provider", "test", "nowhere:x").returncode == 3
    assert shell.run("provider", "test", "openai:gpt").returncode == 4
    twice = shell.run("play", "--narrator", "offline", "--model", "ollama:x")
    assert (twice.returncode, twice.stderr) == (2, "--narrator and --model say the same: give one of them.\n")
