// Put blocks of wood onto the board; full rows and columns go.
(() => {
const rules = pieces;
delete globalThis.pieces;
const N = 8;
const cells = [], lines = [];
for (let row = 0; row < N; row++) for (let column = 0; column < N; column++) cells.push([column, row]);
for (let i = 0; i < N; i++) {
  lines.push(cells.map((_, at) => at).filter(at => cells[at][1] === i));
  lines.push(cells.map((_, at) => at).filter(at => cells[at][0] === i));
}
const drawn = ['#', '##', '###', '####', '# #', '# # #', '# # # #', '## ##', '#. ##', '## #.', '##. .##',
  '.## ##.', '### #..', '### ..#', '#.. ###', '..# ###', '### .#. .#.', '### ### ###', '.# ##', '## .#'];
const shapes = drawn.map(rows => rows.split(' ').flatMap((row, y) =>
  [...row].flatMap((one, x) => one === '#' ? [[x, y]] : [])));

game({
  name: 'blocks', version: '1', title: 'Wood blocks', width: 8.6, height: 11.4,
  goal: 'Fill rows and columns: full ones go. The game ends when no piece fits.',
  help: 'Drag a piece onto the board by its upper left corner. Or 1 2 3, arrow keys, space.',
  ...rules({
    cells, lines, shapes,
    at: (column, row) => [column + 0.8, row + 0.8],
    spot: (x, y) => [Math.round(x - 0.8), Math.round(y - 0.8)],
    tray: [[1.6, 9.9], [4.3, 9.9], [7, 9.9]], reach: 1.3, small: 0.5,
    cell(pen, x, y, size, color) { pen.box(x - size * 0.46, y - size * 0.46, size * 0.92, size * 0.92, color); },
  }),
});
})();
