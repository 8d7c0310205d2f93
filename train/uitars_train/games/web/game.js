// What every game stands on: its state and chance, time, input, drawing, and the platform's one way
// to the state. A game's own file gives its rules to `game` and knows nothing of the page.
//
// The state is plain JSON in a closure. Each change is sealed with a digest; what changed otherwise
// is found before the next change and at the next reading, and then nothing counts any more. The
// platform is given the only handle once, when the page loads; without a platform (a person who
// opened the file) there is none. Events that scripts made are ignored.
(() => {
'use strict';
const STEP = 16; // milliseconds of a tick
const GAP = 250; // milliseconds that a page which was not drawn makes up for at most
const REPEAT = 80; // milliseconds of the game's time between two strokes of a held key
const STILL = 0.3; // units that a pointer may stray within a click

// ------------------------------------------------------------------------------------ the digest

/** The first bits of the fractions of roots of the first primes, as SHA-256 asks for. */
function roots(count, power) {
  const found = [];
  for (let number = 2; found.length < count; number++) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= number; divisor++) {
      if (number % divisor === 0) prime = false;
    }
    const root = number ** power;
    if (prime) found.push(((root - Math.floor(root)) * 2 ** 32) | 0);
  }
  return found;
}
const K = roots(64, 1 / 3), H = roots(8, 1 / 2);
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** SHA-256 of text in ASCII, hexadecimal. */
function digest(text) {
  const length = text.length, blocks = ((length + 8) >> 6) + 1;
  const words = new Int32Array(blocks * 16), w = new Int32Array(64);
  for (let i = 0; i < length; i++) words[i >> 2] |= text.charCodeAt(i) << (24 - (i & 3) * 8);
  words[length >> 2] |= 0x80 << (24 - (length & 3) * 8);
  words[blocks * 16 - 1] = length * 8;
  const sum = Int32Array.from(H);
  for (let block = 0; block < words.length; block += 16) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) { w[i] = words[block + i]; continue; }
      const a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + w[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3))
        + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = sum;
    for (let i = 0; i < 64; i++) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g; g = f; f = e; e = (d + one) | 0; d = c; c = b; b = a; a = (one + two) | 0;
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) sum[i] += value;
  }
  let told = '';
  for (const word of sum) told += (word >>> 0).toString(16).padStart(8, '0');
  return told;
}

// ------------------------------------------------------------------------------------ the drawing

const COLORS = ['page', 'panel', 'cell', 'line', 'ink', 'soft', 'on', 'accent', 'good', 'bad',
  'c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9'];

/** Corners of a figure around 0,0 within a radius of 1. */
function figure(points, inner = 1, from = -Math.PI / 2) {
  const corners = [], count = inner === 1 ? points : points * 2;
  for (let i = 0; i < count; i++) {
    const angle = from + i * 2 * Math.PI / count, far = i % 2 && inner !== 1 ? inner : 1;
    corners.push([Math.cos(angle) * far, Math.sin(angle) * far]);
  }
  return corners;
}
const ICONS = [
  figure(24), figure(4, 1, Math.PI / 4), figure(3), figure(5, 0.45), figure(4), figure(6),
  [[-.3, -1], [.3, -1], [.3, -.3], [1, -.3], [1, .3], [.3, .3], [.3, 1], [-.3, 1], [-.3, .3], [-1, .3],
    [-1, -.3], [-.3, -.3]],
  [[.25, -1], [-.6, .15], [-.05, .15], [-.25, 1], [.6, -.2], [.05, -.2]],
  [[-1, -.7], [0, .1], [1, -.7], [1, .1], [0, .9], [-1, .1]], figure(8, 0.6),
];

/** Draws in units of the board on a canvas. */
class Pen {
  constructor(context, scale, colors) { Object.assign(this, {context, scale, colors}); }
  /** A rectangle with round corners. */
  box(x, y, width, height, color, round = 0.12) {
    this.context.beginPath();
    this.context.roundRect(x, y, width, height, Math.min(round, width / 2, height / 2));
    this.fill(color);
  }
  disc(x, y, radius, color) {
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.fill(color);
  }
  ring(x, y, radius, width, color) {
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.stroke(width, color);
  }
  line(points, width, color) {
    this.context.beginPath();
    for (const [x, y] of points) this.context.lineTo(x, y);
    this.stroke(width, color);
  }
  polygon(corners, color) {
    this.context.beginPath();
    for (const [x, y] of corners) this.context.lineTo(x, y);
    this.context.closePath();
    this.fill(color);
  }
  /** One of ten figures, each in a colour of its own. */
  icon(kind, x, y, radius, color = `c${kind % 10}`) {
    this.polygon(ICONS[kind % 10].map(([a, b]) => [x + a * radius, y + b * radius]), color);
  }
  /** A frame within a rectangle, as of a cursor. */
  frame(x, y, width, height, color = 'accent', thick = 0.07) {
    this.context.beginPath();
    this.context.roundRect(x + thick / 2, y + thick / 2, width - thick, height - thick, 0.12);
    this.stroke(thick, color);
  }
  /** Words, centred on a point; small letters of a canvas are only sharp in its own pixels. */
  text(words, x, y, size, color = 'ink', align = 'center') {
    const {context, scale} = this, at = context.getTransform().transformPoint({x, y});
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.font = `600 ${size * scale}px system-ui, "DejaVu Sans", sans-serif`;
    context.textAlign = align;
    context.textBaseline = 'middle';
    context.fillStyle = this.colors[color];
    context.fillText(words, at.x, at.y + size * scale * 0.05);
    context.restore();
  }
  fill(color) {
    this.context.fillStyle = this.colors[color];
    this.context.fill();
  }
  stroke(width, color) {
    Object.assign(this.context, {
      lineWidth: width, lineCap: 'round', lineJoin: 'round', strokeStyle: this.colors[color],
    });
    this.context.stroke();
  }
  /** What follows is drawn so much less dense. */
  faint(share) { this.context.globalAlpha = share; }
}

