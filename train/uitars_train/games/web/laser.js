// Turn the mirrors until the beam hits the crystal.
(() => {
const SIZE = 8;
const SIDES = [[0, -1], [1, 0], [0, 1], [-1, 0]];
// Where light goes that comes along a side: on the mirror '/', then on '\'.
const BENT = {'/': [1, 0, 3, 2], '\\': [3, 2, 1, 0]};
const step = (place, side) => {
  const x = place % SIZE + SIDES[side][0], y = Math.floor(place / SIZE) + SIDES[side][1];
  return x < 0 || y < 0 || x >= SIZE || y >= SIZE ? -1 : y * SIZE + x;
};

/** The places that the beam goes through, from the lamp on. */
function beam(own) {
  const way = [own.lamp];
  let side = 1;
  for (let place = own.lamp; way.length < 4 * SIZE * SIZE;) {
    place = step(place, side);
    if (place < 0) return {way, side, out: true};
    way.push(place);
    const kind = own.cells[place];
    if (kind === '#' || kind === '*') break;
    if (kind in BENT) side = BENT[kind][side];
  }
  return {way, side, out: false};
}

/** A way of the beam with so many bends: mirrors as they are to stand, and the crystal. */
function plan(bends, kit) {
  const cells = Array(SIZE * SIZE).fill(''), lamp = kit.chance(SIZE) * SIZE, passed = new Set([lamp]);
  cells[lamp] = '#';
  let place = lamp, side = 1;
  for (let made = 0; made <= bends; made++) {
    for (let steps = 1 + kit.chance(4); steps > 0; steps--) {
      place = step(place, side);
      if (place < 0 || cells[place] || (steps === 1 && passed.has(place))) return null;
      passed.add(place);
    }
    if (made === bends) break;
    cells[place] = kit.pick(['/', '\\']);
    side = BENT[cells[place]][side];
  }
  cells[place] = '*';
  return {cells, lamp, passed};
}

function start(level, kit) {
  for (;;) {
    const found = plan(Math.min(8, 2 + level), kit);
    if (!found) continue;
    const {cells, lamp, passed} = found;
    const free = kit.shuffle([...cells.keys()].filter(place => !passed.has(place)));
    for (const place of free.slice(0, 4 + level)) cells[place] = kit.pick(['/', '\\', '#']);
    const mirrors = [...cells.keys()].filter(place => cells[place] in BENT);
    const solved = mirrors.map(place => cells[place]);
    for (const place of mirrors) cells[place] = kit.pick(['/', '\\']);
    const own = {cells, lamp, mirrors, solved, cursor: mirrors[0]};
    const last = beam(own).way.at(-1);
    if (cells[last] !== '*') return own;
  }
}

function turn(own, place, kit) {
  own.cursor = place;
  const kind = own.cells[place];
  if (!(kind in BENT)) return;
  own.cells[place] = kind === '/' ? '\\' : '/';
  if (own.cells[beam(own).way.at(-1)] !== '*') return;
  kit.win(10 * kit.level());
  kit.next();
}

const middle = place => [0.7 + place % SIZE, 0.7 + Math.floor(place / SIZE)];

game({
  name: 'laser', version: '1', title: 'Laser', width: 8.4, height: 8.4,
  goal: 'Turn the mirrors until the beam hits the crystal.',
  help: 'Click a mirror to turn it. Or arrow keys and space.',
  start,
  press(own, key, kit) {
    const next = step(own.cursor, ['up', 'right', 'down', 'left'].indexOf(key) & 3);
    if (['up', 'right', 'down', 'left'].includes(key) && next >= 0) own.cursor = next;
    if (key === 'space' || key === 'enter') turn(own, own.cursor, kit);
  },
  tap(own, x, y, kit) {
    const column = Math.floor(x - 0.2), row = Math.floor(y - 0.2);
    if (Math.min(column, row) >= 0 && Math.max(column, row) < SIZE) turn(own, row * SIZE + column, kit);
  },
  draw(own, pen) {
    own.cells.forEach((kind, place) => {
      const [x, y] = middle(place);
      pen.box(x - 0.47, y - 0.47, 0.94, 0.94, kind === '#' && place !== own.lamp ? 'c9' : 'cell', 0.08);
    });
    const {way, side, out} = beam(own), points = way.map(middle), [x, y] = points.at(-1);
    if (out) points.push([x + SIDES[side][0] * 0.55, y + SIDES[side][1] * 0.55]);
    pen.line(points, 0.1, 'bad');
    own.cells.forEach((kind, place) => {
      const [cx, cy] = middle(place), lean = kind === '/' ? 0.3 : -0.3;
      if (kind in BENT) {
        pen.line([[cx - 0.3, cy + lean], [cx + 0.3, cy - lean]], 0.16, 'ink');
        pen.line([[cx - 0.3, cy + lean], [cx + 0.3, cy - lean]], 0.07, 'c6');
      }
      if (kind === '*') pen.icon(4, cx, cy, 0.36, 'c3');
      if (place === own.lamp) {
        pen.box(cx - 0.36, cy - 0.24, 0.6, 0.48, 'ink');
        pen.disc(cx + 0.26, cy, 0.14, 'bad');
      }
      if (place === own.cursor) pen.frame(cx - 0.49, cy - 0.49, 0.98, 0.98);
    });
  },
});
})();
