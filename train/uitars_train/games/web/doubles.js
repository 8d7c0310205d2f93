// Put a number onto an equal neighbour: it doubles, and new ones fall from above.
(() => {
const N = 5;
const near = (a, b) => Math.abs(a % N - b % N) + Math.abs(Math.floor(a / N) - Math.floor(b / N)) === 1;
const place = (x, y) => {
  const column = Math.floor(x - 0.1), row = Math.floor(y - 0.1);
  return Math.min(column, row) < 0 || Math.max(column, row) >= N ? -1 : row * N + column;
};

/** Whether two equal ones are neighbours; the game is lost where none are. */
function pair(cells) {
  return cells.some((value, i) => cells.some((other, j) => value === other && near(i, j)));
}

function join(own, from, to, kit) {
  own.chosen = -1;
  if (from < 0 || to < 0 || !near(from, to) || own.cells[from] !== own.cells[to]) return;
  own.cells[to] *= 2;
  kit.win(own.cells[to]);
  kit.reach(Math.log2(own.cells[to]));
  let row = Math.floor(from / N);
  for (; row > 0; row--) own.cells[row * N + from % N] = own.cells[(row - 1) * N + from % N];
  own.cells[from % N] = 2 ** (1 + kit.chance(3));
  if (!pair(own.cells)) kit.end();
}

game({
  name: 'doubles', version: '1', title: 'Doubles', width: 5.2, height: 5.2,
  goal: 'Drag a number onto an equal one beside it: it doubles.',
  help: 'Drag, or click one and then the other.',
  start(level, kit) {
    const own = {cells: [], chosen: -1};
    do {
      own.cells = Array.from({length: N * N}, () => 2 ** (1 + kit.chance(3)));
    } while (!pair(own.cells));
    return own;
  },
  tap(own, x, y, kit) {
    const at = place(x, y);
    if (own.chosen >= 0 && at !== own.chosen && near(own.chosen, at)) join(own, own.chosen, at, kit);
    else own.chosen = at === own.chosen ? -1 : at;
  },
  drag(own, from, to, kit) { join(own, place(...from), place(...to), kit); },
  draw(own, pen, hand) {
    const held = hand ? place(...hand.from) : -1;
    const stone = (value, x, y) => {
      pen.box(x - 0.44, y - 0.44, 0.88, 0.88, `c${(Math.log2(value) - 1) % 10}`, 0.2);
      pen.text(value, x, y, value < 100 ? 0.38 : value < 1000 ? 0.3 : 0.24, 'on');
    };
    own.cells.forEach((value, i) => {
      const x = 0.6 + i % N, y = 0.6 + Math.floor(i / N);
      if (i === held) pen.box(x - 0.44, y - 0.44, 0.88, 0.88, 'cell', 0.2);
      else stone(value, x, y);
      if (i === own.chosen) pen.frame(x - 0.5, y - 0.5, 1, 1, 'ink');
    });
    if (held >= 0) stone(own.cells[held], ...hand.now);
  },
});
})();
