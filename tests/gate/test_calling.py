"""Whether a wired file calls the gate, and whether that call can fail the job."""

import pytest

from archgate.gate.calling import calls_of, checkout_depth, obstacles_to

CALLS = [
    ("      - run: archgate check", "archgate check"),
    ("      - run: python -m archgate check --format github", "--format github"),
    ("      - run: archgate --no-cache --processes 2 check", "--processes 2 check"),
    ('    command: ["archgate", "check"]', '"check"]'),
    ("        entry: archgate check  # the gate", "entry: archgate check"),
    ("    sh 'archgate check'", "sh 'archgate check'"),
    ("\tuv run archgate check", "uv run archgate check"),
    ("      - run: |\n          archgate check \\\n            --merged", "archgate check --merged"),
    ("gate:\n  after_script:\n  - make\n  script:\n  - archgate check", "- archgate check"),
]

NO_CALLS = [
    ("a comment", "# archgate check"),
    ("a comment behind a line", "run: pytest  # then archgate check"),
    ("the name of a step", "      - name: archgate check"),
    ("an echo", "      - run: echo archgate check"),
    ("another command", "      - run: archgate facts imports"),
    ("another program", "      - run: myarchgate-check"),
    ("a file of that name", "      - run: cat archgate/check.py"),
    ("a comment of a Jenkinsfile", "  // archgate check"),
    ("what no job of GitLab's fails by", "gate:\n  after_script:\n    - make\n    - archgate check\n"),
    ("the same, written closer", "gate:\n  after_script:\n  - archgate check\n"),
    ("the same, on its line", "gate:\n  after_script: [archgate check]\n"),
]


def workflow(step: str, job: str = "") -> str:
    """A workflow of two jobs, the step in the first."""
    first = "      - uses: actions/setup@v1\n      - run: make"
    return f"on: push\njobs:\n  gate:\n{job}    steps:\n{first}\n{step}\n  other:\n    steps: []\n"


RUN = "      - run: archgate check"

FREE = [
    ("plain", workflow(RUN)),
    ("fails by another way", workflow(f"{RUN} || exit 1")),
    ("fails after a report", workflow(f"{RUN} || {{ cat report; exit $code; }}")),
    ("followed by another command", workflow(f"{RUN} && pytest")),
    ("piped with pipefail", workflow("      - run: |\n          set -o pipefail\n          archgate check | tee log")),
    ("piped in GitHub's bash", workflow(f"{RUN} | tee log\n        shell: bash")),
    ("forgiveness in another step", workflow(f"{RUN}\n      - run: flaky\n        continue-on-error: true")),
    ("forgiveness of another job", workflow(RUN) + "    continue-on-error: true\n"),
    ("forgiveness denied", workflow(f"{RUN}\n        continue-on-error: false")),
    ("forgiveness in a comment", workflow(f"{RUN}\n        # continue-on-error: true")),
    ("a condition", workflow(f"{RUN}\n        if: github.event_name == 'push'")),
    (
        "set +e taken back",
        workflow("      - run: |\n          set +e\n          a\n          set -e\n          archgate check"),
    ),
]

BARRED = [
    ("|| true", workflow(f"{RUN} || true"), [(7, "|| true")]),
    (
        "|| true on a line of its own",
        workflow("      - run: >\n          archgate check\n          || true"),
        [(8, "|| true")],
    ),
    ("|| with a word", workflow(f'{RUN} || echo "red"'), [(7, "swallows")]),
    ("|| exit 0", workflow(f"{RUN} || exit 0"), [(7, "exit 0")]),
    ("; true", workflow(f"{RUN}; true"), [(7, "what follows")]),
    ("in the background", workflow(f"{RUN} &"), [(7, "what follows")]),
    ("a pipe", workflow(f"{RUN} | tee log"), [(7, "pipefail")]),
    ("set +e", workflow("      - run: |\n          set +e\n          archgate check\n          true"), [(9, "set +e")]),
    ("the step is forgiven", workflow(f"{RUN}\n        continue-on-error: true"), [(8, "continue-on-error: true")]),
    (
        "the step is forgiven above",
        workflow("      - continue-on-error: true\n        run: archgate check"),
        [(7, "continue-on-error: true")],
    ),
    ("forgiven by an expression", workflow(f"{RUN}\n        continue-on-error: ${{{{ x }}}}"), [(8, "forgives")]),
    ("the job is forgiven", workflow(RUN, job="    continue-on-error: true\n"), [(4, "continue-on-error: true")]),
    ("the step never runs", workflow(f"{RUN}\n        if: false"), [(8, "if: false")]),
    ("the job never runs", workflow(RUN, job="    if: ${{ false }}\n"), [(4, "keeps the call from running")]),
    (
        "GitLab",
        "gate:\n  script:\n    - archgate check\n  allow_failure: true\n  when: manual\n",
        [(4, "allow_failure"), (5, "manual")],
    ),
    (
        "GitLab, by exit code",
        "gate:\n  script: [archgate check]\n  allow_failure:\n    exit_codes: 1\n",
        [(3, "forgives")],
    ),
    ("Azure", "steps:\n- script: archgate check\n  continueOnError: true\n", [(3, "continueOnError")]),
    ("Buildkite", "steps:\n  - command: archgate check\n    soft_fail: true\n", [(3, "soft_fail")]),
    ("two at once", workflow(f"{RUN} || true\n        continue-on-error: true"), [(7, "|| true"), (8, "forgives")]),
]

CHECKOUT = "      - uses: actions/checkout@v4\n"
DEPTHS = [
    ("no checkout", workflow(RUN), None),
    ("as it comes", workflow(CHECKOUT + RUN), 1),
    ("everything", workflow(f"{CHECKOUT}        with:\n          fetch-depth: 0\n{RUN}"), 0),
    ("everything, quoted", workflow(f"{CHECKOUT}        with:\n          fetch-depth: '0'\n{RUN}"), 0),
    ("pinned by id", workflow("      - uses: actions/checkout@0123abcd # v4\n" + RUN), 1),
    (
        "the depth of another step",
        workflow(f"{CHECKOUT}      - uses: x\n        with:\n          fetch-depth: 0\n{RUN}"),
        1,
    ),
    ("a checkout after the call", workflow(f"{RUN}\n{CHECKOUT}"), None),
]


@pytest.mark.parametrize(("text", "part"), CALLS)
def test_a_call(text: str, part: str) -> None:
    (call,) = calls_of(f"# first\n{text}\n# last")
    assert part in call.text


@pytest.mark.parametrize("text", [row[1] for row in NO_CALLS], ids=[row[0] for row in NO_CALLS])
def test_no_call(text: str) -> None:
    assert calls_of(text) == []


@pytest.mark.parametrize("text", [row[1] for row in FREE], ids=[row[0] for row in FREE])
def test_a_call_that_can_fail(text: str) -> None:
    (call,) = calls_of(text)
    assert obstacles_to(call, text) == []


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in BARRED], ids=[row[0] for row in BARRED])
def test_a_call_that_can_not_fail(text: str, expected: list[tuple[int, str]]) -> None:
    (call,) = calls_of(text)
    obstacles = obstacles_to(call, text)
    assert [obstacle.line for obstacle in obstacles] == [line for line, _ in expected]
    assert all(word in obstacle.message for obstacle, (_, word) in zip(obstacles, expected, strict=True))


@pytest.mark.parametrize(("text", "depth"), [row[1:] for row in DEPTHS], ids=[row[0] for row in DEPTHS])
def test_how_much_history_the_checkout_fetches(text: str, depth: int | None) -> None:
    (call,) = calls_of(text)
    assert checkout_depth(call, text) == depth
