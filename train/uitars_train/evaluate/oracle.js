// What a person who understands the page would do next. Part of oracle.py.
//
// `next(task, told, turn)` returns {at: [x, y], count} in page pixels, {over: [x, y]},
// {from: [x, y], to: [x, y]}, {wheel, at}, {text}, {keys}, {hold} or {release} of a key, {option} of
// an open list, {wait}, or {unknown} for a task it was not taught. It only looks; every change comes from the hands on the screen.
// What is drawn, dragged or lies in pages within the page stands in oracle_pages.js.

const all = (selector) => [...document.querySelectorAll(selector)];
const one = (selector) => document.querySelector(selector);
const words = (element) => element.textContent.replace(/\s+/g, ' ').trim();
const quoted = (told) => [...told.matchAll(/"([^"]*)"/g)].map((found) => found[1]);
// What the page does not show: whether a key is held, what was guessed, pressed or copied before,
// and what the last answer meant.
const memory = (window.oracleMemory = window.oracleMemory || remembering());
const shown = (element) => element.getClientRects().length > 0;

function remembering() {
  const kept = { pressed: [], typed: '', copied: false, meant: [], inside: null };
  document.addEventListener('click', (event) => kept.pressed.push(event.target), true);
  const note = ({ key }) => { kept.typed += key.length === 1 ? key : ''; };
  document.addEventListener('keydown', note, true);
  document.addEventListener('copy', () => { kept.copied = true; }, true);
  return kept;
}

const wasPressed = (element) => memory.pressed.some((each) => element.contains(each));

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

// The nearest part of the page that must be scrolled before the element can be clicked.
function hiding(element) {
  const [, y] = middle(element);
  for (let part = element.parentElement; part !== document.body; part = part.parentElement) {
    const { top } = part.getBoundingClientRect();
    const scrolls = /auto|scroll/.test(getComputedStyle(part).overflowY);
    if (scrolls && (y < top || y > top + part.clientHeight)) return part;
  }
  return null;
}

function at(element) {
  const part = hiding(element);
  memory.meant = [part || element];
  if (!part) return { at: middle(element) };
  const below = middle(element)[1] > middle(part)[1];
  return { wheel: below ? 'down' : 'up', at: middle(part) };
}

const CORNER = 16;

// Whether a click on a part of an element is one on something else that lies in it.
function otherwise(found, meant) {
  const control = found.closest('a, button, input, .star, .trash');
  return control && control !== meant && meant.contains(control);
}

const isEntry = (element) => element?.matches('textarea, input:not([type]), input[type=text], '
  + 'input[type=password], input[type=number]') ?? false;

// The corner of a large field changes its size.
function atCorner(field, x, y) {
  const { right, bottom } = field.getBoundingClientRect();
  return field.matches('textarea') && x > right - CORNER && y > bottom - CORNER;
}

function hits(points, end) {
  const { meant: { [end]: meant }, inside } = memory;
  if (inside)
    return points.map(([x, y]) =>
      x >= inside.left && x <= inside.right && y >= inside.top && y <= inside.bottom);
  return points.map(([x, y]) => {
    const found = meant && document.elementFromPoint(x, y);
    if (!found || atCorner(meant, x, y)) return false;
    const over = meant.contains(found) && !otherwise(found, meant);
    return over || found.closest('label')?.control === meant;
  });
}

const named = (selector, name) =>
  at(all(selector).filter(shown).find((element) => words(element) === name));

const submit = () => at(one('#subbtn, #submit, button.secondary-action'));

// Type into a field that has the focus; what stands in it is replaced.
function write(field, text) {
  const chosen = field.value === '' || String(getSelection()) === field.value;
  return chosen ? { text } : { keys: ['ctrl', 'a'] };
}

// Click into each field and type, one after the other, then press the button.
function fill(fields, press = submit) {
  for (const [selector, text] of fields) {
    const field = one(selector);
    if (field.value === text) continue;
    return document.activeElement === field ? write(field, text) : at(field);
  }
  return press();
}

// Tick what is to be ticked, in the order of the task, and nothing else.
function tick(names) {
  const boxes = all('#area input[type=checkbox]');
  const called = (box) => words(box.closest('label') || box.parentElement);
  const missing = names.map((name) => boxes.find((box) => called(box) === name && !box.checked));
  const wrong = boxes.find((box) => box.checked && !names.includes(called(box)));
  const next = wrong || missing.find(Boolean);
  return next ? at(next) : submit();
}

// Open sections or tabs one after the other until the link is there.
function unfold(headers, link, name) {
  const target = all(link).filter(shown).find((element) => words(element) === name);
  const folded = all(headers);
  return at(target || folded.find((header) => !wasPressed(header)) || folded[0]);
}

function ordinal(told) {
  return Number(/(\d+)(?:st|nd|rd|th)/.exec(told)[1]) - 1;
}

// A native list: its entries lie in a window of their own, which is no part of the page.
function choose(list, name) {
  const chosen = list.options[list.selectedIndex].text.trim();
  if (chosen === name) return submit();
  return list.matches(':open') ? { option: name } : at(list);
}

