// Pull the knots apart until no thread crosses another.
(() => {
const SIDE = 10, REACH = 0.45;

/** Which way three points turn: above 0, below, or 0 on one line. */
const bend = ([ax, ay], [bx, by], [cx, cy]) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

function cross(knots, [a, b], [c, d]) {
  if (a === c || a === d || b === c || b === d) return false;
  const [p, q, r, s] = [a, b, c, d].map(i => knots[i]);
  return bend(p, q, r) * bend(p, q, s) <= 0 && bend(r, s, p) * bend(r, s, q) <= 0;
}
const crossed = (knots, threads) =>
  threads.map(one => threads.some(other => one !== other && cross(knots, one, other)));

/** Knots and threads that lie without a crossing. */
function net(count, kit) {
  const side = Math.ceil(Math.sqrt(count)), places = kit.shuffle([...Array(side * side).keys()]);
  const room = 8 / side, home = places.slice(0, count).map(place => [
    Math.round((1 + (place % side + 0.25 + kit.chance(50) / 100) * room) * 100) / 100,
    Math.round((1 + (Math.floor(place / side) + 0.25 + kit.chance(50) / 100) * room) * 100) / 100,
  ]);
  const pairs = [], far = ([a, b]) => Math.hypot(home[a][0] - home[b][0], home[a][1] - home[b][1]);
  for (let a = 0; a < count; a++) for (let b = a + 1; b < count; b++) pairs.push([a, b]);
  pairs.sort((one, other) => far(one) - far(other));
  const threads = [];
  for (const pair of pairs) {
    const full = threads.length >= 1.7 * count;
    if (!full && threads.every(other => !cross(home, pair, other))) threads.push(pair);
  }
  return {home, threads};
}

function start(level, kit) {
  const count = Math.min(14, 4 + level), {home, threads} = net(count, kit), order = [...home.keys()];
  for (;;) {
    kit.shuffle(order);
    const knots = order.map(i => {
      const angle = 2 * Math.PI * (i + 0.25) / count;
      return [5 + 4.2 * Math.cos(angle), 5 + 4.2 * Math.sin(angle)].map(one => Math.round(one * 100) / 100);
    });
    if (crossed(knots, threads).some(Boolean)) return {knots, threads, home, chosen: -1};
  }
}

/** The knot nearest to a point; -1 where none is near. */
function knotAt(own, x, y) {
  const far = own.knots.map(([a, b]) => Math.hypot(a - x, b - y)), least = Math.min(...far);
  return least < REACH ? far.indexOf(least) : -1;
}
const inside = ([x, y]) => [x, y].map(one => Math.round(Math.max(0.4, Math.min(SIDE - 0.4, one)) * 100) / 100);

function put(own, knot, at, kit) {
  own.chosen = -1;
  own.knots[knot] = inside(at);
  if (crossed(own.knots, own.threads).some(Boolean)) return;
  kit.win(10 * own.knots.length);
  kit.next();
}

game({
  name: 'untangle', version: '1', title: 'Untangle', width: SIDE, height: SIDE,
  goal: 'Pull the knots apart until no thread crosses another.',
  help: 'Drag a knot. Or click it, then where it is to go.',
  start,
  tap(own, x, y, kit) {
    const knot = knotAt(own, x, y);
    if (knot >= 0) own.chosen = own.chosen === knot ? -1 : knot;
    else if (own.chosen >= 0) put(own, own.chosen, [x, y], kit);
  },
  drag(own, from, to, kit) {
    const knot = knotAt(own, ...from);
    if (knot >= 0) put(own, knot, to, kit);
  },
  draw(own, pen, hand) {
    const held = hand ? knotAt(own, ...hand.from) : -1;
    const knots = own.knots.map((one, i) => i === held ? inside(hand.now) : one);
    crossed(knots, own.threads).forEach((bad, i) => {
      const [a, b] = own.threads[i];
      pen.line([knots[a], knots[b]], 0.09, bad ? 'c1' : 'c2');
    });
    knots.forEach(([x, y], i) => {
      pen.disc(x, y, i === held || i === own.chosen ? 0.4 : 0.32, 'c0');
      pen.disc(x, y, 0.13, 'on');
    });
  },
});
})();
