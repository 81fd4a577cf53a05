"""The command line as a whole: the commands joined, and every way to end told as an exit code."""

import sys
from collections.abc import Sequence

import typer
import typer.exceptions

from archgate.cli import check, debt, docs, doctor, explain, facts, fixture, init, leaf, policy, roadmap, schema, trend
from archgate.cli.output import say_problems
from archgate.host.errors import InputError
from archgate.run.say import say
from archgate.version import VERSION

USAGE, INTERRUPTED = 2, 130
WORDS = {
    "Value error, ": "",
    "Input should be a valid integer, unable to parse string as an integer": "it is no whole number",
    "Input should be greater than or equal to": "it must be at least",
}
"""What the parser's own library says, and how a person would."""

app = typer.Typer(
    name="archgate",
    help="Governs the architecture of a Python code base while it is being rebuilt.",
    epilog="Begin with init, then check. What a code such as NEW means: archgate explain NEW.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (init, check, facts, debt, trend, explain, doctor, schema):
    app.command(name=command.NAME)(command.run)
app.add_typer(policy.app, name="policy")
app.add_typer(fixture.app, name="fixture")
app.add_typer(roadmap.app, name="roadmap")
app.add_typer(leaf.app, name="leaf")
app.add_typer(docs.app, name="docs")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"archgate {VERSION}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(False, "--version", callback=_print_version, is_eager=True, help="Print the version."),
) -> None:
    pass


def _is_text(argument: str) -> bool:
    """Whether an argument was text; bytes that are no UTF-8 come as lone surrogates."""
    return not any("\ud800" <= character <= "\udfff" for character in argument)


def in_words(message: str) -> str:
    """A message of the library that parses the command line, without the words of the one that it asks itself."""
    for theirs, ours in WORDS.items():
        message = message.replace(theirs, ours)
    return message.strip().removesuffix(".")


def main(argv: Sequence[str]) -> int:
    """Run one command line and give its exit code; nothing that a person can cause ends in a traceback."""
    strange = [argument for argument in argv if not _is_text(argument)]
    if strange:
        say(f"an argument is not UTF-8: {strange[0]} (see: archgate --help)")
        return USAGE
    try:
        code = typer.main.get_command(app).main(args=list(argv), prog_name="archgate", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except typer.exceptions.TyperException as error:
        say(f"{in_words(error.format_message())} (see: archgate --help)")
        return USAGE
    except InputError as error:
        return say_problems(error)
    except (KeyboardInterrupt, typer.Abort):
        say("interrupted")
        return INTERRUPTED
    except OSError as error:
        say(f"{error.filename or 'output'}: {error.strerror or error}")
        return USAGE
