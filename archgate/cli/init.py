"""archgate init"""

from archgate.cli.options import NoCache, Processes

NAME = "init"


def run(processes: Processes = None, no_cache: NoCache = False) -> int:
    """Find the packages, propose rules, freeze today's state."""
    from archgate.cli.output import emit
    from archgate.report.founding import render
    from archgate.run.init import init
    from archgate.run.opening import Options, here

    emit(render(init(Options(here(), processes=processes, cached=not no_cache))))
    return 0
