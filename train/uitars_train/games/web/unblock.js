// Slide the blocks out of the way until the key comes out on the right.
(() => {
const N = 6, EXIT = 2, MOST = 800; // the row that the key leaves by; states looked at

/** A block: [column, row, length, whether it lies]. The key is the first. */
function taken(blocks) {
  const cells = Array(N * N).fill(-1);
  blocks.forEach(([x, y, length, lies], block) => {
    for (let i = 0; i < length; i++) cells[(y + (lies ? 0 : i)) * N + x + (lies ? i : 0)] = block;
  });
  return cells;
}

/** How far a block may slide: steps back and forth. */
function room(blocks, block, cells = taken(blocks)) {
  const [x, y, length, lies] = blocks[block], found = [0, 0];
  const free = i => {
    const column = x + (lies ? i : 0), row = y + (lies ? 0 : i);
    return Math.min(column, row) >= 0 && Math.max(column, row) < N && cells[row * N + column] < 0;
  };
  while (free(-1 - found[0])) found[0]++;
  while (free(length + found[1])) found[1]++;
  return found;
}

const moved = (blocks, block, by) => blocks.map((one, i) => {
  const [x, y, length, lies] = one;
  return i === block ? [x + (lies ? by : 0), y + (lies ? 0 : by), length, lies] : one;
});
const out = blocks => blocks[0][0] + blocks[0][2] === N;

/** Everything that so many slides lead to, the nearest first: {blocks, before, slide, depth}. */
function explore(blocks, depth) {
  const key = all => all.map(([x, y]) => y * N + x).join(' ');
  const seen = new Set([key(blocks)]), queue = [{blocks, before: null, slide: null, depth: 0}];
  for (const one of queue) {
    if (one.depth === depth || queue.length > MOST) break;
    const cells = taken(one.blocks);
    for (let block = 0; block < blocks.length; block++) {
      const [back, forth] = room(one.blocks, block, cells);
      for (const by of [-back, forth]) {
        const next = by ? moved(one.blocks, block, by) : null;
        if (!next || seen.has(key(next))) continue;
        seen.add(key(next));
        queue.push({blocks: next, before: one, slide: [block, by], depth: one.depth + 1});
      }
    }
  }
  return queue;
}

/** Blocks by chance, the key among them where it is out. */
function scatter(most, kit) {
  const blocks = [[N - 2, EXIT, 2, true]];
  for (let tries = 0; tries < 60 && blocks.length < most; tries++) {
    const lies = kit.chance(5) < 2, length = 2 + (kit.chance(3) > 1 ? 1 : 0);
    const x = kit.chance(lies ? N + 1 - length : N), y = kit.chance(lies ? N : N + 1 - length);
    const cells = taken(blocks), own = taken([[x, y, length, lies]]);
    const clear = own.every((one, i) => one < 0 || cells[i] < 0);
    if (clear && !(lies && y === EXIT)) blocks.push([x, y, length, lies]);
  }
  return blocks;
}

/** From where the key is out as far away as the level asks for, if there is no short cut back. */
function make(level, kit) {
  const wanted = Math.min(6, 2 + level), least = Math.min(4, 1 + level);
  for (;;) {
    const found = explore(scatter(9 + Math.min(level, 2), kit), wanted)
      .filter(one => one.depth >= least && one.blocks[0][0] < 2).slice(-3);
    for (const {blocks} of found) {
      const end = explore(blocks, wanted + 1).find(one => out(one.blocks));
      if (!end || end.depth < least) continue;
      const way = [];
      for (let at = end; at.before; at = at.before) way.unshift(at.slide);
      return {blocks, way, made: 0, chosen: 0};
    }
  }
}

function slide(own, block, by, kit) {
  const [back, forth] = room(own.blocks, block), steps = Math.max(-back, Math.min(forth, by));
  own.chosen = block;
  if (!steps) return;
  own.blocks = moved(own.blocks, block, steps);
  own.made++;
  if (!out(own.blocks)) return;
  kit.win(10 * own.way.length);
  kit.next();
}

const blockAt = (own, x, y) => {
  const column = Math.floor(x - 0.2), row = Math.floor(y - 0.2);
  return Math.min(column, row) < 0 || Math.max(column, row) >= N ? -1 : taken(own.blocks)[row * N + column];
};
/** How far a drag takes the block it began on. */
function pull(own, {from, now}) {
  const block = blockAt(own, ...from), [back, forth] = room(own.blocks, block);
  const far = own.blocks[block][3] ? now[0] - from[0] : now[1] - from[1];
  return [block, Math.max(-back, Math.min(forth, far))];
}

game({
  name: 'unblock', version: '1', title: 'Free the key', width: 6.8, height: 6.4,
  goal: 'Slide the blocks away until the key comes out on the right.',
  help: 'Drag a block along its length. Or space chooses one, arrow keys slide it.',
  start: make,
  press(own, key, kit) {
    const [, , , lies] = own.blocks[own.chosen];
    if (key === 'space') own.chosen = (own.chosen + 1) % own.blocks.length;
    if (key === (lies ? 'left' : 'up')) slide(own, own.chosen, -1, kit);
    if (key === (lies ? 'right' : 'down')) slide(own, own.chosen, 1, kit);
  },
  tap(own, x, y) { own.chosen = Math.max(0, blockAt(own, x, y)); },
  drag(own, from, now, kit) {
    if (blockAt(own, ...from) < 0) return;
    const [block, far] = pull(own, {from, now});
    slide(own, block, Math.round(far), kit);
  },
  draw(own, pen, hand) {
    pen.box(0.1, 0.1, N + 0.2, N + 0.2, 'cell', 0.2);
    pen.box(N + 0.1, EXIT + 0.2, 0.6, 1, 'cell', 0);
    pen.polygon([[6.42, 2.5], [6.66, 2.7], [6.42, 2.9]], 'c4');
    const [held, far] = hand && blockAt(own, ...hand.from) >= 0 ? pull(own, hand) : [-1, 0];
    own.blocks.forEach(([column, row, length, lies], i) => {
      const x = 0.26 + column + (i === held && lies ? far : 0);
      const y = 0.26 + row + (i === held && !lies ? far : 0);
      const wide = lies ? length - 0.12 : 0.88, high = lies ? 0.88 : length - 0.12;
      pen.box(x, y, wide, high, i ? (lies ? 'c0' : 'c7') : 'c4', 0.16);
      if (i === own.chosen) pen.frame(x - 0.05, y - 0.05, wide + 0.1, high + 0.1, 'ink');
      if (i) return;
      pen.ring(x + 0.5, y + 0.44, 0.2, 0.1, 'on');
      pen.line([[x + 0.72, y + 0.44], [x + 1.5, y + 0.44], [x + 1.5, y + 0.62]], 0.1, 'on');
      pen.line([[x + 1.25, y + 0.44], [x + 1.25, y + 0.6]], 0.1, 'on');
    });
  },
});
})();
