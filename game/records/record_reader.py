"""Reading a record: its shape, its versions and every field are checked before anything is played."""

from __future__ import annotations

from collections.abc import Mapping

from game import __version__
from game.engine.checked import Fields, Unfit, shown, word_in
from game.engine.dice import DiceError, DiceSource, script_dice
from game.engine.setup_reader import read_setup
from game.records.record import FORMAT, HASH, SHORT_HASH, VERSION, Branch, Record, RecordError
from game.records.tape import Faces

MOST_CHOICES = 100_000
SEED_LIMIT = 1 << 63


def read(data: object, *, finished: bool = True) -> Record:
    """Check a record's shape and versions without playing it; only an unfinished one has no hash. Raises RecordError."""
    try:
        top = Fields(data)
        _check_versions(top)
        return _read(top, finished=finished)
    except Unfit as error:
        raise RecordError(f"The record is damaged: {error}.", damaged=True) from error


def _check_versions(top: Fields) -> None:
    if top.data.get("format") != FORMAT:
        raise RecordError("This is no Snowball record: its format is not named so.", damaged=True)
    version = top.whole("version", 0, 1_000_000)
    if version != VERSION:
        made = top.text("engine", 40, "unknown")
        raise RecordError(
            f"The record has version {version} (made by Snowball {made}); "
            f"Snowball {__version__} reads version {VERSION}."
        )


def _read(top: Fields, *, finished: bool) -> Record:
    top.only(
        "format", "version", "engine", "rulebook", "scenario", "setup", "rulings", "dice", "title", "opening",
        "choices", "checkpoints", "hash", "notes", "branches", "log", "summary", "begin",
    )  # fmt: skip
    if len(top.text("hash", HASH)) != HASH and finished:
        raise Unfit("hash", f"it has not {HASH} digits")
    setup = read_setup(top.data.get("setup"))
    if top.text("scenario", 64) != setup.fingerprint():
        raise Unfit("scenario", "the setup has been altered: its fingerprint is another")
    book = Fields(top.data.get("rulebook"), "rulebook")
    if book.text("id", 60) != setup.ruleset:
        raise Unfit("rulebook.id", f"the setup is for {shown(setup.ruleset)}")
    choices = _read_choices(top, "choices")
    checkpoints = []
    for place, entry in enumerate(top.items("checkpoints", MOST_CHOICES)):
        pair = Fields({"k": entry[0], "hash": entry[1]} if isinstance(entry, list) and len(entry) == 2 else entry)
        pair.place = f"checkpoints[{place}]"
        checkpoints.append((pair.whole("k", 0, len(choices)), pair.text("hash", HASH)))
        if len(checkpoints[-1][1]) != SHORT_HASH:
            raise Unfit(pair.at("hash"), f"it has not {SHORT_HASH} digits")
    return Record(
        setup=setup,
        ruleset=setup.ruleset,
        rulings=top.texts("rulings"),
        dice=_read_dice(Fields(top.data.get("dice"), "dice")),
        opening=_read_faces(top, "opening"),
        choices=choices,
        checkpoints=tuple(checkpoints),
        hash=top.text("hash", HASH),
        engine=top.text("engine", 40),
        rulebook=book.text("digest", 64),
        title=top.text("title", 20_000, "", free=True),
        notes=_read_notes(top),
        log=tuple(fields.data for fields in top.objects("log", MOST_CHOICES)),
        branches=tuple(_read_branch(fields) for fields in top.objects("branches", 1000)),
        begin=top.whole("begin", 0, len(choices), 0),
    )


def _read_choices(top: Fields, name: str) -> tuple[Mapping[str, object], ...]:
    """The choices of a record or a branch. Raises Unfit."""
    return tuple(_read_choice(fields) for fields in top.objects(name, MOST_CHOICES, required=True))


def _read_choice(fields: Fields) -> Mapping[str, object]:
    """One choice as `tape.entries` writes it. Raises Unfit."""
    if "faces" in fields.data:
        fields.only("faces", "rolled")
        fields.wholes("faces", 1000, 0, 1_000_000, required=True)
    else:
        fields.only("option", "path", "until", "rolled")
        fields.text("option", 500)
        fields.wholes("path", 100_000, 0, 1 << 31)
        fields.text("until", 40, "")  # what a pass may wait for is the rulebook's to say
    _read_faces(fields, "rolled")
    return fields.data


def _read_faces(fields: Fields, name: str) -> tuple[Faces, ...]:
    rolls = []
    for place, roll in enumerate(fields.items(name, 10_000)):
        whole = Fields({"faces": roll}, f"{fields.at(name)}[{place}]")
        rolls.append(tuple(whole.wholes("faces", 1000, 0, 1_000_000, required=True)))
    return tuple(rolls)


def _read_notes(fields: Fields) -> tuple[tuple[int, str], ...]:
    notes = []
    for place, entry in enumerate(fields.items("notes", 10_000)):
        if not isinstance(entry, list) or len(entry) != 2:
            raise Unfit(f"{fields.at('notes')}[{place}]", "this is no [choice, text]")
        pair = Fields({"at": entry[0], "text": entry[1]}, f"{fields.at('notes')}[{place}]")
        notes.append((pair.whole("at", 0, MOST_CHOICES), pair.text("text", 20_000, free=True)))
    return tuple(notes)


def _read_branch(fields: Fields) -> Branch:
    fields.only("name", "start", "choices", "notes")
    return Branch(
        fields.text("name", 200, free=True),
        fields.whole("start", 0, MOST_CHOICES),
        _read_choices(fields, "choices"),
        _read_notes(fields),
    )


def _read_dice(fields: Fields) -> DiceSource:
    fields.only("kind", "seed", "script")
    kind = word_in(fields.text("kind", 20), ("seeded", "script", "ask"), "dice.kind")
    try:
        script = script_dice(fields.items("script", MOST_CHOICES)).script
    except DiceError as error:
        raise Unfit("dice.script", str(error).rstrip(".")) from error
    return DiceSource(kind, fields.whole("seed", -SEED_LIMIT, SEED_LIMIT - 1, 0), script)
