// An example bot for Snowball: it shoots if it can, else walks towards the nearest enemy, else takes the default.
//
// Let it play a seat with:  snowball play MAP --seat red=bot:"node tools/bots/example_bot.js"
// It reads one JSON object per line and writes one per line; it needs only Node.js.
"use strict";

const readline = require("node:readline");

const ATTACKS = [
  "ranged_attack", "close_combat", "cut_off", "intercept", "opportunity_fire", "overwatch_fire", "fire", "fight",
];

// The distance between two cells, in cells.
const gap = (a, b) => Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]));

// The id of the option to take.
function choose(state, pending, seat) {
  const attack = pending.options.find((option) => ATTACKS.includes(option.action));
  if (attack) return attack.id;
  const enemies = state.units.filter((unit) => unit.seat !== seat && !unit.out).map((unit) => unit.at);
  const far = (move) => Math.min(...enemies.map((at) => gap(move.to, at)));
  if (pending.options.some((option) => option.action === "unplan")) {  // something is planned already: confirm it
    const any = pending.options[Math.floor(Math.random() * pending.options.length)];
    return (pending.options.find((option) => option.id === "confirm") || any).id;
  }
  const all = pending.options.filter((option) => option.action === "move" && option.to);
  const whole = all.filter((option) => !option.unit);  // moves of a whole formation, not of one of its stands
  const moves = whole.length ? whole : all;
  if (moves.length && enemies.length) return moves.reduce((a, b) => (far(b) < far(a) ? b : a)).id;
  return pending.default;
}

const lines = readline.createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const request = JSON.parse(line);
  if (request.do === "quit") process.exit(0);
  const answer = { option: choose(request.state, request.pending, request.seat) };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
});
