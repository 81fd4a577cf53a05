"""What a class keeps and hands to its methods, for capability facts."""

from pathlib import Path

import pytest

from .test_uses_blind import H, R, Row, confirm, row


def methods(head: str, *bodies: str, before: str = R) -> str:
    """A class: `head` is its first line, each body a method's signature and its lines, parted by semicolons."""
    lines = [head]
    for body in bodies:
        signature, *rest = (part.removeprefix(" ") for part in body.split(";"))
        lines += [f"    def {signature}:", *(f"        {line}" for line in rest)]
    return before + "\n".join(lines) + "\n"


INIT = "__init__(self); self.s = requests.Session()"
LOAD = "load(self, u); self.s.get(u)"
KEPT = {"requests": "A.__init__: Session, A.load: Session().get"}

SELF = [
    row("set in __init__", methods("class A:", INIT, LOAD), KEPT),
    row("set below", methods("class A:", LOAD, INIT), KEPT),
    row(
        "set in another method",
        methods("class A:", LOAD, "open(self); self.s = requests.Session()"),
        {"requests": "A.open: Session, A.load: Session().get"},
    ),
    row("cleared", methods("class A:", INIT, LOAD, "close(self); self.s = None"), KEPT),
    row("deleted", methods("class A:", INIT, LOAD, "close(self); del self.s"), KEPT),
    row(
        "under another name for self",
        methods("class A:", "__init__(this); this.s = requests.Session()", "load(me, u); me.s.get(u)"),
        KEPT,
    ),
    row(
        "by way of a variable",
        methods(
            "class A:", "__init__(self); s = requests.Session(); self.s = s", "load(self, u); s = self.s; s.get(u)"
        ),
        KEPT,
    ),
    row("in a chain", methods("class A:", "__init__(self); s = self.s = requests.Session()", LOAD), KEPT),
    row(
        "two at once",
        methods(
            "class A:", "__init__(self); self.s, self.t = requests.Session(), None", LOAD, "no(self); self.t.get(1)"
        ),
        KEPT,
    ),
    row("a module", methods("class A:", "__init__(self); self.s = requests", LOAD), {"requests": "A.load: get"}),
    row(
        "a member",
        methods("class A:", "__init__(self); self.g = requests.get", "load(self, u); self.g(u)"),
        {"requests": "A.load: get"},
    ),
    row(
        "a container",
        methods("class A:", "__init__(self); self.s = {'r': requests.Session()}", "load(self, u); self.s[u].get(u)"),
        KEPT,
    ),
    row(
        "read in a function of a method",
        methods("class A:", INIT, "load(self); def go(u):;     self.s.get(u); return go"),
        {"requests": "A.__init__: Session, A.load.go: Session().get"},
    ),
    row("read in a lambda of a method", methods("class A:", INIT, "load(self); return lambda u: self.s.get(u)"), KEPT),
    row(
        "set in a function of a method",
        methods("class A:", "open(self); def go():;     self.s = requests.Session(); go()", LOAD),
        {"requests": "A.open.go: Session, A.load: Session().get"},
    ),
    row("self under another name", methods("class A:", INIT, "load(self, u); me = self; me.s.get(u)"), KEPT),
    row("by constant getattr", methods("class A:", INIT, "load(self, u); getattr(self, 's').get(u)"), KEPT),
    row(
        "another attribute",
        methods("class A:", INIT, "load(self, u); self.t.get(u)"),
        {"requests": "A.__init__: Session"},
    ),
    row(
        "an attribute of another object",
        methods("class A:", INIT, "load(self, other); other.s.get(1)"),
        {"requests": "A.__init__: Session"},
    ),
    row(
        "a parameter that is called self",
        methods("class A:", INIT) + "def load(self):\n    self.s.get(1)\n",
        {"requests": "A.__init__: Session"},
    ),
    row(
        "a parameter kept",
        methods("class A:", "__init__(self, c: httpx.Client); self.c = c", "load(self, u); self.c.get(u)", before=H),
        {"httpx": "A.load: Client().get"},
    ),
    row(
        "a parameter kept, maybe None",
        methods(
            "class A:",
            "__init__(self, c: 'httpx.Client | None' = None); self.c = c or httpx.Client()",
            "load(self, u); self.c.get(u)",
            before=H,
        ),
        {"httpx": "A.__init__: Client, A.load: Client().get"},
    ),
    row(
        "an instance of a class of the host, kept",
        methods("class A:", INIT, LOAD)
        + "class B:\n    def __init__(self):\n        self.s = A()\n    def load(self, u):\n        self.s.get(u)\n",
        KEPT,
    ),
]

