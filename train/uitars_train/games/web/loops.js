// Turn the tiles until no line has an open end.
(() => {
const {SIDES, has, beside, mixed, input, scale} = pipes;
delete globalThis.pipes;

/** Lines between neighbours, each there or not by chance. */
function lines(size, kit) {
  const tiles = Array(size * size).fill(0);
  tiles.forEach((_, place) => {
    for (const side of [1, 2]) {
      const to = beside(size, place, side);
      if (to < 0 || kit.chance(5) > 2) continue;
      tiles[place] |= 1 << side;
      tiles[to] |= 1 << ((side + 2) % 4);
    }
  });
  const turnable = tiles.filter(bits => bits % 15 && bits % 5).length;
  return turnable > size ? tiles : lines(size, kit);
}

/** Whether the end on a side of a tile is met by its neighbour, or there is none. */
function meets({size, tiles}, place, side) {
  const to = beside(size, place, side);
  return has(tiles[place], side) === (to >= 0 && has(tiles[to], (side + 2) % 4));
}
const whole = (own, place) => [0, 1, 2, 3].every(side => meets(own, place, side));

function after(own, kit) {
  if (!own.tiles.every((_, place) => whole(own, place))) return;
  kit.win(10 * own.size);
  kit.next();
}

game({
  name: 'loops', version: '1', title: 'Loops', width: 8, height: 8,
  goal: 'Turn the tiles until no line has an open end.',
  help: 'Click a tile to turn it. Or arrow keys and space.',
  start(level, kit) {
    const size = Math.min(8, 2 + level);
    return mixed(size, lines(size, kit), kit);
  },
  ...input(scale, after),
  draw(own, pen) {
    const [edge, unit] = scale(own.size);
    own.tiles.forEach((bits, place) => {
      const x = edge + (place % own.size) * unit, y = edge + Math.floor(place / own.size) * unit;
      const cx = x + unit / 2, cy = y + unit / 2, thick = unit * 0.12;
      pen.box(x + 0.03, y + 0.03, unit - 0.06, unit - 0.06, 'cell');
      const color = whole(own, place) ? 'c2' : 'c0', ends = SIDES.filter((_, side) => has(bits, side));
      ends.forEach(([dx, dy]) =>
        pen.line([[cx + dx * unit * 0.22, cy + dy * unit * 0.22],
          [cx + dx * unit * 0.44, cy + dy * unit * 0.44]], thick, color));
      if (ends.length === 1) {
        pen.ring(cx, cy, unit * 0.2, thick, color);
      } else {
        ends.forEach(([ax, ay], i) => ends.slice(i + 1).forEach(([bx, by]) => {
          pen.context.beginPath();
          pen.context.moveTo(cx + ax * unit * 0.22, cy + ay * unit * 0.22);
          pen.context.quadraticCurveTo(cx, cy, cx + bx * unit * 0.22, cy + by * unit * 0.22);
          pen.stroke(thick, color);
        }));
      }
      if (place === own.cursor) pen.frame(x + 0.03, y + 0.03, unit - 0.06, unit - 0.06);
    });
  },
});
})();
