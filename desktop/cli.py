"""The command line: the same work as the window's, without one."""


def main() -> int:
    return 0
