"""The command. First of all, whatever could make Python import the host's files is taken off its path."""

import os
import sys


def _forget_the_host() -> None:
    """Leave no entry in `sys.path` that came from the current folder or PYTHONPATH, but archgate's own place."""
    own = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    foreign = {"", os.getcwd(), *os.environ.get("PYTHONPATH", "").split(os.pathsep)}
    shadows = {os.path.abspath(entry) for entry in foreign}
    sys.path[:] = [
        entry for entry in sys.path if os.path.abspath(entry) not in shadows or os.path.abspath(entry) == own
    ]


def run() -> int:
    """Run the command line of this process and give its exit code."""
    try:
        os.getcwd()
    except OSError:
        sys.stderr.write("archgate: the current folder is gone; go to one that is there\n")
        return 2
    _forget_the_host()
    from archgate.cli import main

    return main(sys.argv[1:])


def main() -> None:
    """The entry point of the `archgate` command."""
    sys.exit(run())


if __name__ == "__main__":
    main()
