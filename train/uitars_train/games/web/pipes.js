// What the games with tiles to turn share: a board of tiles with open sides, a cursor, turning.
(() => {
const SIDES = [[0, -1], [1, 0], [0, 1], [-1, 0]]; // up, right, down, left: bits 1, 2, 4, 8
const turned = (bits, by) => ((bits << by) | (bits >> (4 - by))) & 15;
const has = (bits, side) => Boolean(bits & (1 << side));

/** The place beside a place; -1 outside the board. */
function beside(size, place, side) {
  const x = place % size + SIDES[side][0], y = Math.floor(place / size) + SIDES[side][1];
  return x < 0 || y < 0 || x >= size || y >= size ? -1 : y * size + x;
}

/** A board from its solved tiles, each turned by chance; one at least is not as it should be. */
function mixed(size, solved, kit) {
  const tiles = solved.map(bits => turned(bits, kit.chance(4)));
  if (tiles.every((bits, i) => bits === solved[i])) {
    const crooked = solved.findIndex(bits => bits % 15 && bits % 5);
    tiles[crooked] = turned(tiles[crooked], 1);
  }
  return {size, tiles, solved, cursor: 0};
}

/** Turn a tile by a quarter. */
function turn(own, place) {
  own.tiles[place] = turned(own.tiles[place], 1);
  own.cursor = place;
}

/** Keys and clicks; `after` looks whether the board is done. */
function input(scale, after) {
  return {
    press(own, key, kit) {
      const side = ['up', 'right', 'down', 'left'].indexOf(key);
      const next = side < 0 ? -1 : beside(own.size, own.cursor, side);
      if (next >= 0) own.cursor = next;
      if (key === 'space' || key === 'enter') { turn(own, own.cursor); after(own, kit); }
    },
    tap(own, x, y, kit) {
      const [left, unit] = scale(own.size), column = Math.floor((x - left) / unit);
      const row = Math.floor((y - left) / unit);
      if (Math.min(column, row) < 0 || Math.max(column, row) >= own.size) return;
      turn(own, row * own.size + column);
      after(own, kit);
    },
  };
}

/** Where a board lies within 8 x 8 units: its edge, and the units of a tile. */
const scale = size => [0.25, 7.5 / size];

globalThis.pipes = Object.freeze({SIDES, has, beside, mixed, input, scale});
})();
