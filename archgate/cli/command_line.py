"""The command line as a whole: the commands joined, and every way to end told as an exit code."""

import sys
from collections.abc import Sequence

import typer
import typer.exceptions

from archgate.cli import check, debt, doctor, explain, facts, init, policy
from archgate.cli.output import say_problems
from archgate.host.errors import InputError
from archgate.run.say import say
from archgate.version import VERSION

USAGE, INTERRUPTED = 2, 130

app = typer.Typer(
    name="archgate",
    help="Governs the architecture of a Python code base while it is being rebuilt.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (init, check, facts, debt, explain, doctor):
    app.command(name=command.NAME)(command.run)
app.add_typer(policy.app, name="policy")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"archgate {VERSION}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(False, "--version", callback=_print_version, is_eager=True, help="Print the version."),
) -> None:
    pass


def main(argv: Sequence[str]) -> int:
    """Run one command line and give its exit code; nothing that a person can cause ends in a traceback."""
    try:
        code = typer.main.get_command(app).main(args=list(argv), prog_name="archgate", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except typer.exceptions.TyperException as error:
        say(f"{error.format_message().rstrip()} (see: archgate --help)")
        return USAGE
    except InputError as error:
        return say_problems(error)
    except (KeyboardInterrupt, typer.Abort):
        say("interrupted")
        return INTERRUPTED
    except OSError as error:
        say(f"{error.filename or 'output'}: {error.strerror or error}")
        return USAGE
