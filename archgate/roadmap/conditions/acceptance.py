"""Acceptance: the leaf's own commands, run when asked, or a JUnit file that proves that they were.

A command that cannot fail, or that was run and examined nothing, proves nothing, and the condition fails. One whose
output does not tell what it examined leaves it unknown.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct, field

from archgate.gate.case import Case
from archgate.host.errors import invalid
from archgate.host.git_process import GitError
from archgate.host.printable import printable
from archgate.host.tree import DiskTree
from archgate.roadmap.base_worktree import lay, worktree_of
from archgate.roadmap.document import Command
from archgate.roadmap.examined import (
    NO_TESTS,
    does_nothing,
    examined_nothing,
    hides_failure,
    is_silent,
    is_test_command,
)
from archgate.roadmap.junit_evidence import JUnit, how_to_make, read_junit
from archgate.roadmap.runner import Ran, environment, run_command
from archgate.roadmap.territory import is_test
from archgate.roadmap.trial import Answer, Trial, Word

_NO_SUCH_COMMAND = (126, 127)


class Terminal(Struct, frozen=True):
    """Where commands run: the variables around archgate, and the stream on which they are shown and print."""

    variables: Mapping[str, str] = field(default_factory=lambda: os.environ)
    stream: BinaryIO = field(default_factory=lambda: sys.stderr.buffer)


class _Said(Struct, frozen=True):
    """What is known of one command."""

    word: Word
    evidence: str
    next: str = ""


def acceptance(trial: Trial) -> Answer:
    """Whether the leaf's commands hold. Raises InputError for what `proves` or a JUnit file has wrong."""
    return judge(trial, Terminal())


def judge(trial: Trial, terminal: Terminal) -> Answer:
    """As `acceptance`, on a terminal."""
    asked = trial.asked
    commands = trial.leaf.section.commands if trial.leaf.section else ()
    proves = _proves(trial, commands)
    junit = [read_junit(path) for path in asked.junit]
    if not commands:
        said = _Said("unknown", f"{trial.leaf.id} lists no acceptance commands", "write them below `Acceptance`")
        return _answer([said])
    if all(does_nothing(command.text) for command in commands):
        return _answer([_Said("fails", "no command examines anything", "list the commands that prove the leaf")])
    found = _without_running(trial, commands, junit)
    rest = [command for command in commands if command not in found]
    if rest and asked.run:
        found |= _run_all(trial, rest, terminal)
    elif rest:
        found |= {command: _not_asked(trial, command, alone=len(rest) == 1) for command in rest}
    suite = [one.word for command, one in found.items() if _is_suite(trial, command)]
    trial.case.host.answers[suite_of(trial)] = suite[0] if suite else "unknown"
    return _answer([*(found[command] for command in commands), *_proved(trial, proves, terminal)])


def suite_of(trial: Trial) -> object:
    """The question under which it is remembered what acceptance has shown of the full suite."""
    return ("the full suite", trial.leaf.id)


def _is_suite(trial: Trial, command: Command) -> bool:
    """Whether a command is the one that runs the full suite."""
    return bool(trial.policy.header.suite) and command.text == trial.policy.header.suite


def _proves(trial: Trial, commands: Sequence[Command]) -> list[Command]:
    """The commands that are to fail on base's tree."""
    by_text = {command.text: command for command in commands}
    for text in trial.terms.proves:
        if text not in by_text:
            message = f"`proves` of {trial.leaf.id} names a command that the document does not list: {printable(text)}"
            raise invalid(message, "copy it from the document as it stands there", trial.policy.path, trial.terms.line)
    return [by_text[text] for text in trial.terms.proves]


