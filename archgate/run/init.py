"""`archgate init`: a working set for an unknown host: lists found, rules proposed, today's state frozen."""

import json
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from archgate.facts.view import View
from archgate.gate.frozen_files import attribute_lines
from archgate.gate.hosts import Hosts
from archgate.gate.measured import Measured, measure
from archgate.host.configuration import Configuration, has_configuration
from archgate.host.errors import InputError, Problem, invalid
from archgate.host.git import Git
from archgate.host.tree import CommitTree, DiskTree
from archgate.link.host import HostIndex
from archgate.measure import known_kinds
from archgate.policy.document import Policy, in_order
from archgate.policy.edit import rewrite
from archgate.policy.fixture import render_fixture
from archgate.policy.store import Change, write_files
from archgate.report.founding import Founded
from archgate.run.discover import discover, glob_of
from archgate.run.freeze import frozen
from archgate.run.kept import check_kept
from archgate.run.opening import Options, knowing
from archgate.run.places import lock_path
from archgate.run.propose import EGRESS, proposed
from archgate.run.suggest_layers import suggested
from archgate.run.suggest_owners import suggested_owners
from archgate.version import VERSION

OWN_FILE, PYPROJECT, ATTRIBUTES = "archgate.toml", "pyproject.toml", ".gitattributes"


def init(options: Options, asked: Sequence[str] = ()) -> Founded:
    """Set archgate up in the folder, with the rules asked for. Raises InputError where it is set up already."""
    folder = options.folder.absolute()
    git = Git.find(folder)
    tree = DiskTree(folder, git)
    if has_configuration(tree):
        raise invalid("archgate is configured here already", "run: archgate check", folder.name)
    _refuse_where_adopted(git)
    with knowing(folder, git, options) as hosts:
        configuration, notes = _configured(tree, git)
        configuration, more = _without_unreadable(configuration, hosts.linked(tree, configuration))
        host = hosts.linked(tree, configuration)
        policies = tuple(_frozen(hosts, tree, configuration, asked, notes))
    layers = suggested(host, configuration.policies)
    settings = _settings(tree, configuration, layers)
    changes = [*_policy_changes(tree, policies), *_attributes(tree, git, configuration), settings]
    check_kept(git, changes)
    write_files(folder, changes, lock_path(folder, git))
    return Founded(
        tuple(one.path for one in changes),
        configuration,
        policies,
        (*notes, *more, *_advice(host), *_owned(policies), *_told(layers, settings.path)),
    )


def _owned(policies: Sequence[Policy]) -> list[str]:
    return [
        f"{one.path} takes {owner.module} for the owner of the clients: review it, or remove the block"
        for one in policies
        for owner in one.owners
    ]


def _told(layers: Sequence[Policy], path: str) -> list[str]:
    return [
        f"{path} has a proposal for {policy.path}, commented out: {policy.title[0].lower()}{policy.title[1:]}"
        for policy in layers
    ]


def _refuse_where_adopted(git: Git | None) -> None:
    """What HEAD or the protected branch has frozen is not frozen anew because somebody took it off the disk."""
    for ref in filter(None, ("HEAD", _protected_branch(git))):
        oid = git.resolve(ref) if git else None
        if git and oid and has_configuration(CommitTree(git, oid)):
            raise invalid(
                f"archgate is configured at {ref}, and only deleted here", f"git checkout {ref} -- PATHS, or merge it"
            )


def _configured(tree: DiskTree, git: Git | None) -> tuple[Configuration, list[str]]:
    layout = discover(tree.paths())
    if not layout.packages:
        raise invalid("there is no Python package here", "run it in the folder that holds the root package")
    base = _protected_branch(git)
    minor = ".".join(VERSION.split(".")[:2])
    path = PYPROJECT if PYPROJECT in tree.paths() else OWN_FILE
    taken = any(path.startswith(("policies/", "fixtures/")) for path in tree.paths())
    configuration = Configuration(
        packages=layout.packages,
        exclude=layout.exclude,
        apart=layout.apart,
        policies="law/policies" if taken else "policies",
        fixtures="law/fixtures" if taken else "fixtures",
        base=(base,) if base else (),
        requires=f"~={minor}",
        path=path,
    )
    return configuration, [] if base else ['no remote branch found to protect: name one, base = ["origin/main"]']


def _protected_branch(git: Git | None) -> str:
    if git is None:
        return ""
    for ref in ("origin/main", "origin/master", "origin/develop", "origin/trunk"):
        if git.resolve(f"refs/remotes/{ref}"):
            return ref
    return ""


