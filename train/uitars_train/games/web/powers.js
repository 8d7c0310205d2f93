// Slide all tiles; two that are equal and meet become one of twice the number.
(() => {
const N = 4;
const TURNS = {left: [0, 1, N], right: [N - 1, -1, N], up: [0, N, 1], down: [N * (N - 1), -N, 1]};

function add(own, kit) {
  const free = own.cells.flatMap((value, i) => value ? [] : [i]);
  own.cells[kit.pick(free)] = kit.chance(10) ? 2 : 4;
}

/** Slide in a direction; the points won, or -1 where nothing moves. */
function slide(cells, key) {
  const [start, along, across] = TURNS[key];
  let points = 0, moved = false;
  for (let row = 0; row < N; row++) {
    const places = [...Array(N).keys()].map(i => start + row * across + i * along);
    const kept = places.map(i => cells[i]).filter(Boolean);
    for (let i = 0; i + 1 < kept.length; i++) {
      if (kept[i] !== kept[i + 1]) continue;
      points += kept[i] *= 2;
      kept.splice(i + 1, 1);
    }
    places.forEach((place, i) => {
      moved ||= cells[place] !== (kept[i] ?? 0);
      cells[place] = kept[i] ?? 0;
    });
  }
  return moved ? points : -1;
}

function press(own, key, kit) {
  if (!(key in TURNS)) return;
  const points = slide(own.cells, key);
  if (points < 0) return;
  kit.win(points);
  kit.reach(Math.log2(Math.max(...own.cells)));
  add(own, kit);
  if (Object.keys(TURNS).every(one => slide([...own.cells], one) < 0)) kit.end();
}

game({
  name: 'powers', version: '1', title: 'Powers', width: 4.3, height: 4.3,
  goal: 'Slide the tiles: two equal ones that meet become one of twice the number.',
  help: 'Arrow keys, or drag across the board.',
  start(level, kit) {
    const own = {cells: Array(N * N).fill(0)};
    add(own, kit);
    add(own, kit);
    return own;
  },
  press,
  drag(own, [x0, y0], [x1, y1], kit) {
    const across = Math.abs(x1 - x0) > Math.abs(y1 - y0);
    press(own, across ? (x1 > x0 ? 'right' : 'left') : (y1 > y0 ? 'down' : 'up'), kit);
  },
  draw(own, pen) {
    own.cells.forEach((value, i) => {
      const x = 0.2 + (i % N), y = 0.2 + Math.floor(i / N);
      pen.box(x, y, 0.9, 0.9, value ? `c${(Math.log2(value) - 1) % 10}` : 'cell');
      const size = value < 100 ? 0.42 : value < 1000 ? 0.34 : 0.27;
      if (value) pen.text(value, x + 0.45, y + 0.45, size, 'on');
    });
  },
});
})();
