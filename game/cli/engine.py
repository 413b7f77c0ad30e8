"""`snowball engine`: the engine protocol on standard input and output."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import BinaryIO

_USAGE = """\
usage: snowball engine [--schema]

Reads one JSON object per line from standard input and writes one per line to standard output. Diagnostics go to
standard error. Begin with {"do":"hello"}. --schema prints the reference of requests, decisions, actions and events
as JSON.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Serve until `quit` or the end of input. Returns the exit status: 1 for a rulebook that cannot be used."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments == ["--schema"]:
        from game.engine.rulebook import DataError
        from game.protocol.schema import schema_text

        try:
            print(schema_text())
        except DataError as error:
            print(error, file=sys.stderr)
            return 1
        return 0
    if arguments:
        wanted = arguments in (["-h"], ["--help"])
        print(_USAGE, end="", file=sys.stdout if wanted else sys.stderr)
        return 0 if wanted else 2
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer every line of `source` with a line on `sink`, without delay."""
    from game.protocol.session import ProtocolSession

    session = ProtocolSession()
    for line in lines(source):
        sink.write(session.answer(line) + b"\n")
        sink.flush()
        if session.over:
            return


def lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream without line breaks; of an overlong line only enough to notice that it is too long."""
    from game.protocol.requests import LINE_LIMIT

    while line := source.readline(LINE_LIMIT + 2):
        complete = line.endswith(b"\n")
        yield line.rstrip(b"\r\n")
        while not complete and (rest := source.readline(1 << 16)):
            complete = rest.endswith(b"\n")