def _without_unreadable(configuration: Configuration, host: HostIndex) -> tuple[Configuration, list[str]]:
    """The configuration, with files that no Python can read excluded. Raises InputError for newer syntax."""
    newer = [Problem(path, one.line, "UNREADABLE", one.reason) for path, one in host.unreadable.items() if one.needs]
    if newer:
        raise InputError(newer)
    paths = sorted(host.unreadable)
    notes = [f"{path} cannot be parsed and is excluded: {host.unreadable[path].reason}" for path in paths]
    return replace(configuration, exclude=tuple(sorted({*configuration.exclude, *map(glob_of, paths)}))), notes


def _frozen(
    hosts: Hosts, tree: DiskTree, configuration: Configuration, asked: Sequence[str], notes: list[str]
) -> Iterator[Policy]:
    """The proposed policies with today's state frozen; without the one for clients where the host has none."""
    for proposal in proposed(hosts.linked(tree, configuration), tree, configuration, asked):
        policy = proposal.policy
        measured = _measured(policy, hosts.view(tree, configuration))
        if measured.fault and not proposal.is_asked:
            notes.append(f"no rule `{policy.rule}`: {measured.fault}")
        elif policy.rule != EGRESS or measured.total:
            yield frozen(measured)


def _measured(policy: Policy, view: View) -> Measured:
    """A proposed rule asked of the host; that of clients with an owner where one package plainly holds them."""
    kind = known_kinds()[policy.kind]
    found = measure(policy, kind, view)
    owners = suggested_owners(found.facts) if policy.rule == EGRESS else ()
    return measure(replace(policy, owners=owners), kind, view) if owners else found


def _policy_changes(tree: DiskTree, policies: Sequence[Policy]) -> list[Change]:
    changes = []
    for policy in policies:
        kind = known_kinds()[policy.kind]
        changes.append(_change(tree, policy.path, rewrite(None, in_order(policy, kind), known_kinds())))
        if policy.fixture:
            changes.append(_change(tree, policy.fixture, render_fixture(policy, kind)))
    return changes


def _change(tree: DiskTree, path: str, new: bytes) -> Change:
    old = tree.read(path)
    if old is not None and old != new:
        raise invalid("is there already and says something else", "remove it, or write the configuration", path)
    return Change(path, old, new)


def _attributes(tree: DiskTree, git: Git | None, configuration: Configuration) -> list[Change]:
    if git is None:
        return []
    old = tree.read(ATTRIBUTES)
    present = (old or b"").decode("utf-8", "replace").splitlines()
    missing = [line for line in attribute_lines(configuration) if line not in present]
    return [Change(ATTRIBUTES, old, _appended(old, "\n".join(missing)))] if missing else []


def _settings(tree: DiskTree, configuration: Configuration, proposed: Sequence[Policy]) -> Change:
    old = tree.read(configuration.path)
    lines = ["[tool.archgate]"] if configuration.path == PYPROJECT else []
    for name in ("packages", "exclude", "apart", "base"):
        values = getattr(configuration, name)
        if values:
            lines.append(f"{name} = {_array(values)}")
    folders = {"policies": configuration.policies, "fixtures": configuration.fixtures}
    lines += [f"{name} = {json.dumps(folder)}" for name, folder in folders.items() if folder != name]
    lines.append(f"requires = {json.dumps(configuration.requires)}")
    lines += [line for policy in proposed for line in _proposal(policy)]
    return Change(configuration.path, old, _appended(old, "\n".join(lines), gap=configuration.path == PYPROJECT))


def _proposal(policy: Policy) -> list[str]:
    """The lines of a policy commented out, and what to do with them."""
    text = rewrite(None, policy, known_kinds()).decode()
    head = f"# The import graph suggests these layers. To hold them, write {policy.path}, without the marks, then run:"
    return [
        "",
        head,
        f"# archgate policy freeze {policy.rule}",
        "#",
        *(f"# {line}".rstrip() for line in text.splitlines()),
    ]


def _array(values: Sequence[str]) -> str:
    items = [json.dumps(value, ensure_ascii=False) for value in values]
    one_line = f"[{', '.join(items)}]"
    return one_line if len(one_line) <= 100 else "[\n" + "".join(f"    {item},\n" for item in items) + "]"


def _appended(old: bytes | None, text: str, gap: bool = False) -> bytes:
    before = old or b""
    if before and not before.endswith(b"\n"):
        before += b"\n"
    return before + (b"\n" if before and gap else b"") + text.encode("utf-8") + b"\n"


def _advice(host: HostIndex) -> list[str]:
    """Missing parts of the host that many modules ask for: likely another distribution's."""
    askers: dict[str, set[str]] = {}
    for importer, misses in host.missing.items():
        for miss in misses:
            if miss.absence == "nothing" and not miss.tolerant:
                askers.setdefault(".".join(miss.target.split(".")[:2]), set()).add(importer)
    many = sorted((name, len(who)) for name, who in askers.items() if len(who) > 2)
    return [
        f"{n} modules import {name}, which is not here: if another distribution brings it, name it in `provided`"
        for name, n in many
    ]