/** The parts of the page, made here so that all games look alike. */
function page(rules) {
  const made = (name, inside, text = '') => {
    const one = document.createElement(name);
    one.textContent = text;
    return inside.appendChild(one);
  };
  document.title = rules.title;
  const head = made('header', document.body);
  made('h1', head, rules.title);
  made('p', head, rules.goal);
  const list = made('dl', head), numbers = {};
  for (const name of ['Score', 'Level']) {
    const group = made('div', list);
    made('dt', group, name);
    numbers[name.toLowerCase()] = made('dd', group, '0');
  }
  const stage = made('main', document.body), canvas = made('canvas', stage);
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-label', rules.title);
  made('footer', document.body, rules.help);
  return {stage, canvas, numbers};
}

const KEYS = {
  ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down', ' ': 'space',
  Enter: 'enter', Backspace: 'back', Escape: 'esc',
};

// ------------------------------------------------------------------------------------ the game

/** Play a game. `rules`: {name, version, title, goal, help, width, height (units), start(level, kit)
 * -> state, draw(state, pen, hand, whole)} and any of press(state, key, kit), tap(state, x, y, kit),
 * drag(state, from, to, kit), tick(state, kit). A state holds numbers, truths, ASCII text and lists. */
function game(rules) {
  delete globalThis.game;
  const platform = globalThis.uitarsGames;
  delete globalThis.uitarsGames;
  const {parse, stringify} = JSON, clock = () => Math.round(performance.now());
  const {stage, canvas, numbers} = page(rules);
  const context = canvas.getContext('2d');
  let whole, sealed, broken = false, seen = clock(), stroke = 0, hand = null, unit = 1, room = '', pen;

  const kit = Object.freeze({
    /** A whole number from 0 to below `count` (mulberry32, whose state is part of the game's). */
    chance(count) {
      whole.chance = (whole.chance + 0x6d2b79f5) | 0;
      let mixed = Math.imul(whole.chance ^ (whole.chance >>> 15), 1 | whole.chance);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 * count);
    },
    pick(list) { return list[kit.chance(list.length)]; },
    shuffle(list) {
      for (let i = list.length - 1; i > 0; i--) {
        const j = kit.chance(i + 1);
        [list[i], list[j]] = [list[j], list[i]];
      }
      return list;
    },
    win(points) { whole.score += points; },
    reach(level) { whole.level = Math.max(whole.level, level); },
    /** The level is done: on with the next. */
    next() { whole.level++; whole.own = rules.start(whole.level, kit); },
    end() { whole.done = true; },
    level() { return whole.level; },
    score() { return whole.score; },
  });

  function begin(chance) {
    whole = {
      game: rules.name, version: rules.version, chance, elapsed: 0, behind: 0,
      score: 0, level: 1, done: false, own: null,
    };
    whole.own = rules.start(1, kit);
    seal();
  }
  const seal = () => { sealed = digest(stringify(whole)); };
  const sound = () => { broken ||= digest(stringify(whole)) !== sealed; return !broken; };

  /** Every change of the state, after the time that went by until now. */
  function change(act) {
    if (!sound()) return;
    const now = clock();
    if (rules.tick) {
      whole.behind += Math.min(now - seen, GAP);
      for (; whole.behind >= STEP && !whole.done; whole.behind -= STEP) {
        whole.elapsed += STEP;
        rules.tick(whole.own, kit);
      }
      if (whole.done) whole.behind = 0;
    }
    seen = now;
    act?.(whole.own);
    seal();
    draw();
  }

  function draw() {
    numbers.score.textContent = whole.score;
    numbers.level.textContent = whole.level;
    context.setTransform(pen.scale, 0, 0, pen.scale, 0, 0);
    pen.faint(1);
    pen.box(0, 0, rules.width, rules.height, 'panel', 0);
    rules.draw(whole.own, pen, hand, whole);
    pen.faint(1);
    if (whole.done) over();
  }

  function over() {
    const {width, height} = rules, size = Math.min(width / 13, height / 7);
    pen.faint(0.8);
    pen.box(0, 0, width, height, 'page', 0);
    pen.faint(1);
    pen.text('Game over', width / 2, height / 2 - size, size * 1.5);
    pen.text(`Score ${whole.score}`, width / 2, height / 2 + size * 0.4, size, 'soft');
    if (!platform) pen.text('Click or press Enter to play again', width / 2, height / 2 + size * 2,
      size * 0.6, 'accent');
  }

  /** Fit the board to the window, sharp at every zoom, in the colours of the day or the night. */
  function lay() {
    const dense = devicePixelRatio, {width, height} = rules;
    room = `${stage.clientWidth} ${stage.clientHeight} ${dense}`;
    const most = Math.min(stage.clientWidth / width, stage.clientHeight / height);
    unit = Math.max(1, Math.floor(most * dense)) / dense;
    canvas.width = Math.round(width * unit * dense);
    canvas.height = Math.round(height * unit * dense);
    canvas.style.width = `${canvas.width / dense}px`;
    canvas.style.height = `${canvas.height / dense}px`;
    const style = getComputedStyle(document.documentElement);
    const colors = Object.fromEntries(COLORS.map(name => [name, style.getPropertyValue(`--${name}`)]));
    pen = new Pen(context, unit * dense, colors);
    draw();
  }

  /** The same where the browser has not told of a new size yet. */
  function fit() {
    if (room !== `${stage.clientWidth} ${stage.clientHeight} ${devicePixelRatio}`) lay();
  }

  function again() {
    if (!platform) { begin(whole.chance); draw(); }
  }

  function stroked(event) {
    const key = KEYS[event.key] ?? event.key.toLowerCase();
    if (!event.isTrusted || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key.startsWith('Arrow') || event.key === ' ') event.preventDefault();
    if (event.repeat && clock() - stroke < REPEAT) return;
    stroke = clock();
    if (whole.done) { if (key === 'enter') again(); return; }
    if (rules.press) change(own => { if (!whole.done) rules.press(own, key, kit); });
  }

  /** Where an event is, in units of the board. */
  function place(event) {
    fit();
    const box = canvas.getBoundingClientRect();
    return [(event.clientX - box.left) / unit, (event.clientY - box.top) / unit];
  }

  function pointed(event) {
    if (!event.isTrusted || event.button > 0) return;
    const at = place(event);
    if (event.type === 'pointerdown') {
      hand = {from: at, now: at};
      canvas.setPointerCapture(event.pointerId);
    } else if (event.type === 'pointermove' && hand) {
      hand.now = at;
    } else if (event.type === 'pointerup' && hand) {
      const {from} = hand;
      hand = null;
      if (whole.done) { again(); return; }
      const far = Math.hypot(at[0] - from[0], at[1] - from[1]);
      change(own => {
        if (whole.done) return;
        if (far > STILL && rules.drag) rules.drag(own, from, at, kit);
        else if (far <= STILL || !rules.drag) rules.tap?.(own, ...at, kit);
      });
      return;
    } else if (event.type === 'pointercancel') {
      hand = null;
    } else {
      return;
    }
    draw();
  }

  for (const kind of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel']) {
    canvas.addEventListener(kind, pointed);
  }
  addEventListener('keydown', stroked);
  addEventListener('contextmenu', event => event.preventDefault());
  addEventListener('resize', lay);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', lay);
  new ResizeObserver(lay).observe(stage);
  Object.freeze(rules);
  begin((platform?.seed ?? (Number(location.hash.slice(1)) || Date.now())) | 0);
  lay();
  canvas.focus();
  if (rules.tick) {
    const frame = () => { change(); requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
  }

  platform?.take(Object.freeze({
    /** All that the platform may know, as text. */
    read() {
      fit();
      change();
      const box = canvas.getBoundingClientRect();
      return stringify({
        state: stringify(whole), sealed: broken ? '' : sealed,
        board: {left: box.left, top: box.top, unit, width: rules.width, height: rules.height},
      });
    },
    /** Go on from a state that was read. */
    load(text) {
      whole = parse(text);
      broken = false;
      seen = clock();
      stroke = 0;
      hand = null;
      seal();
      draw();
    },
  }));
  // Nothing of the language that the rules use may be changed under them.
  for (const one of [Object, Array, Function, String, Number, Boolean, Map, Set, Promise, Int32Array]) {
    Object.freeze(one);
    Object.freeze(one.prototype);
  }
  for (const one of [JSON, Math, Reflect, [][Symbol.iterator]().__proto__, Pen.prototype]) Object.freeze(one);
}
globalThis.game = game;
})();
