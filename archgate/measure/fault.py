"""What keeps a tool's measure from being one."""


class Unmeasured(Exception):
    """Why there is no measure, in words for people; those who know more put the tool and its version in front."""
