// What the games share that ask for pieces on a board: three are offered, full lines go.
(() => {
const TRAY = 3;

/** The rules of such a game.
 * `board`: {cells: [[column, row], ...], lines: [[cell, ...], ...], shapes: [[[column, row], ...], ...],
 * at(column, row) -> [x, y], spot(x, y) -> [column, row], tray: [[x, y], ...], cell(pen, x, y, size,
 * color)}: places in units; a tray place is where the first cell of a piece is shown, at half size. */
function rules(board) {
  const index = new Map(board.cells.map(([column, row], i) => [`${column} ${row}`, i]));
  const under = (shape, [column, row]) =>
    board.shapes[shape].map(([dx, dy]) => index.get(`${column + dx} ${row + dy}`) ?? -1);
  const fits = (own, shape, at) => under(shape, at).every(i => i >= 0 && own.filled[i] < 0);
  const stuck = own => own.tray.every(shape => shape < 0 || !board.cells.some(at => fits(own, shape, at)));
  const offer = (own, kit) => {
    own.tray = Array.from({length: TRAY}, () => kit.chance(board.shapes.length));
    own.offered = own.tray.map(shape => board.shapes[shape]);
  };

  function put(own, slot, at, kit) {
    const shape = own.tray[slot];
    own.chosen = -1;
    if (shape < 0 || !fits(own, shape, at)) return;
    const cells = under(shape, at);
    for (const i of cells) own.filled[i] = shape % 9;
    own.tray[slot] = -1;
    kit.win(cells.length);
    const full = board.lines.filter(line => line.every(i => own.filled[i] >= 0));
    for (const line of full) for (const i of line) own.filled[i] = -1;
    kit.win(full.reduce((sum, line) => sum + 2 * line.length, 0) * full.length);
    own.gone += full.length;
    kit.reach(1 + Math.floor(own.gone / 5));
    if (own.tray.every(one => one < 0)) offer(own, kit);
    if (stuck(own)) kit.end();
  }

  /** The place in the tray nearest to a point; -1 where that is on the board. */
  function slotAt(x, y) {
    const slot = board.tray.findIndex(([left, top]) => Math.hypot(x - left, y - top) < board.reach);
    return slot;
  }

  return {
    start(level, kit) {
      const own = {filled: board.cells.map(() => -1), tray: [], offered: [], chosen: -1, cursor: 0, gone: 0};
      offer(own, kit);
      return own;
    },
    press(own, key, kit) {
      if ('123'.includes(key)) own.chosen = own.tray[key - 1] < 0 ? -1 : key - 1;
      const step = {left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1]}[key];
      const [column, row] = board.cells[own.cursor];
      if (step) own.cursor = index.get(`${column + step[0]} ${row + step[1]}`) ?? own.cursor;
      if ((key === 'space' || key === 'enter') && own.chosen >= 0) put(own, own.chosen, [column, row], kit);
    },
    tap(own, x, y, kit) {
      const slot = slotAt(x, y);
      if (slot >= 0) own.chosen = own.tray[slot] < 0 || own.chosen === slot ? -1 : slot;
      else if (own.chosen >= 0) put(own, own.chosen, board.spot(x, y), kit);
    },
    drag(own, from, to, kit) {
      const slot = slotAt(...from);
      if (slot >= 0) put(own, slot, board.spot(...to), kit);
    },
    draw(own, pen, hand) {
      const held = hand ? slotAt(...hand.from) : -1;
      board.cells.forEach(([column, row], i) => {
        board.cell(pen, ...board.at(column, row), 1, own.filled[i] < 0 ? 'cell' : `c${own.filled[i]}`);
      });
      const shown = own.chosen >= 0 ? board.cells[own.cursor] : null;
      const over = held >= 0 ? board.spot(...hand.now) : shown, slot = held >= 0 ? held : own.chosen;
      const shape = slot >= 0 ? own.tray[slot] : -1;
      if (over && shape >= 0) {
        pen.faint(fits(own, shape, over) ? 0.75 : 0.25);
        for (const [dx, dy] of board.shapes[shape]) {
          board.cell(pen, ...board.at(over[0] + dx, over[1] + dy), 1, `c${shape % 9}`);
        }
        pen.faint(1);
      }
      board.tray.forEach(([x, y], i) => {
        if (i === own.chosen) pen.ring(x, y, board.reach * 0.95, 0.06, 'accent');
        pen.text(i + 1, x - board.reach * 0.72, y - board.reach * 0.72, 0.36, 'soft');
        if (own.tray[i] < 0 || i === held) return;
        const cells = board.shapes[own.tray[i]].map(([dx, dy]) => board.at(dx, dy));
        const middle = [0, 1].map(axis => {
          const all = cells.map(one => one[axis]);
          return (Math.min(...all) + Math.max(...all)) / 2;
        });
        for (const [cx, cy] of cells) {
          const left = x + (cx - middle[0]) * board.small, top = y + (cy - middle[1]) * board.small;
          board.cell(pen, left, top, board.small, `c${own.tray[i] % 9}`);
        }
      });
    },
  };
}
globalThis.pieces = rules;
})();
