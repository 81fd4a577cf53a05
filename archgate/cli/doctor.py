"""archgate doctor"""

NAME = "doctor"


def run() -> int:
    """Say whether this gate is wired: whether red stops a merge."""
    from archgate.cli.output import emit
    from archgate.report.diagnosis import render
    from archgate.run.doctor import doctor
    from archgate.run.opening import Options, here

    checks = doctor(Options(here()))
    emit(render(checks))
    return int(any(check.state == "fail" for check in checks))