CLASS = [
    row(
        "a class attribute",
        methods("class A:", LOAD).replace("class A:", "class A:\n    s = requests.Session()"),
        {"requests": "A: Session, A.load: Session().get"},
    ),
    row(
        "a class attribute, a member",
        "import requests\nclass A:\n    g = requests.Session\n    def load(self, u):\n        self.g().get(u)\n",
        {"requests": "A.load: Session, A.load: Session().get"},
    ),
    row(
        "a class attribute by cls",
        methods("class A:").replace(
            ":", ":\n    s = requests.Session()\n    @classmethod\n    def load(cls, u):\n        cls.s.get(u)", 1
        ),
        {"requests": "A: Session, A.load: Session().get"},
    ),
    row(
        "a class attribute by the class's name",
        "import requests\nclass A:\n    s = requests.Session()\ndef f(u):\n    A.s.get(u)\n",
        {"requests": "A: Session, f: Session().get"},
    ),
    row(
        "set by cls, read by self",
        "import requests\n"
        "class A:\n"
        "    s = None\n"
        "    @classmethod\n"
        "    def open(cls):\n"
        "        cls.s = requests.Session()\n"
        "    def load(self, u):\n"
        "        self.s.get(u)\n",
        {"requests": "A.open: Session, A.load: Session().get"},
    ),
    row(
        "a class attribute in a branch",
        "import requests\n"
        "class A:\n"
        "    if 1:\n"
        "        s = requests.Session()\n"
        "    else:\n"
        "        s = None\n"
        "    def load(self, u):\n"
        "        self.s.get(u)\n",
        {"requests": "A: Session, A.load: Session().get"},
    ),
    row(
        "a class in a class",
        "import requests\n"
        "class A:\n"
        "    class B:\n"
        "        s = requests.Session()\n"
        "        def load(self, u):\n"
        "            self.s.get(u)\n"
        "    def load(self, u):\n"
        "        self.s.get(u)\n",
        {"requests": "A.B: Session, A.B.load: Session().get"},
    ),
    row(
        "a class in a function",
        "import requests\n"
        "def make():\n"
        "    class A:\n"
        "        s = requests.Session()\n"
        "        def load(self, u):\n"
        "            self.s.get(u)\n",
        {"requests": "make.A: Session, make.A.load: Session().get"},
    ),
    row(
        "a dataclass field, annotated",
        "from dataclasses import dataclass\n"
        "import httpx\n"
        "@dataclass\n"
        "class A:\n"
        "    c: httpx.Client\n"
        "    def load(self, u):\n"
        "        self.c.get(u)\n",
        {"httpx": "A.load: Client().get"},
    ),
    row(
        "a dataclass field, maybe None",
        "import dataclasses as d\n"
        "import httpx\n"
        "@d.dataclass(frozen=True)\n"
        "class A:\n"
        "    c: 'httpx.Client | None' = None\n"
        "    def load(self, u):\n"
        "        self.c.get(u)\n",
        {"httpx": "A.load: Client().get"},
    ),
    row(
        "a dataclass field with a factory",
        "from dataclasses import dataclass, field\n"
        "import httpx\n"
        "@dataclass\n"
        "class A:\n"
        "    c: httpx.Client = field(default_factory=httpx.Client)\n"
        "    def load(self, u):\n"
        "        self.c.get(u)\n",
        {"httpx": "A: &Client, A.load: Client().get"},
    ),
    row(
        "a dataclass field with a default",
        "from dataclasses import dataclass\n"
        "import httpx\n"
        "@dataclass\n"
        "class A:\n"
        "    c: object = httpx.Client()\n"
        "    def load(self, u):\n"
        "        self.c.get(u)\n",
        {"httpx": "A: Client, A.load: Client().get"},
    ),
]

