// Push every box onto a mark; they can be pushed, never pulled.
(() => {
const SIDES = [[0, -1], [1, 0], [0, 1], [-1, 0]];
const KEYS = ['up', 'right', 'down', 'left'];
const step = (size, place, side) => place + SIDES[side][0] + SIDES[side][1] * size;

/** Sides to walk from a place to another; null where there is no way. */
function path(size, blocked, from, to) {
  const before = new Map([[from, null]]), queue = [from];
  for (const place of queue) {
    if (place === to) {
      const way = [];
      for (let at = before.get(to); at; at = before.get(at[0])) way.unshift(at[1]);
      return way;
    }
    for (let side = 0; side < 4; side++) {
      const next = step(size, place, side);
      if (blocked(next) || before.has(next)) continue;
      before.set(next, [place, side]);
      queue.push(next);
    }
  }
  return null;
}

/** A room with walls around, and some within. */
function room(size, kit) {
  const walls = Array.from({length: size * size}, (_, place) => {
    const x = place % size, y = Math.floor(place / size);
    return x === 0 || y === 0 || x === size - 1 || y === size - 1;
  });
  for (let i = 0; i < size - 3; i++) {
    walls[(1 + kit.chance(size - 2)) * size + 1 + kit.chance(size - 2)] = true;
  }
  return walls;
}

/** Pull boxes away from their marks by chance; what was done, backwards, is a solution. */
function make(level, kit) {
  const size = Math.min(9, 6 + Math.floor(level / 2)), count = Math.min(4, 1 + Math.floor(level / 2));
  for (;;) {
    const walls = room(size, kit), free = kit.shuffle([...walls.keys()].filter(place => !walls[place]));
    if (free.length < 3 * count + 4) continue;
    const marks = free.slice(0, count).sort((a, b) => a - b), boxes = [...marks], way = [];
    let man = free[count];
    const blocked = place => walls[place] || boxes.includes(place);
    for (let pull = 0; pull < 6 + 2 * level; pull++) {
      const box = kit.chance(count), side = kit.chance(4), stand = step(size, boxes[box], side);
      const back = blocked(stand) ? stand : step(size, stand, side);
      if (blocked(stand) || blocked(back)) continue;
      const walk = path(size, blocked, man, stand);
      if (!walk) continue;
      for (const one of walk) way.unshift((one + 2) % 4);
      way.unshift((side + 2) % 4);
      boxes[box] = stand;
      man = back;
    }
    const away = boxes.filter(box => !marks.includes(box)).length;
    if (away === count && way.length <= 16 + 6 * level) {
      return {size, walls: walls.map(Number), marks, boxes, man, way, made: [], undo: []};
    }
  }
}

function go(own, side, kit) {
  const next = step(own.size, own.man, side), box = own.boxes.indexOf(next);
  const beyond = step(own.size, next, side);
  if (own.walls[next] || (box >= 0 && (own.walls[beyond] || own.boxes.includes(beyond)))) return;
  own.undo.push([own.man, box, next]);
  own.made.push(side);
  own.man = next;
  if (box >= 0) own.boxes[box] = beyond;
  if (!own.boxes.every(one => own.marks.includes(one))) return;
  kit.win(10 * own.boxes.length);
  kit.next();
}

function back(own) {
  const last = own.undo.pop();
  if (!last) return;
  const [man, box, place] = last;
  own.made.pop();
  own.man = man;
  if (box >= 0) own.boxes[box] = place;
}

game({
  name: 'sokoban', version: '1', title: 'Sokoban', width: 9.2, height: 9.2,
  goal: 'Push every box onto a mark.',
  help: 'Arrow keys, or click the place beside you. Backspace takes a step back, R begins again.',
  start: make,
  press(own, key, kit) {
    if (KEYS.includes(key)) go(own, KEYS.indexOf(key), kit);
    if (key === 'back' || key === 'z') back(own);
    if (key === 'r') while (own.undo.length) back(own);
  },
  tap(own, x, y, kit) {
    const unit = 9 / own.size, column = Math.floor((x - 0.1) / unit), row = Math.floor((y - 0.1) / unit);
    const side = [0, 1, 2, 3].find(one => step(own.size, own.man, one) === row * own.size + column);
    if (side !== undefined) go(own, side, kit);
  },
  draw(own, pen) {
    const unit = 9 / own.size;
    own.walls.forEach((wall, place) => {
      const x = 0.1 + place % own.size * unit, y = 0.1 + Math.floor(place / own.size) * unit;
      const cx = x + unit / 2, cy = y + unit / 2;
      pen.box(x, y, unit + 0.01, unit + 0.01, wall ? 'c9' : 'cell', wall ? 0.06 : 0);
      const mark = own.marks.includes(place);
      if (mark) pen.ring(cx, cy, unit * 0.2, unit * 0.09, 'good');
      if (own.boxes.includes(place)) {
        pen.box(x + unit * 0.1, y + unit * 0.1, unit * 0.8, unit * 0.8, mark ? 'c2' : 'c8', unit * 0.08);
        for (const lean of [-1, 1]) {
          pen.line([[cx - unit * 0.24, cy + lean * unit * 0.24], [cx + unit * 0.24, cy - lean * unit * 0.24]],
            unit * 0.07, 'on');
        }
      }
      if (place === own.man) {
        pen.disc(cx, cy - unit * 0.17, unit * 0.19, 'c0');
        pen.box(cx - unit * 0.24, cy + unit * 0.05, unit * 0.48, unit * 0.34, 'c0', unit * 0.16);
      }
    });
  },
});
})();
