// Lead the snake over every free place, none of them twice.
(() => {
const SIDES = [[0, -1], [1, 0], [0, 1], [-1, 0]];
const KEYS = ['up', 'right', 'down', 'left'];
const beside = (size, place, side) => {
  const x = place % size + SIDES[side][0], y = Math.floor(place / size) + SIDES[side][1];
  return x < 0 || y < 0 || x >= size || y >= size ? -1 : y * size + x;
};

/** A walk that comes to no place twice, at least so long. */
function walk(size, wanted, kit) {
  for (;;) {
    const way = [kit.chance(size * size)];
    for (;;) {
      const next = [0, 1, 2, 3].map(side => beside(size, way.at(-1), side))
        .filter(to => to >= 0 && !way.includes(to));
      if (!next.length || way.length === wanted) break;
      way.push(kit.pick(next));
    }
    if (way.length === wanted) return way;
  }
}

function go(own, to, kit) {
  if (to >= 0 && to === own.body.at(-2)) { own.body.pop(); return; }
  if (to < 0 || !own.way.includes(to) || own.body.includes(to)) return;
  own.body.push(to);
  if (own.body.length < own.way.length) return;
  kit.win(own.way.length);
  kit.next();
}

const middle = (own, place) => {
  const unit = 7.6 / own.size;
  return [0.2 + (place % own.size + 0.5) * unit, 0.2 + (Math.floor(place / own.size) + 0.5) * unit];
};

game({
  name: 'snake', version: '1', title: 'Snake', width: 8, height: 8,
  goal: 'Lead the snake over every free place, none of them twice.',
  help: 'Arrow keys, or click the next place. Back the way you came takes steps back.',
  start(level, kit) {
    const size = Math.min(7, 3 + Math.floor(level / 2));
    const way = walk(size, Math.min(7 + 2 * level, Math.floor(size * size * 0.75)), kit);
    return {size, way, body: [way[0]]};
  },
  press(own, key, kit) {
    if (KEYS.includes(key)) go(own, beside(own.size, own.body.at(-1), KEYS.indexOf(key)), kit);
    if (key === 'back' && own.body.length > 1) own.body.pop();
  },
  tap(own, x, y, kit) {
    const unit = 7.6 / own.size, column = Math.floor((x - 0.2) / unit), row = Math.floor((y - 0.2) / unit);
    const place = row * own.size + column, head = own.body.at(-1), body = own.body.indexOf(place);
    if (Math.min(column, row) < 0 || Math.max(column, row) >= own.size) return;
    if (body >= 0) own.body.length = body + 1;
    else if ([0, 1, 2, 3].some(side => beside(own.size, head, side) === place)) go(own, place, kit);
  },
  draw(own, pen) {
    const unit = 7.6 / own.size;
    for (const place of own.way) {
      const [x, y] = middle(own, place);
      pen.box(x - unit * 0.46, y - unit * 0.46, unit * 0.92, unit * 0.92, 'cell');
    }
    pen.line(own.body.map(place => middle(own, place)), unit * 0.5, 'c2');
    pen.disc(...middle(own, own.body[0]), unit * 0.25, 'c2');
    const [x, y] = middle(own, own.body.at(-1));
    pen.disc(x, y, unit * 0.34, 'c2');
    for (const side of [-1, 1]) {
      pen.disc(x + side * unit * 0.13, y - unit * 0.07, unit * 0.08, 'on');
      pen.disc(x + side * unit * 0.13, y - unit * 0.07, unit * 0.04, 'page');
    }
  },
});
})();
