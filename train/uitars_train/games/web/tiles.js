// Take tiles from the top of the heap into a tray of seven; three alike go.
(() => {
const TRAY = 7, SIDE = 1.25;

/** A tile: [column, row, layer, kind], places in halves of a tile; -1 for a kind that was taken. */
function start(level, kit) {
  const kinds = Math.min(10, 3 + level), count = 3 * Math.min(20, 5 + 2 * level), places = [];
  for (let layer = 0; places.length < count; layer++) {
    const width = Math.max(3, 6 - layer), half = layer % 2, all = [];
    for (let row = 0; row < Math.min(5, width); row++) {
      for (let column = 0; column < width; column++) {
        all.push([column * 2 + half + (6 - width), row * 2 + half, layer]);
      }
    }
    places.push(...kit.shuffle(all).slice(0, Math.min(count - places.length, Math.ceil(all.length * 0.7))));
  }
  const deck = kit.shuffle(places.map((_, i) => Math.floor(i / 3) % kinds));
  return {tiles: places.map((place, i) => [...place, deck[i]]), tray: []};
}

/** Whether nothing lies on a tile. */
function free(own, [x, y, layer]) {
  return !own.tiles.some(([a, b, above, kind]) =>
    kind >= 0 && above > layer && Math.abs(a - x) < 2 && Math.abs(b - y) < 2);
}
const spot = ([x, y, layer]) => [0.35 + x * SIDE / 2, 0.3 + y * SIDE / 2 - layer * 0.06];

function tileAt(own, x, y) {
  return own.tiles.findLastIndex(tile => {
    const [left, top] = spot(tile);
    return tile[3] >= 0 && x >= left && y >= top && x < left + SIDE && y < top + SIDE;
  });
}

function take(own, index, kit) {
  const tile = own.tiles[index];
  if (!tile || !free(own, tile)) return;
  own.tray.push(tile[3]);
  own.tray.sort((a, b) => a - b);
  const kind = tile[3];
  tile[3] = -1;
  if (own.tray.filter(one => one === kind).length === 3) {
    own.tray = own.tray.filter(one => one !== kind);
    kit.win(10);
  }
  if (own.tray.length >= TRAY) kit.end();
  else if (own.tiles.every(one => one[3] < 0)) { kit.win(20); kit.next(); }
}

game({
  name: 'tiles', version: '1', title: 'Tiles', width: 8.8, height: 9.1,
  goal: 'Take tiles on which nothing lies: three alike go. Seven in the tray, and it is over.',
  help: 'Click a bright tile.',
  start,
  tap(own, x, y, kit) { take(own, tileAt(own, x, y), kit); },
  draw(own, pen) {
    const face = (kind, left, top, size, bright) => {
      pen.box(left, top + 0.08, size, size, 'soft', 0.16);
      pen.box(left, top, size, size, bright ? 'page' : 'line', 0.16);
      pen.context.beginPath();
      pen.context.roundRect(left, top, size, size, 0.16);
      pen.stroke(0.03, 'soft');
      pen.faint(bright ? 1 : 0.35);
      pen.icon(kind, left + size / 2, top + size / 2, size * 0.3);
      pen.faint(1);
    };
    for (const tile of own.tiles) {
      if (tile[3] >= 0) face(tile[3], ...spot(tile), SIDE - 0.06, free(own, tile));
    }
    pen.box(0.3, 7.6, 8.2, 1.3, 'cell', 0.2);
    for (let i = 0; i < TRAY; i++) {
      if (i < own.tray.length) face(own.tray[i], 0.42 + i * 1.15, 7.7, 1.05, true);
    }
  },
});
})();
