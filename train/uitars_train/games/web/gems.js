// Click a group of equal stones: they become one, worth one more, where you clicked.
(() => {
const N = 5;
const SIDES = [[0, -1], [1, 0], [0, 1], [-1, 0]];

/** The stones of one number that hang together with a place. */
function group(cells, place) {
  const found = [place];
  for (const one of found) {
    for (const [dx, dy] of SIDES) {
      const x = one % N + dx, y = Math.floor(one / N) + dy, to = y * N + x;
      if (x < 0 || y < 0 || x >= N || y >= N || found.includes(to)) continue;
      if (cells[to] === cells[place]) found.push(to);
    }
  }
  return found;
}

const fresh = kit => 1 + Math.min(kit.chance(3), kit.chance(4));

function fall(cells, kit) {
  for (let column = 0; column < N; column++) {
    const kept = [];
    for (let row = N - 1; row >= 0; row--) {
      if (cells[row * N + column]) kept.push(cells[row * N + column]);
    }
    for (let row = N - 1; row >= 0; row--) cells[row * N + column] = kept[N - 1 - row] ?? fresh(kit);
  }
}

function choose(own, place, kit) {
  own.cursor = place;
  const found = group(own.cells, place);
  if (found.length < 2) return;
  const value = own.cells[place] + 1;
  for (const one of found) own.cells[one] = 0;
  own.cells[place] = value;
  kit.win(2 ** value);
  kit.reach(value);
  fall(own.cells, kit);
  if (own.cells.every((_, i) => group(own.cells, i).length < 2)) kit.end();
}

game({
  name: 'gems', version: '1', title: 'Gems', width: 5.2, height: 5.2,
  goal: 'Click a group of equal stones: they become one, worth one more. Reach 11.',
  help: 'Click a stone with an equal neighbour. Or arrow keys and space.',
  start(level, kit) {
    return {cells: Array.from({length: N * N}, () => fresh(kit)), cursor: 12};
  },
  press(own, key, kit) {
    const side = ['up', 'right', 'down', 'left'].indexOf(key);
    if (side >= 0) {
      const x = own.cursor % N + SIDES[side][0], y = Math.floor(own.cursor / N) + SIDES[side][1];
      if (x >= 0 && y >= 0 && x < N && y < N) own.cursor = y * N + x;
    }
    if (key === 'space' || key === 'enter') choose(own, own.cursor, kit);
  },
  tap(own, x, y, kit) {
    const column = Math.floor(x - 0.1), row = Math.floor(y - 0.1);
    if (Math.min(column, row) >= 0 && Math.max(column, row) < N) choose(own, row * N + column, kit);
  },
  draw(own, pen) {
    own.cells.forEach((value, i) => {
      const x = 0.1 + i % N, y = 0.1 + Math.floor(i / N);
      pen.box(x + 0.05, y + 0.05, 0.9, 0.9, `c${(value - 1) % 10}`, 0.3);
      pen.text(value, x + 0.5, y + 0.5, 0.42, 'on');
      if (i === own.cursor) pen.frame(x, y, 1, 1, 'ink');
    });
  },
});
})();
