"""What words mean in a roadmap: headers, labels, states; in English, in Chinese, and as it is configured."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cached_property, lru_cache

import msgspec

from archgate.policy.roadmap_terms import NO_WORDS, STATES, State, Words

KNOWN = Words(
    leaf=("leaf", "leaf id", "id", "item", "task", "叶子", "编号", "任务", "叶"),
    title=("title", "name", "summary", "标题", "名称"),
    state=("state", "status", "状态", "当前状态"),
    depends=(
        *("depends", "depends on", "dependency", "dependencies", "needs", "requires", "prerequisites", "after"),
        *("依赖", "依赖项", "前置", "前置条件", "前置依赖", "先决条件"),
    ),
    done=(
        *("done when", "done", "definition of done", "dod", "completion", "exit criteria", "acceptance criteria"),
        *("完成定义", "完成标准", "完成条件", "验收标准", "完成"),
    ),
    evidence=("evidence", "proof", "notes", "commits", "commit", "证据", "交付证据", "备注", "提交"),
    none=("none", "no", "nothing", "n/a", "无", "没有", "-", "–", "—", "――", "——"),
    all=("all", "everything", "all others", "all leaves", "全部", "所有", "全部叶子", "其余全部"),
    exit=("exit conditions", "exit condition", "exit criteria", "exit", "退出条件", "退出标准", "阶段退出条件"),
    gate=("gate", "exit gate", "门禁", "关卡"),
    start=("start gate", "start conditions", "entry gate", "启动条件", "开始条件", "启动门禁"),
    outcome=("outcome", "goal", "result", "结果", "目标", "成果"),
    ownership=("ownership", "owns", "owner", "owners", "ownership and compatibility", "所有权", "归属", "所有者"),
    excluded=("excluded", "excludes", "exclusions", "out of scope", "not included", "排除", "不包含", "排除范围"),
    acceptance=(
        *("acceptance", "acceptance commands", "verification commands", "commands", "how to verify"),
        *("验收", "验收命令", "验证命令", "命令"),
    ),
    delivery=("delivery", "delivered", "交付", "交付说明", "交付要求"),
    verification=(
        *("verification", "local verification", "verified", "verification record", "verification records"),
        *("验证", "本地验证", "验证记录", "本地验收", "验收记录"),
    ),
    blocked_by=("blocked by", "blocker", "blockers", "blocked", "阻塞", "阻塞原因", "阻塞证据"),
    acceptance_matrix=("acceptance matrix", "scenario", "scenarios", "验收矩阵", "场景"),
    failure_matrix=(
        *("failure matrix", "failure injection matrix", "injection point", "failure injection", "failure"),
        *("故障矩阵", "失败矩阵", "故障注入矩阵", "注入点", "故障注入点", "失败注入点"),
    ),
    stop=(
        *("stop conditions", "final stop conditions", "stop condition", "goal stop conditions", "stopping conditions"),
        *("停止条件", "最终停止条件", "目标停止条件"),
    ),
    planned=("planned", "计划", "已计划", "待开始", "未开始"),
    blocked=("blocked", "阻塞", "已阻塞", "受阻"),
    active=("active", "in progress", "执行中", "进行中", "活动"),
    verified=("verified", "已验证", "已验收"),
    delivered=("delivered", "已交付"),
    complete=("complete", "已完成", "完成"),
)
"""What is understood without configuration."""

NUMBERING = re.compile(
    r"^\s*(?:\(?\d+(?:\.\d+)*[.)、:]?|[一二三四五六七八九十]+、)\s+(?=\S)|^\s*\d+(?:\.\d+)*[.、]\s*(?=\D)"
)
SEPARATOR = re.compile(r"[^\w/–—―-]+")


class Vocabulary:
    """The known words and those of the configuration."""

    def __init__(self, words: Words = NO_WORDS) -> None:
        self._words = words

    @cached_property
    def _meanings(self) -> Mapping[str, frozenset[str]]:
        names = [field.name for field in msgspec.structs.fields(Words)]
        return {name: frozenset(map(folded, (*getattr(KNOWN, name), *getattr(self._words, name)))) for name in names}

    def means(self, text: str, *meanings: str) -> str:
        """Which of the meanings (names of fields of `Words`) a header, label or word has; "" for none of them."""
        word = folded(text)
        return next((name for name in meanings if word in self._meanings[name]), "") if word else ""

    def begins(self, text: str, *meanings: str) -> tuple[str, str]:
        """As `means`, for what stands before the first colon (full-width too), and what stands after it."""
        label, colon, rest = unicodedata.normalize("NFC", text).replace("：", ":", 1).partition(":")
        label = label.strip("*_ ")
        name = self.means(label, *meanings) if colon and len(label) <= LONGEST else ""
        return (name, rest.strip().removeprefix("**").strip()) if name else ("", text)

    def state(self, text: str) -> State | None:
        """The state that a cell or line names: alone, or as the one known word among others."""
        whole = self._state(text)
        if whole is not None:
            return whole
        named = {state for word in re.findall(r"[^\W\d_]+", text) if (state := self._state(word)) is not None}
        return named.pop() if len(named) == 1 else None

    def _state(self, text: str) -> State | None:
        name = self.means(text, *(state.lower() for state in STATES))
        return next((state for state in STATES if state.lower() == name), None)


LONGEST = 60
"""Characters of a label at the most; what is longer is a sentence."""


@lru_cache(maxsize=8192)
def folded(text: str) -> str:
    """A text to compare words by: one width, no case, no numbering before it, no punctuation around or inside."""
    text = NUMBERING.sub("", unicodedata.normalize("NFKC", text.replace("\n", " ")))
    plain = SEPARATOR.sub(" ", text.casefold().replace("_", " "))
    return " ".join(plain.split())