def _without_running(trial: Trial, commands: Sequence[Command], junit: Sequence[JUnit]) -> dict[Command, _Said]:
    """What can be said of commands by their text, and by files of evidence."""
    found: dict[Command, _Said] = {}
    for command in commands:
        hidden = hides_failure(command.text)
        if hidden:
            where = f"{trial.roadmap.path}:{command.line}"
            said = f"`{_shown(command)}` proves nothing: {hidden.why} ({where})"
            found[command] = _Said("fails", said, "let the command fail when what it examines fails")
        elif does_nothing(command.text):
            found[command] = _Said("holds", f"`{_shown(command)}` examines nothing, and is passed over")
    tests = [command for command in commands if is_test_command(command.text) and command not in found]
    for file in junit:
        for command in _stands_for(trial, file, tests):
            found[command] = _by_file(trial.case, command, file)
    return found


def _stands_for(trial: Trial, file: JUnit, tests: Sequence[Command]) -> Sequence[Command]:
    """The commands that a file is evidence of. Raises InputError where that is not said and not plain."""
    if not file.commands and len(tests) == 1:
        return tests
    named = [command for command in tests if command.text in file.commands]
    if named:
        return named
    known = "names no command of the leaf" if file.commands else f"{trial.leaf.id} lists {len(tests)} test commands"
    fix = "record the command's text as the property `archgate.command` of a test suite"
    raise invalid(f"cannot be told which command this is evidence of: {known}", fix, file.path)


def _by_file(case: Case, command: Command, file: JUnit) -> _Said:
    """What a file proves of a command."""
    counted = f"{file.path}: {file.passed} passed, {file.failed} failed, {file.skipped} skipped"
    if case.git is None:
        return _Said("unknown", f"{file.path}: without git no tree has an id", "give --run")
    tree = tree_id(case)
    if not file.trees or any(not _is_this(case, tree, one, file) for one in file.trees):
        of = ", ".join(file.trees) or "no tree that it names"
        how = f"to make one: {how_to_make(command.text, tree)}"
        return _Said("unknown", f"{file.path} is of {of}, this is {tree}", how)
    if file.failed:
        return _Said("fails", f"`{_shown(command)}`: {counted}", "mend what fails")
    if not file.passed:
        return _Said("fails", f"`{_shown(command)}` proves nothing: no test passed ({counted})", "let the tests run")
    return _Said("holds", f"`{_shown(command)}`: {counted}, of tree {tree}")


def tree_id(case: Case) -> str:
    """The id of head's tree: of the work tree as it is, else that of the commit."""
    assert case.git is not None
    if isinstance(case.head.tree, DiskTree):
        return case.head_tree_id
    return case.git.run("rev-parse", "--verify", f"{case.head.tree.name}^{{tree}}").decode("ascii").strip()


def _is_this(case: Case, tree: str, other: str, file: JUnit) -> bool:
    """Whether an id is that of the tree at hand, but for the file of evidence itself."""
    if tree == other:
        return True
    assert case.git is not None
    try:
        differing = case.git.differing_paths(other, tree)
    except GitError:
        return False
    place = Path(file.path).resolve()
    return all((case.git.root / path).resolve() == place for path in differing)


def _not_asked(trial: Trial, command: Command, *, alone: bool) -> _Said:
    asking = f"archgate leaf gate {trial.leaf.id} --run"
    if alone and is_test_command(command.text):
        asking += ", or --junit FILE"
    return _Said("not asked", f"`{_shown(command)}`", asking)


def _run_all(trial: Trial, commands: Sequence[Command], terminal: Terminal) -> dict[Command, _Said]:
    """Run commands one by one in the work tree; a failure does not keep the others from being run."""
    tree = trial.case.head.tree
    if not isinstance(tree, DiskTree):
        message = "what is judged is a commit, and commands run in the work tree alone"
        return dict.fromkeys(commands, _Said("unknown", message, "check it out, and run it without --merged"))
    variables = environment(terminal.variables, trial.asked.passed)
    _say(terminal, f"commands of {trial.leaf.id} run in {tree.root} with the variables {', '.join(variables)}")
    found = {}
    for number, command in enumerate(commands, 1):
        _say(terminal, f"[{number}/{len(commands)}] {trial.roadmap.path}:{command.line}\n$ {printable(command.text)}")
        found[command] = _come_to(
            command, run_command(command.text, tree.root, terminal.stream, trial.asked.seconds, variables)
        )
    return found


