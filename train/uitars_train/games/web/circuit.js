// Turn the wires until current from the source reaches every lamp.
(() => {
const {SIDES, has, beside, mixed, input, scale} = pipes;
delete globalThis.pipes;
const lamp = bits => [1, 2, 4, 8].includes(bits);

/** A tree over all places, by chance. */
function tree(size, source, kit) {
  const tiles = Array(size * size).fill(0), reached = [source];
  while (reached.length < tiles.length) {
    const from = kit.pick(reached), side = kit.chance(4), to = beside(size, from, side);
    if (to < 0 || tiles[to] || to === source) continue;
    tiles[from] |= 1 << side;
    tiles[to] |= 1 << ((side + 2) % 4);
    reached.push(to);
  }
  return tiles;
}

/** Places that current reaches. */
function lit({size, tiles, source}) {
  const found = [source];
  for (const place of found) {
    for (let side = 0; side < 4; side++) {
      const to = beside(size, place, side);
      const joined = to >= 0 && has(tiles[place], side) && has(tiles[to], (side + 2) % 4);
      if (joined && !found.includes(to)) found.push(to);
    }
  }
  return found;
}

function after(own, kit) {
  const bright = lit(own), lamps = own.tiles.flatMap((bits, i) => lamp(bits) && i !== own.source ? [i] : []);
  if (!lamps.every(place => bright.includes(place))) return;
  kit.win(10 * own.size);
  kit.next();
}

game({
  name: 'circuit', version: '1', title: 'Circuit', width: 8, height: 8,
  goal: 'Turn the wires until every lamp is lit.',
  help: 'Click a tile to turn it. Or arrow keys and space.',
  start(level, kit) {
    const size = Math.min(7, 2 + level), source = Math.floor(size * size / 2);
    return {...mixed(size, tree(size, source, kit), kit), source};
  },
  ...input(scale, after),
  draw(own, pen) {
    const [edge, unit] = scale(own.size), bright = lit(own);
    own.tiles.forEach((bits, place) => {
      const x = edge + (place % own.size) * unit, y = edge + Math.floor(place / own.size) * unit;
      const color = bright.includes(place) ? 'c4' : 'soft', cx = x + unit / 2, cy = y + unit / 2;
      pen.box(x + 0.04, y + 0.04, unit - 0.08, unit - 0.08, 'cell');
      SIDES.forEach(([dx, dy], side) => {
        const far = unit * 0.46;
        if (has(bits, side)) pen.line([[cx, cy], [cx + dx * far, cy + dy * far]], unit * 0.1, color);
      });
      if (place === own.source) {
        pen.box(cx - unit * 0.24, cy - unit * 0.24, unit * 0.48, unit * 0.48, 'c4');
        pen.icon(7, cx, cy, unit * 0.17, 'on');
      } else if (lamp(bits)) {
        pen.disc(cx, cy, unit * 0.24, color);
        pen.disc(cx, cy, unit * 0.17, bright.includes(place) ? 'c4' : 'panel');
      }
      if (place === own.cursor) pen.frame(x + 0.04, y + 0.04, unit - 0.08, unit - 0.08);
    });
  },
});
})();
