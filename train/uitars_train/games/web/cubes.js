// A cube with a number falls; where it lands beside equal ones they become one of twice the number.
(() => {
const COLUMNS = 5, ROWS = 7, FALL = 50; // ticks that a cube takes for a row
const at = (own, column, row) => own.cells[row * COLUMNS + column];
const height = (own, column) => {
  let rows = 0;
  while (rows < ROWS && at(own, column, ROWS - 1 - rows)) rows++;
  return rows;
};

function fresh(own, kit) {
  own.value = 2 ** (1 + kit.chance(Math.min(5, 2 + kit.level() / 2)));
  own.column = 2;
  own.row = 0;
  own.ticks = 0;
  if (height(own, 2) === ROWS) kit.end();
}

/** Let cubes fall into the holes below them. */
function settle(own) {
  for (let column = 0; column < COLUMNS; column++) {
    const kept = [];
    for (let row = ROWS - 1; row >= 0; row--) if (at(own, column, row)) kept.push(at(own, column, row));
    for (let row = 0; row < ROWS; row++) own.cells[row * COLUMNS + column] = kept[ROWS - 1 - row] ?? 0;
  }
}

/** Merge a cube with its equal neighbours, and go on as long as there are some anywhere. */
function merge(own, kit) {
  for (let place = ROWS * COLUMNS - 1; place >= 0; place--) {
    const column = place % COLUMNS, row = Math.floor(place / COLUMNS), value = own.cells[place];
    if (!value) continue;
    const equal = [[column, row - 1], [column - 1, row], [column + 1, row]].filter(([c, r]) =>
      c >= 0 && c < COLUMNS && r >= 0 && at(own, c, r) === value);
    if (!equal.length) continue;
    for (const [c, r] of equal) own.cells[r * COLUMNS + c] = 0;
    own.cells[place] = value * 2 ** equal.length;
    kit.win(own.cells[place]);
    kit.reach(Math.log2(own.cells[place]));
    settle(own);
    place = ROWS * COLUMNS;
  }
}

function land(own, kit) {
  const rows = height(own, own.column);
  if (rows === ROWS) { kit.end(); return; }
  own.cells[(ROWS - 1 - rows) * COLUMNS + own.column] = own.value;
  merge(own, kit);
  fresh(own, kit);
}

function move(own, by) {
  const column = own.column + by;
  if (column >= 0 && column < COLUMNS && ROWS - height(own, column) > own.row) own.column = column;
}

game({
  name: 'cubes', version: '1', title: 'Cubes', width: 5.2, height: 8.2,
  goal: 'Let equal cubes meet: they become one of twice the number. Keep the top free.',
  help: 'Left and right move the cube, down or space drops it. Or click a column.',
  start(level, kit) {
    const own = {cells: Array(COLUMNS * ROWS).fill(0), value: 2, column: 2, row: 0, ticks: 0};
    fresh(own, kit);
    return own;
  },
  press(own, key, kit) {
    if (key === 'left') move(own, -1);
    if (key === 'right') move(own, 1);
    if (key === 'down' || key === 'space') land(own, kit);
  },
  tap(own, x, y, kit) {
    const wanted = Math.min(COLUMNS - 1, Math.max(0, Math.floor(x - 0.1)));
    for (let i = 0; i < COLUMNS && own.column !== wanted; i++) move(own, Math.sign(wanted - own.column));
    if (own.column === wanted) land(own, kit);
  },
  tick(own, kit) {
    if (++own.ticks < FALL) return;
    own.ticks = 0;
    if (own.row + 1 >= ROWS - height(own, own.column)) land(own, kit);
    else own.row++;
  },
  draw(own, pen, hand, whole) {
    const cube = (column, row, value) => {
      pen.box(0.15 + column, row + 1.05, 0.9, 0.9, `c${(Math.log2(value) - 1) % 10}`);
      pen.text(value, 0.6 + column, row + 1.5, value < 100 ? 0.4 : value < 1000 ? 0.32 : 0.26, 'on');
    };
    for (let column = 0; column < COLUMNS; column++) {
      pen.box(0.12 + column, 1, 0.96, ROWS + 0.05, column === own.column ? 'line' : 'cell');
    }
    own.cells.forEach((value, i) => {
      if (value) cube(i % COLUMNS, Math.floor(i / COLUMNS), value);
    });
    if (!whole.done) cube(own.column, own.row - 1 + own.ticks / FALL, own.value);
  },
});
})();
