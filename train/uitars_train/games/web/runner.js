// Run on: jump over what stands in the way, duck below what flies.
(() => {
const FLOOR = 6, MAN = 2, TICK = 0.016; // units; where the runner is; seconds
const JUMP = 9.6, WEIGHT = 24, DUCK = 36; // units a second; a second squared; ticks
const exact = value => Math.round(value * 10000) / 10000;

/** Obstacles: [where, width, kind]; kind 0 stands, 1 flies, 2 is a pit. */
function plant(own, kit) {
  while (own.far < own.at + 20) {
    const kind = kit.chance(own.far < 40 ? 2 : 3), width = [0.6 + kit.chance(2) * 0.5, 1, 1.6][kind];
    own.far = exact(own.far + 7 + kit.chance(50) / 10);
    own.ahead.push([own.far, width, kind]);
    if (kit.chance(2)) own.coins.push([exact(own.far - 3.5), kit.chance(2) ? 4.9 : 3.4]);
  }
  own.ahead = own.ahead.filter(([where, width]) => where + width > own.at - 4);
  own.coins = own.coins.filter(([where]) => where > own.at - 4);
}

function hit(own) {
  const top = own.ducked ? 0.6 : 1.3;
  return own.ahead.some(([where, width, kind]) => {
    const over = own.at + 0.3 > where && own.at - 0.3 < where + width;
    if (kind === 0) return over && own.high < 0.75;
    if (kind === 1) return over && own.high + top > 0.85 && own.high < 1.75;
    return own.at > where + 0.15 && own.at < where + width - 0.15 && own.high <= 0;
  });
}

function jump(own) {
  if (own.high > 0) return;
  own.rise = JUMP;
  own.ducked = 0;
}
function duck(own) {
  if (own.high > 0) own.rise = -JUMP;
  own.ducked = DUCK;
}

game({
  name: 'runner', version: '1', title: 'Runner', width: 14, height: 8,
  goal: 'Jump over blocks and pits, duck below what flies, take the coins.',
  help: 'Up, space or a click jumps, down ducks.',
  start(level, kit) {
    const own = {at: 0, speed: 5, high: 0, rise: 0, ducked: 0, far: 6, told: 0, ahead: [], coins: []};
    plant(own, kit);
    return own;
  },
  press(own, key) {
    if (key === 'up' || key === 'space') jump(own);
    if (key === 'down') duck(own);
  },
  tap(own) { jump(own); },
  tick(own, kit) {
    own.at = exact(own.at + own.speed * TICK);
    own.speed = exact(Math.min(9, own.speed + 0.05 * TICK));
    own.rise = exact(own.rise - WEIGHT * TICK);
    own.high = Math.max(0, exact(own.high + own.rise * TICK));
    if (!own.high) own.rise = 0;
    if (own.ducked) own.ducked--;
    const metres = Math.floor(own.at);
    kit.win(metres - own.told);
    own.told = metres;
    kit.reach(1 + Math.floor(metres / 50));
    const got = own.coins.findIndex(([where, y]) =>
      Math.abs(where - own.at) < 0.5 && Math.abs(FLOOR - own.high - 0.7 - y) < 0.9);
    if (got >= 0) { own.coins.splice(got, 1); kit.win(5); }
    plant(own, kit);
    if (hit(own)) kit.end();
  },
  draw(own, pen) {
    const left = own.at - MAN;
    for (let i = -1; i < 6; i++) {
      const x = i * 4 - (left * 0.3) % 4;
      pen.polygon([[x, FLOOR], [x + 1.6, 3.6], [x + 3.2, FLOOR]], 'cell');
    }
    pen.box(0, FLOOR, 14, 2, 'line', 0);
    pen.line([[0, FLOOR], [14, FLOOR]], 0.08, 'soft');
    for (const [where, width, kind] of own.ahead) {
      const x = where - left;
      if (kind === 0) pen.box(x, FLOOR - 0.8, width, 0.8, 'c1', 0.08);
      if (kind === 1) {
        pen.polygon([[x, FLOOR - 1.3], [x + width / 2, FLOOR - 1.75], [x + width, FLOOR - 1.3],
          [x + width / 2, FLOOR - 0.9]], 'c3');
        pen.disc(x + 0.3, FLOOR - 1.35, 0.09, 'on');
      }
      if (kind === 2) pen.box(x, FLOOR - 0.04, width, 2.1, 'page', 0);
    }
    for (const [where, y] of own.coins) {
      pen.disc(where - left, y, 0.26, 'c4');
      pen.ring(where - left, y, 0.16, 0.05, 'on');
    }
    const foot = FLOOR - own.high, tall = own.ducked ? 0.6 : 1.3, swing = Math.sin(own.at * 3) * 0.28;
    if (!own.ducked) {
      pen.line([[MAN, foot - 0.5], [MAN + swing, foot - 0.06]], 0.16, 'c0');
      pen.line([[MAN, foot - 0.5], [MAN - swing, foot - 0.06]], 0.16, 'c0');
      pen.box(MAN - 0.2, foot - 1, 0.4, 0.6, 'c0', 0.16);
    } else {
      pen.box(MAN - 0.45, foot - 0.4, 0.9, 0.4, 'c0', 0.16);
    }
    pen.disc(MAN + (own.ducked ? 0.4 : 0.05), foot - tall + 0.14, 0.24, 'c0');
  },
});
})();