METHODS = [
    row(
        "a factory method",
        methods("class A:", "make(self); return requests.Session()", "load(self, u); self.make().get(u)"),
        {"requests": "A.make: Session, A.load: Session().get"},
    ),
    row(
        "a factory method that gives what is kept",
        methods("class A:", INIT, "its(self); return self.s", "load(self, u); self.its().get(u)"),
        KEPT,
    ),
    row(
        "a factory that is a class method",
        "import requests\n"
        "class A:\n"
        "    @classmethod\n"
        "    def make(cls):\n"
        "        return requests.Session()\n"
        "    @classmethod\n"
        "    def load(cls, u):\n"
        "        cls.make().get(u)\n",
        {"requests": "A.make: Session, A.load: Session().get"},
    ),
    row(
        "a factory that is a static method",
        "import requests\n"
        "class A:\n"
        "    @staticmethod\n"
        "    def make():\n"
        "        return requests.Session()\n"
        "def f(u):\n"
        "    A.make().get(u)\n",
        {"requests": "A.make: Session, f: Session().get"},
    ),
    row(
        "an argument of a method",
        methods("class A:", "put(self, s); s.get(1)", "go(self); self.put(requests.Session())"),
        {"requests": "A.go: Session, A.put: Session().get"},
    ),
    row(
        "an argument of a static method",
        "import requests\n"
        "class A:\n"
        "    @staticmethod\n"
        "    def put(s):\n"
        "        s.get(1)\n"
        "    def go(self):\n"
        "        self.put(requests.Session())\n",
        {"requests": "A.go: Session, A.put: Session().get"},
    ),
    row(
        "an argument of a class method",
        "import requests\n"
        "class A:\n"
        "    @classmethod\n"
        "    def put(cls, s):\n"
        "        s.get(1)\n"
        "def f():\n"
        "    A.put(requests.Session())\n",
        {"requests": "f: Session, A.put: Session().get"},
    ),
    row(
        "an argument of a method of an instance",
        methods("class A:", "put(self, s); s.get(1)") + "def f():\n    A().put(requests.Session())\n",
        {"requests": "f: Session, A.put: Session().get"},
    ),
    row(
        "an argument of the constructor, kept",
        methods("class A:", "__init__(self, s); self.s = s", LOAD) + "def f():\n    A(requests.Session())\n",
        {"requests": "f: Session, A.load: Session().get"},
    ),
    row(
        "a keyword of the constructor, kept",
        methods("class A:", "__init__(self, *, s=None); self.s = s", LOAD) + "def f():\n    A(s=requests.Session())\n",
        {"requests": "f: Session, A.load: Session().get"},
    ),
    row(
        "an argument of the constructor, from another file",
        {
            "app/m.py": methods("class A:", "__init__(self, s); self.s = s", LOAD, before=""),
            "app/a.py": "from app.m import A\nimport requests\nA(requests.Session())\n",
        },
        {"app.a -> requests": "<module>: Session", "requests": "A.load: Session().get"},
    ),
    row(
        "a method of that name of another class",
        methods("class A:", "make(self); return requests.Session()")
        + "class B:\n    def make(self): ...\n    def load(self, u):\n        self.make().get(u)\n",
        {"requests": "A.make: Session"},
    ),
]


@pytest.mark.parametrize("row", [*SELF, *CLASS, *METHODS], ids=str)
def test_classes(row: Row, tmp_path: Path) -> None:
    confirm(row, tmp_path)
