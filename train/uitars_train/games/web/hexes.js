// Put pieces of hexagons onto the board; full lines in its three directions go.
(() => {
const rules = pieces;
delete globalThis.pieces;
const R = 4, WIDE = Math.sqrt(3) / 2 * 0.98, HIGH = 0.85; // rings around the middle; steps of a cell
const cells = [], lines = [];
for (let row = -R; row <= R; row++) {
  for (let column = -R; column <= R; column++) {
    if (Math.abs(column + row) <= R) cells.push([column, row]);
  }
}
for (const way of [([q]) => q, ([, r]) => r, ([q, r]) => q + r]) {
  for (let i = -R; i <= R; i++) lines.push(cells.flatMap((cell, at) => way(cell) === i ? [at] : []));
}
const shapes = [
  [[0, 0]], [[0, 0], [1, 0], [2, 0]], [[0, 0], [0, 1], [0, 2]], [[0, 0], [-1, 1], [-2, 2]],
  [[0, 0], [1, 0], [2, 0], [3, 0]], [[0, 0], [0, 1], [0, 2], [0, 3]], [[0, 0], [-1, 1], [-2, 2], [-3, 3]],
  [[0, 0], [1, 0], [0, 1], [1, 1]], [[0, 0], [1, 0], [-1, 1], [0, 1]], [[0, 0], [0, 1], [-1, 1], [-1, 2]],
  [[0, 0], [1, 0], [0, 1]], [[0, 0], [-1, 1], [0, 1]], [[0, 0], [1, 0], [1, 1], [0, 2]],
  [[0, 0], [1, 0], [2, 0], [0, 1]],
];
const at = (column, row) => [5 + (column + row / 2) * 1.02, 4.2 + row * HIGH * 1.03];

game({
  name: 'hexes', version: '1', title: 'Hexes', width: 10, height: 11,
  goal: 'Fill lines in any of the three directions: full ones go.',
  help: 'Drag a piece onto the board by its first cell. Or 1 2 3, arrow keys, space.',
  ...rules({
    cells, lines, shapes, at,
    spot(x, y) {
      const row = Math.round((y - 4.2) / (HIGH * 1.03));
      return [Math.round((x - 5) / 1.02 - row / 2), row];
    },
    tray: [[2, 9.6], [5, 9.6], [8, 9.6]], reach: 1.25, small: 0.5,
    cell(pen, x, y, size, color) {
      const far = size * WIDE * 0.66, corners = [];
      for (let i = 0; i < 6; i++) {
        const angle = Math.PI / 6 + i * Math.PI / 3;
        corners.push([x + far * Math.cos(angle), y + far * Math.sin(angle)]);
      }
      pen.polygon(corners, color);
    },
  }),
});
})();
