// Lay all pieces into an outline so that nothing of it stays free.
(() => {
const SIZE = 6, LEFT = 0.4, TOP = 0.4, SMALL = 0.6, TRAY = 7.1; // the outline's side; where the tray is
const SIDES = [[0, -1], [1, 0], [0, 1], [-1, 0]];

/** An outline cut into pieces: the place of each piece's cells. */
function cut(count, kit) {
  for (;;) {
    const free = new Set([...Array(SIZE * SIZE).keys()]), cut = [];
    const near = place => SIDES.flatMap(([dx, dy]) => {
      const x = place % SIZE + dx, y = Math.floor(place / SIZE) + dy;
      return x < 0 || y < 0 || x >= SIZE || y >= SIZE ? [] : [y * SIZE + x];
    });
    for (let piece = 0; piece < count; piece++) {
      const edge = cut.flat().flatMap(near).filter(place => free.has(place));
      const cells = [cut.length ? kit.pick(edge) : 14], wanted = 3 + kit.chance(3);
      free.delete(cells[0]);
      while (cells.length < wanted) {
        const next = cells.flatMap(near).filter(place => free.has(place));
        if (!next.length) break;
        cells.push(kit.pick(next));
        free.delete(cells.at(-1));
      }
      cut.push(cells.sort((a, b) => a - b));
    }
    if (cut.every(cells => cells.length > 2)) return cut;
  }
}

/** Where the first cell of a piece in the tray is shown. */
const stand = (pieces, piece) => {
  const column = piece % 2, row = Math.floor(piece / 2);
  const [width, height] = [0, 1].map(axis => Math.max(...pieces[piece].map(one => one[axis])));
  const left = Math.min(...pieces[piece].map(([x]) => x));
  return [TRAY + column * 2.3 + (2.2 - (width - left) * SMALL) / 2 - left * SMALL,
    0.5 + row * 2.1 + (1.9 - height * SMALL) / 2];
};
/** Where its first cell lies in the outline, as [column, row]; where `now` says, while it is held. */
const under = (own, piece, [column, row]) =>
  own.pieces[piece].map(([x, y]) => Math.min(column + x, row + y) < 0 || column + x >= SIZE
    ? -1 : (row + y) * SIZE + column + x);

function pieceAt(own, x, y) {
  const column = Math.floor(x - LEFT), row = Math.floor(y - TOP);
  const inside = Math.min(column, row) >= 0 && Math.max(column, row) < SIZE;
  return own.pieces.findIndex((cells, piece) => {
    if (own.laid[piece]) return inside && under(own, piece, own.laid[piece]).includes(row * SIZE + column);
    const [left, top] = own.stand[piece];
    return cells.some(([dx, dy]) =>
      Math.max(Math.abs(x - left - dx * SMALL), Math.abs(y - top - dy * SMALL)) <= SMALL / 2);
  });
}

function lay(own, piece, at, kit) {
  own.laid[piece] = null;
  own.chosen = -1;
  const others = own.laid.flatMap((one, i) => one ? under(own, i, one) : []);
  const cells = under(own, piece, at);
  if (!cells.every(place => own.outline.includes(place) && !others.includes(place))) return;
  own.laid[piece] = at;
  if (others.length + cells.length < own.outline.length) return;
  kit.win(10 * own.pieces.length);
  kit.next();
}

const spot = (x, y) => [Math.floor(x - LEFT), Math.floor(y - TOP)];

game({
  name: 'shapes', version: '1', title: 'Shapes', width: 11.9, height: 6.8,
  goal: 'Lay all pieces into the outline. They keep their orientation.',
  help: 'Drag a piece by its first cell (marked). Or click it, then the place of that cell.',
  start(level, kit) {
    const home = cut(Math.min(6, 2 + level), kit);
    kit.shuffle(home);
    const pieces = home.map(cells => cells.map(place =>
      [place % SIZE - cells[0] % SIZE, Math.floor(place / SIZE) - Math.floor(cells[0] / SIZE)]));
    return {
      pieces, stand: pieces.map((_, piece) => stand(pieces, piece)), outline: home.flat().sort((a, b) => a - b), laid: home.map(() => null), chosen: -1,
      home: home.map(([first]) => [first % SIZE, Math.floor(first / SIZE)]),
    };
  },
  tap(own, x, y, kit) {
    const piece = pieceAt(own, x, y);
    if (piece >= 0 && (own.chosen < 0 || !own.laid[piece])) {
      own.chosen = own.chosen === piece ? -1 : piece;
      own.laid[piece] = null;
    } else if (own.chosen >= 0) {
      lay(own, own.chosen, spot(x, y), kit);
    }
  },
  drag(own, from, to, kit) {
    const piece = pieceAt(own, ...from);
    if (piece >= 0) lay(own, piece, spot(...to), kit);
  },
  draw(own, pen, hand) {
    const held = hand ? pieceAt(own, ...hand.from) : -1;
    for (const place of own.outline) {
      pen.box(LEFT + place % SIZE - 0.02, TOP + Math.floor(place / SIZE) - 0.02, 1.04, 1.04, 'line', 0.02);
    }
    for (const place of own.outline) {
      pen.box(LEFT + place % SIZE + 0.04, TOP + Math.floor(place / SIZE) + 0.04, 0.92, 0.92, 'cell', 0.08);
    }
    own.pieces.forEach((cells, piece) => {
      let [x, y] = own.stand[piece], size = SMALL;
      if (own.laid[piece]) [x, y, size] = [...own.laid[piece].map(one => one + 0.5 + LEFT), 1];
      if (piece === held) [x, y, size] = [...hand.now, 1];
      cells.forEach(([dx, dy], i) => {
        const left = x + (dx - 0.47) * size, top = y + (dy - 0.47) * size;
        pen.box(left, top, size * 0.94, size * 0.94, `c${piece}`, 0.12 * size);
        if (!i && size < 1) pen.disc(x, y, size * 0.14, 'on');
        if (piece === own.chosen) pen.frame(left, top, size * 0.94, size * 0.94, 'ink');
      });
    });
  },
});
})();