def _come_to(command: Command, ran: Ran) -> _Said:
    shown = f"`{_shown(command)}`"
    if ran.is_late:
        return _Said("fails", f"{shown} was ended after its time was over", "give it more: --seconds N")
    idle = examined_nothing(command.text, ran.status, ran.output)
    if idle:
        return _Said("fails", f"{shown} proves nothing: {idle.why}", "let it examine what the leaf delivers")
    if ran.status in _NO_SUCH_COMMAND:
        return _Said("fails", f"{shown} cannot be run (exit {ran.status})", "install what it calls, or correct it")
    if ran.status:
        return _Said("fails", f"{shown} failed (exit {ran.status})", "mend what fails")
    if is_silent(command.text, ran.output):
        message = f"{shown} succeeded and does not say how many tests passed"
        return _Said("unknown", message, "run it with one -q at the most, and let its output be seen")
    return _Said("holds", f"{shown} succeeded")


def _proved(trial: Trial, commands: Sequence[Command], terminal: Terminal) -> Iterator[_Said]:
    """Whether the commands that prove the leaf fail where the leaf is not: on the tree before it, with its tests.

    Without them a new test would fail for not being there, whatever it asserts.
    """
    if not commands:
        return
    git = trial.case.git
    before = git and (git.resolve(trial.span.start) or git.resolve(trial.case.base.oid))
    if not (trial.asked.run and trial.asked.prove):
        for command in commands:
            said = f"`{_shown(command)}` is to fail without the leaf"
            yield _Said("not asked", said, f"archgate leaf gate {trial.leaf.id} --run --prove")
    elif git is None or not before:
        yield _Said("unknown", "there is no revision before the leaf to prove it on", "run it in a git checkout")
    else:
        variables = environment(terminal.variables, trial.asked.passed)
        tree = trial.case.head.tree
        with worktree_of(git, before) as folder:
            lay(folder, tree, [path for path in sorted(tree.paths()) if is_test(path)])
            for command in commands:
                _say(
                    terminal,
                    f"on {before[:12]} with the tests of now, where it is to fail\n$ {printable(command.text)}",
                )
                ran = run_command(command.text, folder, terminal.stream, trial.asked.seconds, variables)
                yield _proof(command, ran, before[:12])


def _proof(command: Command, ran: Ran, commit: str) -> _Said:
    shown = f"`{_shown(command)}`"
    if ran.is_late or ran.status in _NO_SUCH_COMMAND:
        why = "its time was over" if ran.is_late else f"it cannot be run there, exit {ran.status}"
        return _Said("unknown", f"{shown} on {commit}: {why}", "let it run in a fresh checkout, or give --seconds N")
    if ran.status == 0:
        said = f"{shown} succeeds on {commit} too, without the leaf: it does not prove it"
        return _Said("fails", said, "test what the leaf changes")
    if ran.status == NO_TESTS and is_test_command(command.text):
        return _Said("unknown", f"{shown} finds no tests on {commit}", "name the tests by their file")
    return _Said("holds", f"{shown} fails on {commit} (exit {ran.status}), as it should")


def _answer(said: Sequence[_Said]) -> Answer:
    """The worst of what was said, with all of the evidence."""
    order: tuple[Word, ...] = ("fails", "unknown", "not asked", "holds")
    worst = min((one.word for one in said), key=order.index)
    steps = dict.fromkeys(one.next for one in said if one.word == worst and one.next)
    return Answer("acceptance", worst, tuple(f"{one.word}: {one.evidence}" for one in said), "; ".join(steps))


def _shown(command: Command) -> str:
    first, _, more = command.text.partition("\n")
    return printable(first) + (" ..." if more else "")


def _say(terminal: Terminal, text: str) -> None:
    terminal.stream.write(f"archgate: {text}\n".encode())
    terminal.stream.flush()
