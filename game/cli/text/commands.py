"""The commands of the text game, on the standard library's `cmd`: a `do_` method each, whose docstring is its help.

A line that is no command names an option of the question, or gives the faces of a roll.
"""

from __future__ import annotations

import contextlib
from cmd import Cmd
from collections.abc import Iterable
from typing import TextIO

from game.cli.clean import clean
from game.cli.text import odds, say
from game.cli.text.files import write_new
from game.cli.text.going import intent_of, typed_move
from game.cli.text.naming import fitting, in_several_ways, is_place, typed_number, whole_line, without_bends
from game.cli.text.table import Refused, TextTable, need
from game.cli.text.why import why_line, whys
from game.engine.answers import IllegalChoice, NoDecision
from game.engine.decisions import DICE
from game.engine.dice import DiceError
from game.engine.names import Verb
from game.engine.options import CONFIRM, RESET, UNPLAN
from game.records.folders import SaveError
from game.records.moments import BY
from game.records.record import taken_back_words
from game.records.saves import list_saves
from game.records.timeline import MAIN, MAIN_WORD, TimelineError
from game.session.beforehand import towards
from game.session.intent import Intent
from game.sketch import sketch_text


class Commands(Cmd):
    """Plays one table by typed lines. Every `do_` method takes the words after its name and may raise Refused."""

    prompt = "> "
    use_rawinput = True

    def __init__(self, table: TextTable, stdout: TextIO | None = None) -> None:
        super().__init__(stdout=stdout)
        self.table = table
        self._odds: tuple[object, list[str]] = (None, [])
        """The last question to `odds`, with the table and the viewer, and the lines that answered it."""

    # -- taking lines -------------------------------------------------------------------------------------------------

    def carry_out(self, line: str) -> bool:
        """Carry out one typed line. Returns whether the game is left. Raises Refused with a sentence."""
        try:
            name, _, rest = whole_line(line).partition(" ")
            run = getattr(self, f"do_{name.lower()}", None) if name.lower() in COMMANDS else None
            if run is not None:
                run(rest.strip())
            elif name:
                self.say(self.table.answer([name, *rest.split()]))
            else:
                self.do_options("")
        except (IllegalChoice, NoDecision, TimelineError, DiceError, SaveError, ValueError) as error:
            raise Refused(str(error)) from error
        finally:
            self.stdout.flush()
        return self.table.over

    def onecmd(self, line: str) -> bool:
        """Carry out a line, or print why it is refused. Returns whether the game is left."""
        if line == "EOF":
            return True
        try:
            return self.carry_out(line)
        except Refused as error:
            self.say([str(error)])
            return False

    def preloop(self) -> None:
        """Print the introduction to the battle, what others have done already, and the first question."""
        with contextlib.suppress(ImportError):
            import readline

            readline.set_completer_delims(" ")  # ids of options contain other signs, and are completed whole
        self.say(say.welcome_lines(self.table.shown, self.table.session.people))
        self.say(self.table.news())
        self.do_options("")

    def completenames(self, text: str, *ignored: object) -> list[str]:
        """The commands and option ids that begin with `text`."""
        return [name for name in (*COMMANDS, *self._options()) if name.startswith(text.lower())]

    def completedefault(self, text: str, *ignored: object) -> list[str]:
        """The units, formations and option ids that begin with `text`."""
        front = self.table.shown.front
        groups = (group.id for group in self.table.shown.rules.groups(front))
        return [name for name in (*front.units, *groups, *self._options()) if name.startswith(text.lower())]

    def _options(self) -> list[str]:
        decision = self.table.decision
        return [option.id for option in say.listed(decision)] if decision is not None and decision.seat != DICE else []

    def say(self, lines: Iterable[str]) -> None:
        """Print the lines, without control characters."""
        for line in lines:
            print(clean(line), file=self.stdout)

    # -- answering ----------------------------------------------------------------------------------------------------

    def do_options(self, words: str) -> None:
        """`options`: repeat the question, as an empty line does."""
        self.say(self.table.question())

    def do_go(self, words: str) -> None:
        """`go UNIT CELL [HOW] [prone] [via CELL ...] [confirm]`: move a unit, or in a plan or set-up a FORMATION."""
        typed = words.split()
        confirming = len(typed) > 2 and typed[-1].lower() == CONFIRM.action
        table, typed = self.table, typed[:-1] if confirming else typed
        if len(typed) == 2 and (formation := table.whole_formation(typed[0])):
            lines = list(table.set_up(formation, say.cell_named(table.shown.setup.board, typed[1])))
        else:
            intent, pace_words = intent_of(table, typed_move(table, " ".join(typed)))
            self.say(filter(None, [pace_words]))
            lines = list(table.choose(intent))
        self.do_confirm("") if confirming else self.say(lines)

    def do_at(self, words: str) -> None:
        """`at UNIT CELL [HOW]`: react to a move where it crosses a cell."""
        self.say(self.table.choose(Intent(self._at(words))))

    def _at(self, words: str) -> str:
        """The id of the reaction to a move that these words name. Raises Refused."""
        table = self.table
        who, where, *how = need(words, 2, "at UNIT CELL, perhaps with how, like at b1 c4 overwatch")
        decision, name = table.pending_decision(), table.unit(who)
        cell = say.cell_named(table.shown.setup.board, where)
        there = [
            option for option in decision.options if option.unit == name and option.to == cell and option.point >= 0
        ]
        matching = fitting(there, how)
        if not matching:
            refusal = None if there else self.table.refusal_at(name, cell)
            why = f": {refusal.cited}." if refusal is not None else f"; {decision.prompt}"
            raise Refused(f"{name.upper()} has no such answer at {table.shown.setup.board.label(cell)}{why}")
        if len(matching) > 1:
            raise Refused(in_several_ways(matching))
        return matching[0].id

    def do_attack(self, words: str) -> None:
        """`attack UNIT TARGET`: attack it, or first stand still to attack it, unless somebody reacts to that."""
        table = self.table
        who, whom, *_ = need(words, 2, "attack UNIT TARGET")
        decision = table.pending_decision()
        if whom.lower() not in table.shown.front.units and is_place(
            whom, who, decision.options, table.shown.setup.board
        ):
            raise Refused(f"{whom} is a place and no unit: type go {who} {whom}.")
        name, target = table.unit(who), table.unit(whom)
        opening = towards(table.session, name, target) if decision.seat != DICE and table.timeline.at_end else None
        offered = [option for option in decision.options if (option.unit, option.target) == (name, target)]
        if opening is None and len(offered) == 1:
            self.say(table.choose(Intent(offered[0].id)))
            return
        if opening is None and offered:
            raise Refused(in_several_ways(offered))
        if opening is None:
            refusal = self.table.refusal_at(name, table.shown.front.units[target].at)
            why = f": {refusal.cited}" if refusal is not None else " here"
            raise Refused(f"{name.upper()} cannot begin an attack on {target.upper()}{why}.")
        self.say(table.choose(Intent(opening.id, attack=target)))

    def do_again(self, words: str) -> None:
        """`again`: give every unit the marker that it had in the turn before."""
        self.say(self.table.lay_as_before())

    def do_default(self, words: str) -> None:
        """`default`: choose the option that is marked as the default."""
        decision = self.table.pending_decision()
        preset = self.table.preset(decision)
        if decision.option(preset) is None:
            raise Refused("There is no default here.")
        self.say(self.table.choose(Intent(preset)))

    def do_anyway(self, words: str) -> None:
        """`anyway`: make the choice that you were asked to confirm."""
        self.say(self.table.anyway())

    def do_plan(self, words: str) -> None:
        """`plan`: show what is planned and not yet confirmed."""
        self.say(list(say.plan_lines(self.table.shown, self.table.viewer)) or ["Nothing is planned."])

    def do_drop(self, words: str) -> None:
        """`drop UNIT`: take a unit out of the plan, if that is allowed."""
        self._planning(words, UNPLAN, "That is not in the plan")

    def do_reset(self, words: str) -> None:
        """`reset`: start the plan again from nothing."""
        self._planning(words, RESET.action, "There is no plan to begin again")

    def do_confirm(self, words: str) -> None:
        """`confirm`: carry out the plan."""
        self._planning(words, CONFIRM.action, "There is nothing to confirm here")

    def _planning(self, words: str, action: Verb, without: str) -> None:
        """Choose the option with that action, for the unit named or for the whole plan; else refuse with `without`."""
        table = self.table
        decision = table.pending_decision()
        name = table.unit(words.split(maxsplit=1)[0]) if words else ""
        option = next((o for o in decision.options if o.action == action and o.unit == name), None)
        if option is None:
            reason = say.refused_as(table.shown, decision) if action == CONFIRM.action else ""
            raise Refused(f"{without}{reason}.")
        self.say(table.choose(Intent(option.id)))

    # -- looking ------------------------------------------------------------------------------------------------------

    def do_formations(self, words: str) -> None:
        """`formations [FORMATION]`: show every formation, or one with its units."""
        match = self.table.shown
        groups = match.rules.groups(match.front)
        if not words:
            self.say([say.group_line(match, group) for group in groups] or ["There are no formations here."])
            return
        lines = self.table.formation_lines(words)
        if not lines:
            formations = ", ".join(group.id for group in groups) or "none"
            raise Refused(f"There is no formation “{words.split(maxsplit=1)[0][:20]}”; there are {formations}.")
        self.say(lines)

    def do_look(self, words: str) -> None:
        """`look [CELL, UNIT or FORMATION]`: show the whole table, what is at and around a cell, or a formation."""
        table = self.table
        word = words.split(maxsplit=1)[0].lower() if words else ""
        if word and word not in table.shown.front.units and (lines := table.formation_lines(word)):
            self.say(lines)
        elif words:
            self.say(say.cell_lines(table.shown, table.cell(words.split(maxsplit=1)[0]), table.viewer))
        else:
            self.say(say.table_lines(table.shown, table.viewer))

    def do_peek(self, words: str) -> None:
        """`peek SEAT`: on a shared table, show a seat's own markers while nobody else looks."""
        self.say(self.table.peek(" ".join(words.split())))

    def do_when(self, words: str) -> None:
        """`when [UNIT ...] always|never|sensible` or `... if danger odds 40 within 12 target KIND`: when to ask you."""
        self.say(self.table.say_when(words.lower().split()))

    def do_who(self, words: str) -> None:
        """`who sees CELL`: list every unit that sees a cell."""
        table = self.table
        self.say(say.seen_lines(table.shown, table.cell(need(words, 2, "who sees CELL")[-1]), table.viewer))

    def do_why(self, words: str) -> None:
        """`why [not] UNIT`: say what a unit may do here, or which clause forbids it."""
        table, may_do = self.table, whys(self.table)
        units = [word for word in words.split() if word.lower() != "not"]
        barred = len(units) < len(words.split())
        for name in [table.unit(word) for word in units] or may_do:
            self.say([why_line(table.shown, name, may_do.get(name), barred=barred)])

    def do_hint(self, words: str) -> None:
        """`hint`: say what the computer would do here, and why."""
        self.say(self.table.hint())

    def do_reasons(self, words: str) -> None:
        """`reasons [COUNT]`: say why the computer did what it did last."""
        reasons = self.table.motives.reasons(self.table.timeline.match)
        self.say(reasons[-typed_number(words) :] or ["No computer has said why it did anything here."])

    def do_odds(self, words: str) -> None:
        """`odds OPTION`: show who may react to an option (typed as to choose it), where it ends, and its chances."""
        dice = self.table.pending_decision().seat == DICE
        option = None if dice else self.table.option(self._meant(need(words, 1, "odds OPTION")))
        match, viewer = self.table.shown, self.table.viewer
        key = (option.id if option is not None else "", viewer, match.hash(), self.table.timeline.at_end)
        if self._odds[0] != key:
            self._odds = (key, list(odds.option_lines(self.table, option)))
        self.say(self._odds[1])

    def _meant(self, words: list[str]) -> list[str]:
        """These words, or the id of the option if they are `go ...`, `at ...` or `default`. Raises Refused."""
        first, rest = words[0].lower(), " ".join(words[1:])
        if without_bends(words)[1]:
            raise Refused("Odds are only for the shortest path: leave out via.")
        if first in ("go", "at"):
            going = first == "go"
            return [intent_of(self.table, typed_move(self.table, rest))[0].option if going else self._at(rest)]
        return [self.table.preset(self.table.pending_decision()) or first] if first == "default" else words

    def do_sight(self, words: str) -> None:
        """`sight CELL CELL`: say what can be seen of one cell from another."""
        start, end, *_ = need(words, 2, "sight CELL CELL")
        self.say([say.sight_line(self.table.shown, self.table.cell(start), self.table.cell(end))])

    def do_queue(self, words: str) -> None:
        """`queue`: list the reactions to the action under way, in their order."""
        self.say(list(say.queue_lines(self.table.shown, self.table.viewer)) or ["No action is under way."])

    # -- time ---------------------------------------------------------------------------------------------------------

    def do_undo(self, words: str) -> None:
        """`undo [agreed]`: take back the last choice."""
        table = self.table
        agreed = "the other side" if words.lower().split()[:1] == ["agreed"] else ""
        table.undo(agreed)
        self._moved("The last choice is taken back.")

    def do_redo(self, words: str) -> None:
        """`redo`: make the choice again that was taken back, with the same dice."""
        self.table.redo()
        self.say(self.table.after_choice())

    def do_back(self, words: str) -> None:
        """`back [BY or start]`: step back by {by}."""
        self._step(-1, words)

    def do_forward(self, words: str) -> None:
        """`forward [BY or end]`: step forward in the same way."""
        self._step(1, words)

    def _step(self, sign: int, words: str) -> None:
        table, by = self.table, (words.split() or ["choice"])[0].lower()
        timeline = table.timeline
        if by in ("start", "end"):
            timeline.go(0 if by == "start" else len(timeline.match.history))
        elif by in BY:
            timeline.step(by, sign)
        else:
            raise Refused(f"Step by {', '.join(BY)}, or to start or end.")
        place, match = timeline.place, table.shown
        self.say([f"After choice {place.made} of {len(timeline.match.history)}, turn {match.front.turn}."])
        if match.events and by != "start":
            self.say([match.line(match.events[-1], table.viewer).text])
        note = timeline.notes.get(place.made)
        if note:
            self.say([f"Note: {note}"])
        self.do_options("")

    def do_branch(self, words: str) -> None:
        """`branch NAME [same dice]`: play on from here beside the main line; only a study may keep the same dice."""
        name, suffix = " ".join(need(words, 1, "branch NAME")), " same dice"
        same_dice = name.endswith(suffix)
        if same_dice and not self.table.study:
            raise Refused("Only a study may keep the same dice: begin it with --study.")
        self.table.timeline.branch(name.removesuffix(suffix), same_dice=same_dice)
        self._moved("The game goes on from here as a branch; follow main goes back.")

    def do_follow(self, words: str) -> None:
        """`follow NAME`: change to a branch, or to main."""
        name = " ".join(need(words, 1, "follow NAME, or follow main"))
        self.table.timeline.follow(MAIN if name.lower() == MAIN_WORD else name)
        self._moved()

    def _moved(self, *first: str) -> None:
        """Turn to the table that is played on now, then print `first` and its question."""
        self.table.turn_to()
        self.say([*first, *self.table.question()])

    def do_lines(self, words: str) -> None:
        """`lines`: list the main line and the branches."""
        timeline = self.table.timeline
        for name, line in timeline.lines.items():
            here = ", here" if line is timeline.line else ""
            dice = ", with the same dice" if line.same_dice else ""
            back = f", {taken_back_words(len(line.log))}" if line.log else ""
            self.say([f"{name or MAIN_WORD}: {len(line.match.history)} choices{back}{dice}{here}."])

    def do_note(self, words: str) -> None:
        """`note TEXT`: write a note on this moment."""
        self.table.timeline.note(" ".join(words.split()))
        self.table.keep_notes()
        self.say(["Noted." if words else "The note is removed."])

    # -- reading and keeping ------------------------------------------------------------------------------------------

    def do_log(self, words: str) -> None:
        """`log [COUNT]`: list the latest events."""
        match = self.table.shown
        lines = match.log_for(self.table.viewer, max(0, len(match.events) - typed_number(words)))
        self.say(f"{line.n}: {line.text}" for line in lines)

    def do_clause(self, words: str) -> None:
        """`clause ID`: show what a clause or a ruling says."""
        name = need(words, 1, "clause ID, like clause SC-21")[0].upper()
        rules = self.table.shown.rules
        book = rules.book
        if name in book.clauses:
            self.say([f"{name}, {book.clauses[name].title}: {book.clauses[name].text}"])
        elif name in book.rulings:
            ruling = book.rulings[name]
            self.say([f"{name}, {ruling.title}: {ruling.reading} In force: {rules.ruling(name)}."])
        else:
            clauses = list(book.clauses)
            raise Refused(f"{book.title} has no clause “{name[:20]}”; they go from {clauses[0]} to {clauses[-1]}.")

    def do_sketch(self, words: str) -> None:
        """`sketch [FILE [replace]]`: write the position as a sketch to share, without what you may not know."""
        text = sketch_text(self.table.timeline.position(self.table.viewer))
        if not words:
            self.stdout.write(clean(text, len(text)))
            return
        file, *more = words.split()
        write_new(file, text, replace=more == ["replace"])
        self.say([f"The position is in {file}."])

    def do_save(self, words: str) -> None:
        """`save NAME [replace]`: save the game."""
        if self.table.files is None:
            raise Refused("This game is not kept in files.")
        parts = words.split()
        replace = len(parts) > 1 and parts[-1].lower() == "replace"
        name = " ".join(need(" ".join(parts[:-1] if replace else parts), 1, "save NAME, or save NAME replace"))
        self.say([f"Saved as {self.table.files.saved(name, replace)}."])

    def do_load(self, words: str) -> None:
        """`load NAME`: go on with a saved game."""
        table = self.table
        if table.files is None:
            raise Refused("This game is not kept in files.")
        table.take_up(table.files.loaded(" ".join(need(words, 1, "load NAME"))))
        match = table.timeline.match
        self.say([f"{match.setup.title}, choice {len(match.history)}.", *table.question()])

    def do_saves(self, words: str) -> None:
        """`saves`: list the saved games."""
        saves = list_saves()
        for info in saves:
            state = (
                info.problem.rstrip(".")
                or f"{info.scenario}, turn {info.turn} of {info.turns}, {info.date:%Y-%m-%d %H:%M}"
            )
            state += f", {info.beside}" if info.beside else ""
            self.say([f"{info.name}: {state}."])
        if not saves:
            self.say(["There are no saves."])

    def do_hash(self, words: str) -> None:
        """`hash`: show the hash of all that you may know; for the referee and at the end, of the whole state."""
        self.say([f"Hash {self.table.shown.hash(self.table.viewer)}."])

    def do_help(self, words: str) -> None:
        """`help`: show this list."""
        holds = ", ".join(f"pass {until}" for until in self.table.shown.rules.pass_until)
        self.say(
            [
                f"Type an option's number, its id or words of it, like activate b1; a pass may hold: {holds}.",
                "Markers can be laid in one line: b1 b2 move, rest overwatch, confirm. Or:",
            ]
        )
        for name in COMMANDS:
            usage = str(getattr(self, f"do_{name}").__doc__).format(by=", ".join(BY))
            self.say([usage.replace("`", "").rstrip(".")])

    def do_quit(self, words: str) -> None:
        """`quit`: leave."""
        self.table.over = True
        self.say(["Goodbye."])


COMMANDS = tuple(name.removeprefix("do_") for name in vars(Commands) if name.startswith("do_"))
"""The names of all commands, in the order in which the help lists them."""