// A native date or time: it takes what is typed from its first part on, which only Tab is sure to
// reach, and no blanks. What was clicked into it goes who knows where.
function timed(parts) {
  const field = one('#tt');
  if (field.value) return submit();
  if (document.activeElement !== field) return { keys: ['tab'] };
  const text = parts.find((part) => !memory.typed.includes(part));
  return text && !wasPressed(field) ? { text } : { unknown: true };
}

const TASKS = {
  'click-button': (told) => named('#area button', quoted(told)[0]),
  'click-button-sequence': () => at(all('#area button').find((button) => !wasPressed(button))),
  'click-checkboxes': (told) => tick(/Select (.*) and click/.exec(told)[1].split(', ')),
  'click-collapsible': () => (one('#area h3.ui-state-active') ? submit() : at(one('#area h3'))),
  'click-collapsible-2': (told) => unfold('#area h3', '#area .alink', quoted(told)[0]),
  'click-color': (told) => {
    const color = /on the (.*) colored/.exec(told)[1];
    return at(all('#area .color').find((box) => box.dataset.color === color
      || box.style.backgroundColor === color || color.includes(box.dataset.color)));
  },
  'click-dialog': () => at(one('.ui-dialog-titlebar-close')),
  'click-link': (told) => named('#area .alink', quoted(told)[0]),
  'click-option': (told) => {
    const name = /Select (.*) and click/.exec(told)[1];
    const radio = all('#area input[type=radio]').find(
      (box) => words(box.closest('label') || box.parentElement) === name);
    return radio.checked ? submit() : at(radio);
  },
  'click-tab': (told) => named('#area a', /Tab #\d/.exec(told)[0]),
  'click-tab-2-easy': (told) => unfold('#area ul a', '#area .alink', quoted(told)[0]),
  'click-test': () => at(one('#subbtn')),
  'click-test-2': () => at(one('#subbtn')),
  'choose-list': (told) => choose(one('#options'), /Select (.*) from/.exec(told)[1]),
  'enter-date': (told) => timed(/\d+\/\d+\/\d+/.exec(told)),
  'enter-password': (told) => {
    const [password] = quoted(told);
    return fill([['#password', password], ['#verify', password]]);
  },
  'enter-text': (told) => fill([['#tt', quoted(told)[0]]]),
  'enter-time': (told) => timed(/(\d+:\d+)\s*([AP]M)/.exec(told).slice(1)),
  'find-word': (told) => {
    const list = words(one('#area p')).split(' ');
    const word = /last word/.test(told) ? list.at(-1) : list[ordinal(told)];
    return fill([['#answer-input', word.replace(/[.,;:!?]/g, '')]]);
  },
  'focus-text': () => at(one('#tt')),
  'grid-coordinate': (told) => at(document.getElementById(/\(.*\)/.exec(told)[0])),
  'guess-number': () => {
    const field = one('#tt');
    const [over, under] = ['#higher', '#lower'].map((name) => one(`${name}:not(.hide) span`));
    if (over && words(over)) memory.least = Number(words(over)) + 1;
    if (under && words(under)) memory.most = Number(words(under)) - 1;
    const { least = 0, most = 9 } = memory;
    const guess = String(Math.floor((least + most) / 2));
    return fill([['#tt', guess]]);
  },
  'login-user': (told) => {
    const [user, password] = quoted(told);
    return fill([['#username', user], ['#password', password]]);
  },
  'odd-or-even': () => {
    const row = all('#area .row').find((each) => !each.querySelector('button.selected, .selected'));
    if (!row) return submit();
    const odd = Math.abs(parseInt(words(row.querySelector('.display-number')), 10)) % 2 === 1;
    return at(row.querySelector(odd ? '.odd' : '.even'));
  },
  'read-table': (told) => {
    const key = /value of (.*) into/.exec(told)[1];
    const row = all('#tab tr').find((each) => words(each.cells[0]) === key);
    return fill([['#tt', words(row.cells[1])]]);
  },
  'search-engine': (told) => {
    const [text] = quoted(told);
    const results = all('#page-content a, #page-content .search-title').filter(shown);
    const field = one('#search-text');
    if (results.length === 0) return fill([['#search-text', text]], () => at(one('#search')));
    const page = Math.floor(ordinal(told) / 3);
    const current = all('#pagination .active, #pagination .disabled').map(words);
    if (page > 0 && !current.includes(String(page + 1)))
      return named('#pagination a', String(page + 1));
    return at(results[ordinal(told) % 3] || field);
  },
  'simple-arithmetic': () => {
    const [, a, sign, b] = /(-?\d+) ([-+x]) (-?\d+)/.exec(words(one('#math-problem')));
    const [x, y] = [Number(a), Number(b)];
    const answer = { '+': x + y, '-': x - y, x: x * y }[sign];
    return fill([['#math-answer', String(answer)]]);
  },
  'text-transform': () => fill([['#tt', words(one('#captcha')).replace(/ /g, '')]]),
  'unicode-test': (told) => named('#area button', quoted(told)[0]),
  'use-spinner': (told) => {
    const wanted = Number(/Select (-?\d+) with/.exec(told)[1]);
    const value = Number(one('#spinner').value);
    if (value === wanted) return submit();
    return at(one(value < wanted ? '.ui-spinner-up' : '.ui-spinner-down'));
  },
};
TASKS['click-checkboxes-large'] = TASKS['click-checkboxes'];
