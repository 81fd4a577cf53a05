"""`archgate policy lint`: the law read strictly, without looking at the host's code."""

from archgate.measure import known_kinds
from archgate.policy.law import Law, read_law
from archgate.run.opening import Options, stand, tree_of


def lint(options: Options) -> Law:
    """The law of the work tree. Raises InputError with everything that is wrong with it."""
    with stand(options) as ground:
        return read_law(tree_of(ground, None), known_kinds())
