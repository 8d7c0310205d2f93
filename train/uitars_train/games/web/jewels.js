// Swap neighbours so that three alike meet; four or five make a jewel with a power of its own.
(() => {
const N = 8, KINDS = 6, MOVES = 25;
const PLAIN = 0, ROW = 1, COLUMN = 2, BOMB = 3, STAR = 4; // powers; a cell is kind + 10 * power
const kind = cell => cell >= 10 * STAR ? -1 : cell % 10;
const power = cell => Math.floor(cell / 10);
const near = (a, b) => Math.abs(a % N - b % N) + Math.abs(Math.floor(a / N) - Math.floor(b / N)) === 1;

/** Runs of three and more: {places, lies}. */
function runs(cells) {
  const found = [];
  for (const lies of [true, false]) {
    for (let line = 0; line < N; line++) {
      const places = [...Array(N).keys()].map(i => lies ? line * N + i : i * N + line);
      for (let from = 0; from < N;) {
        let to = from + 1;
        while (to < N && kind(cells[places[to]]) === kind(cells[places[from]])) to++;
        if (to - from > 2 && kind(cells[places[from]]) >= 0) found.push({places: places.slice(from, to), lies});
        from = to;
      }
    }
  }
  return found;
}

/** What goes with the places that go: powers take others along. */
function blast(cells, going) {
  for (const place of going) {
    const column = place % N, row = Math.floor(place / N);
    for (let to = 0; to < N * N; to++) {
      const dx = Math.abs(to % N - column), dy = Math.abs(Math.floor(to / N) - row);
      const hit = {[ROW]: dy === 0, [COLUMN]: dx === 0, [BOMB]: Math.max(dx, dy) < 2};
      if (hit[power(cells[place])]) going.add(to);
    }
  }
  return going;
}

function fall(own, kit) {
  for (let column = 0; column < N; column++) {
    const kept = [];
    for (let row = N - 1; row >= 0; row--) {
      if (own.cells[row * N + column] >= 0) kept.push(own.cells[row * N + column]);
    }
    for (let row = N - 1; row >= 0; row--) own.cells[row * N + column] = kept[N - 1 - row] ?? kit.chance(KINDS);
  }
}

/** Take runs away until there are none; `moved`: where powers appear first of all. */
function resolve(own, moved, kit) {
  for (let cascade = 1; ; cascade++) {
    const found = runs(own.cells);
    if (!found.length) return;
    const going = new Set(found.flatMap(run => run.places)), made = new Map();
    for (const {places, lies} of found) {
      const at = places.find(place => moved.includes(place)) ?? places[1];
      const crossing = places.find(place => found.some(run => run.lies !== lies && run.places.includes(place)));
      const value = own.cells[places[0]] % 10;
      if (places.length > 4) made.set(at, 10 * STAR);
      else if (crossing !== undefined) made.set(crossing, value + 10 * BOMB);
      else if (places.length === 4) made.set(at, value + 10 * (lies ? ROW : COLUMN));
    }
    clear(own, blast(own.cells, going), made, cascade, kit);
  }
}

function clear(own, going, made, cascade, kit) {
  for (const place of going) own.cells[place] = -1;
  for (const [place, cell] of made) own.cells[place] = cell;
  kit.win(10 * going.size * cascade);
  fall(own, kit);
}

/** Whether some swap makes a run. */
function stuck(cells) {
  return !cells.some((_, a) => [a + 1, a + N].some(b => {
    if (b >= N * N || !near(a, b)) return false;
    const tried = [...cells];
    [tried[a], tried[b]] = [tried[b], tried[a]];
    return power(cells[a]) === STAR || power(cells[b]) === STAR || runs(tried).length > 0;
  }));
}

function fill(own, kit) {
  do {
    own.cells = Array.from({length: N * N}, () => kit.chance(KINDS));
  } while (runs(own.cells).length || stuck(own.cells));
}

function swap(own, a, b, kit) {
  own.chosen = -1;
  if (a < 0 || b < 0 || !near(a, b)) return;
  const cells = own.cells, star = [a, b].find(place => power(cells[place]) === STAR);
  [cells[a], cells[b]] = [cells[b], cells[a]];
  if (star !== undefined) {
    const at = star === a ? b : a, other = star === a ? a : b; // where the star is now, and its partner
    const going = new Set([at, ...cells.keys()].filter(place =>
      place === at || power(cells[other]) === STAR || kind(cells[place]) === kind(cells[other])));
    clear(own, blast(cells, going), new Map(), 1, kit);
  } else if (!runs(cells).length) {
    [cells[a], cells[b]] = [cells[b], cells[a]];
    return;
  }
  resolve(own, [a, b], kit);
  if (stuck(own.cells)) fill(own, kit);
  own.moves--;
  if (kit.score() >= own.goal) {
    kit.reach(kit.level() + 1);
    Object.assign(own, {goal: own.goal + 1000 + 250 * kit.level(), moves: MOVES});
  } else if (!own.moves) {
    kit.end();
  }
}

const place = (x, y) => {
  const column = Math.floor(x - 0.2), row = Math.floor(y - 0.2);
  return Math.min(column, row) < 0 || Math.max(column, row) >= N ? -1 : row * N + column;
};

game({
  name: 'jewels', version: '1', title: 'Jewels', width: 8.4, height: 9.4,
  goal: 'Swap neighbours so that three alike meet. Four or five make a jewel with a power.',
  help: 'Drag a jewel onto its neighbour. Or click both.',
  start(level, kit) {
    const own = {cells: [], chosen: -1, goal: 1000, moves: MOVES};
    fill(own, kit);
    return own;
  },
  tap(own, x, y, kit) {
    const at = place(x, y);
    if (own.chosen >= 0 && at >= 0 && near(own.chosen, at)) swap(own, own.chosen, at, kit);
    else own.chosen = at === own.chosen ? -1 : at;
  },
  drag(own, [x0, y0], [x1, y1], kit) {
    const from = place(x0, y0), across = Math.abs(x1 - x0) > Math.abs(y1 - y0);
    const [dx, dy] = across ? [Math.sign(x1 - x0), 0] : [0, Math.sign(y1 - y0)];
    if (from >= 0) swap(own, from, place(0.7 + from % N + dx, 0.7 + Math.floor(from / N) + dy), kit);
  },
  draw(own, pen) {
    own.cells.forEach((cell, i) => {
      const x = 0.7 + i % N, y = 0.7 + Math.floor(i / N), value = kind(cell);
      pen.box(x - 0.48, y - 0.48, 0.96, 0.96, 'cell', 0.1);
      if (value < 0) {
        pen.icon(9, x, y, 0.42, 'ink');
        pen.icon(3, x, y, 0.26, 'c4');
      } else {
        pen.icon([0, 4, 2, 5, 1, 3][value], x, y, [0.34, 0.42, 0.42, 0.4, 0.44, 0.46][value], `c${[0, 2, 4, 3, 5, 1][value]}`);
      }
      if (power(cell) === ROW) for (const dy of [-0.1, 0.1]) pen.line([[x - 0.36, y + dy], [x + 0.36, y + dy]], 0.07, 'on');
      if (power(cell) === COLUMN) for (const dx of [-0.1, 0.1]) pen.line([[x + dx, y - 0.36], [x + dx, y + 0.36]], 0.07, 'on');
      if (power(cell) === BOMB) { pen.disc(x, y, 0.17, 'on'); pen.disc(x, y, 0.1, 'ink'); }
      if (i === own.chosen) pen.frame(x - 0.5, y - 0.5, 1, 1, 'ink');
    });
    pen.text(`${own.moves} moves left`, 0.4, 8.85, 0.4, 'soft', 'left');
    pen.text(`goal ${own.goal}`, 8, 8.85, 0.4, 'soft', 'right');
  },
});
})();
