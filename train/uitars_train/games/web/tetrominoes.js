// Four squares fall; full rows go.
(() => {
const WIDE = 10, HIGH = 18, START = 48; // ticks of a row at the first level
const SHAPES = [ // cells of each of the four turns, within 4 x 4
  [[0, 1], [1, 1], [2, 1], [3, 1]], [[1, 0], [2, 0], [1, 1], [2, 1]], [[1, 0], [0, 1], [1, 1], [2, 1]],
  [[1, 0], [2, 0], [0, 1], [1, 1]], [[0, 0], [1, 0], [1, 1], [2, 1]], [[0, 0], [0, 1], [1, 1], [2, 1]],
  [[2, 0], [0, 1], [1, 1], [2, 1]],
];
const POINTS = [0, 100, 300, 500, 800];

/** The cells of a shape after quarter turns, where they lie on the board. */
function cells(own) {
  const side = own.shape === 0 ? 3 : 2;
  return SHAPES[own.shape].map(([x, y]) => {
    for (let i = 0; i < own.turns && own.shape !== 1; i++) [x, y] = [side - y, x];
    return [own.x + x, own.y + y];
  });
}
const fits = own => cells(own).every(([x, y]) =>
  x >= 0 && x < WIDE && y < HIGH && (y < 0 || own.filled[y * WIDE + x] < 0));

function fresh(own, kit) {
  own.shape = own.next;
  own.next = kit.chance(SHAPES.length);
  Object.assign(own, {x: 3, y: 0, turns: 0, ticks: 0});
  if (!fits(own)) kit.end();
}

/** Move where there is room; whether there was. */
function move(own, dx, dy, turns = 0) {
  const before = {x: own.x, y: own.y, turns: own.turns};
  for (const kick of turns ? [0, -1, 1, -2, 2] : [0]) {
    Object.assign(own, {x: before.x + dx + kick, y: before.y + dy, turns: (before.turns + turns) % 4});
    if (fits(own)) return true;
  }
  Object.assign(own, before);
  return false;
}

function land(own, kit) {
  for (const [x, y] of cells(own)) if (y >= 0) own.filled[y * WIDE + x] = own.shape;
  let gone = 0;
  for (let row = HIGH - 1; row >= 0; row--) {
    if (own.filled.slice(row * WIDE, (row + 1) * WIDE).some(one => one < 0)) continue;
    own.filled.splice(row * WIDE, WIDE);
    own.filled.unshift(...Array(WIDE).fill(-1));
    gone++;
    row++;
  }
  own.gone += gone;
  kit.win(POINTS[gone]);
  kit.reach(1 + Math.floor(own.gone / 8));
  fresh(own, kit);
}

function drop(own, kit) {
  while (move(own, 0, 1));
  land(own, kit);
}

const color = shape => ['c6', 'c4', 'c3', 'c2', 'c5', 'c0', 'c1'][shape];

game({
  name: 'tetrominoes', version: '1', title: 'Tetrominoes', width: 14.4, height: 18.4,
  goal: 'Fill rows with what falls: full ones go.',
  help: 'Arrow keys move and turn it, space drops it. Or click it to turn, a column to drop it there.',
  start(level, kit) {
    const own = {filled: Array(WIDE * HIGH).fill(-1), shape: 0, next: kit.chance(7), x: 3, y: 0, turns: 0,
      ticks: 0, gone: 0};
    fresh(own, kit);
    return own;
  },
  press(own, key, kit) {
    if (key === 'left') move(own, -1, 0);
    if (key === 'right') move(own, 1, 0);
    if (key === 'up') move(own, 0, 0, 1);
    if (key === 'down' && move(own, 0, 1)) own.ticks = 0;
    if (key === 'space') drop(own, kit);
  },
  tap(own, x, y, kit) {
    const column = Math.floor(x - 0.2), row = Math.floor(y - 0.2), now = cells(own);
    if (now.some(([a, b]) => a === column && b === row)) { move(own, 0, 0, 1); return; }
    if (column < 0 || column >= WIDE) return;
    const middle = () => {
      const all = cells(own).map(([a]) => a);
      return Math.floor((Math.min(...all) + Math.max(...all)) / 2);
    };
    while (middle() !== column && move(own, Math.sign(column - middle()), 0));
    drop(own, kit);
  },
  tick(own, kit) {
    if (++own.ticks < Math.max(8, START - 5 * kit.level())) return;
    own.ticks = 0;
    if (!move(own, 0, 1)) land(own, kit);
  },
  draw(own, pen, hand, whole) {
    pen.box(0.1, 0.1, WIDE + 0.2, HIGH + 0.2, 'cell', 0.15);
    const cell = (x, y, name) => { if (y >= 0) pen.box(0.24 + x, 0.24 + y, 0.92, 0.92, name, 0.14); };
    own.filled.forEach((shape, i) => {
      if (shape >= 0) cell(i % WIDE, Math.floor(i / WIDE), color(shape));
      else pen.disc(0.7 + i % WIDE, 0.7 + Math.floor(i / WIDE), 0.05, 'line');
    });
    if (!whole.done) {
      const ghost = {...own};
      while (fits({...ghost, y: ghost.y + 1})) ghost.y++;
      pen.faint(0.3);
      for (const [x, y] of cells(ghost)) cell(x, y, color(own.shape));
      pen.faint(1);
      for (const [x, y] of cells(own)) cell(x, y, color(own.shape));
    }
    pen.text('Next', 12.4, 0.8, 0.6, 'soft');
    for (const [x, y] of SHAPES[own.next]) pen.box(11 + x * 0.75, 1.6 + y * 0.75, 0.68, 0.68, color(own.next));
    pen.text(`Rows ${own.gone}`, 12.4, 4.4, 0.6, 'soft');
  },
});
})();
