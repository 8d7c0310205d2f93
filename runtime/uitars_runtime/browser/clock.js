// The time of one document. What stands before defines `FakeTimers`; what stands after calls this
// with {seed, now, rate}, before any script of the page.
const KEY = Symbol.for('uitars.clock');
const FRAME = 16; // milliseconds of a frame, as FakeTimers counts them
const native = {
  now: performance.now.bind(performance),
  timeout: setTimeout.bind(window),
  frame: requestAnimationFrame.bind(window),
};

/** Numbers by chance that a seed gives again (mulberry32). */
function seeded(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The events of finished animations come with the screen's next frame; a hidden page has none. */
function nextFrame() {
  return new Promise(done => { native.frame(done); native.timeout(done, 100); });
}

/** Move what CSS and scripts animate; the browser itself holds it. */
async function animate(ms) {
  let finished = false;
  for (const one of document.getAnimations()) {
    if (one.playState !== 'running' || one.currentTime === null) continue;
    one.currentTime = Number(one.currentTime) + ms * one.playbackRate;
    finished ||= one.playState === 'finished';
  }
  if (finished) await nextFrame();
}

/** The clocks of this document and of those in its frames that may be reached. */
function clocks() {
  const found = [globalThis[KEY]];
  for (const inner of Array.from(window.frames)) {
    try { found.push(...(inner[KEY]?.clocks() ?? [])); } catch { /* another site's */ }
  }
  return found;
}

function hold({seed, now, rate}) {
  if (globalThis[KEY]) return;
  const timers = FakeTimers.install({now, toFake: [
    'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'Intl', 'performance',
    'requestAnimationFrame', 'cancelAnimationFrame', 'requestIdleCallback', 'cancelIdleCallback',
  ]});
  Math.random = seeded(seed);
  let calls = 0;
  let flowing = Promise.resolve();

  /** Let time go by at a rate until another call, which returns once this is over; the browser
   * plays animations at the same rate. */
  async function flow(speed) {
    const mine = ++calls;
    await flowing;
    if (speed > 0) flowing = pump(speed, () => mine === calls);
  }

  async function pump(speed, goesOn) {
    let last = native.now();
    while (goesOn()) {
      await new Promise(done => native.timeout(done, 4));
      const passed = native.now() - last;
      last += passed;
      if (goesOn()) await timers.tickAsync(Math.round(passed * speed));
    }
  }

  const clock = {
    clocks, flow,
    /** Let so many milliseconds go by, here and in frames. */
    async run(ms) {
      for (let left = ms; left > 0; left -= FRAME) {
        const step = Math.min(FRAME, left);
        for (const one of clocks()) await one.step(step);
      }
    },
    async step(ms) { await timers.tickAsync(ms); await animate(ms); },
  };
  Object.defineProperty(globalThis, KEY, {value: clock});
  flow(rate);
}
