// Walk through a maze to the door; light falls only where you are and have been.
(() => {
const SIDES = [[0, -1], [1, 0], [0, 1], [-1, 0]], SIGHT = 2.3;
const KEYS = ['up', 'right', 'down', 'left'];

const beside = (size, place, side) => {
  const x = place % size + SIDES[side][0], y = Math.floor(place / size) + SIDES[side][1];
  return x < 0 || y < 0 || x >= size || y >= size ? -1 : y * size + x;
};
const open = (own, place, side) => Boolean(own.open[place] & (1 << side));

/** A maze with one way between any two places: [open sides of each place]. */
function dig(size, kit) {
  const sides = Array(size * size).fill(0), stack = [0], seen = new Set(stack);
  while (stack.length) {
    const place = stack.at(-1);
    const next = [0, 1, 2, 3].filter(side => {
      const to = beside(size, place, side);
      return to >= 0 && !seen.has(to);
    });
    if (!next.length) { stack.pop(); continue; }
    const side = kit.pick(next), to = beside(size, place, side);
    sides[place] |= 1 << side;
    sides[to] |= 1 << ((side + 2) % 4);
    seen.add(to);
    stack.push(to);
  }
  return sides;
}

/** Steps to the door from each place. */
function distances(own, door) {
  const far = own.open.map(() => -1), queue = [door];
  far[door] = 0;
  for (const place of queue) {
    for (let side = 0; side < 4; side++) {
      const to = beside(own.size, place, side);
      if (!open(own, place, side) || far[to] >= 0) continue;
      far[to] = far[place] + 1;
      queue.push(to);
    }
  }
  return far;
}

/** Walk straight on until a wall, or a way to the side. */
function walk(own, side, kit) {
  while (open(own, own.at, side)) {
    own.at = beside(own.size, own.at, side);
    own.seen[own.at] = 1;
    const ways = [0, 1, 2, 3].filter(one => open(own, own.at, one));
    if (own.at === own.door) {
      kit.win(10 * own.size);
      kit.next();
      return;
    }
    if (ways.length > 2 || !open(own, own.at, side)) return;
  }
}

game({
  name: 'maze', version: '1', title: 'Maze', width: 10, height: 10,
  goal: 'Find the way to the door. You see what is near you and where you have been.',
  help: 'Arrow keys walk to the next bend or fork. Or click in a direction.',
  start(level, kit) {
    const size = Math.min(16, 4 + level), own = {size, open: dig(size, kit), at: 0, seen: [], door: 0};
    own.far = distances(own, 0);
    own.door = own.far.indexOf(Math.max(...own.far));
    own.far = distances(own, own.door);
    own.seen = own.open.map((_, place) => Number(place === 0));
    return own;
  },
  press(own, key, kit) { if (KEYS.includes(key)) walk(own, KEYS.indexOf(key), kit); },
  tap(own, x, y, kit) {
    const unit = 9.6 / own.size, dx = x - 0.2 - (own.at % own.size + 0.5) * unit;
    const dy = y - 0.2 - (Math.floor(own.at / own.size) + 0.5) * unit;
    if (Math.hypot(dx, dy) < unit / 2) return;
    walk(own, Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 1 : 3) : (dy > 0 ? 2 : 0), kit);
  },
  draw(own, pen) {
    const unit = 9.6 / own.size, here = [own.at % own.size, Math.floor(own.at / own.size)];
    pen.box(0, 0, 10, 10, 'line', 0.2);
    const sights = own.open.map((_, place) => {
      const x = place % own.size, y = Math.floor(place / own.size);
      return own.seen[place] || Math.hypot(x - here[0], y - here[1]) < SIGHT;
    });
    own.open.forEach((_, place) => {
      if (!sights[place]) return;
      const x = 0.2 + place % own.size * unit, y = 0.2 + Math.floor(place / own.size) * unit;
      pen.box(x, y, unit + 0.01, unit + 0.01, 'panel', 0);
      if (own.seen[place]) { pen.faint(0.3); pen.disc(x + unit / 2, y + unit / 2, unit * 0.16, 'c4'); pen.faint(1); }
    });
    own.open.forEach((_, place) => {
      if (!sights[place]) return;
      const x = 0.2 + place % own.size * unit, y = 0.2 + Math.floor(place / own.size) * unit;
      const ends = [[[x, y], [x + unit, y]], [[x + unit, y], [x + unit, y + unit]],
        [[x, y + unit], [x + unit, y + unit]], [[x, y], [x, y + unit]]];
      ends.forEach((wall, side) => { if (!open(own, place, side)) pen.line(wall, 0.1, 'ink'); });
      if (place === own.door) {
        pen.box(x + unit * 0.26, y + unit * 0.16, unit * 0.48, unit * 0.72, 'c2');
        pen.disc(x + unit * 0.62, y + unit * 0.54, unit * 0.05, 'on');
      }
    });
    pen.disc(0.2 + (here[0] + 0.5) * unit, 0.2 + (here[1] + 0.5) * unit, unit * 0.28, 'c4');
  },
});
})();
