// What a person who understands the page would do next. Part of oracle.py.
//
// `next(task, told, turn)` returns {at: [x, y], count} in page pixels, {over: [x, y]},
// {from: [x, y], to: [x, y]}, {wheel, at}, {text}, {keys}, {hold} or {release} of a key, or
// {unknown} for a task it was not taught. It only looks; every change comes from the hands on the screen.
// What is drawn, dragged or lies in pages within the page stands in oracle_pages.js.

const all = (selector) => [...document.querySelectorAll(selector)];
const one = (selector) => document.querySelector(selector);
const words = (element) => element.textContent.replace(/\s+/g, ' ').trim();
const quoted = (told) => [...told.matchAll(/"([^"]*)"/g)].map((found) => found[1]);
// What the page does not show: whether a key is held, what was guessed before.
const memory = (window.oracleMemory = window.oracleMemory || {});
const shown = (element) => element.getClientRects().length > 0;

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
  if (!part) return { at: middle(element) };
  const below = middle(element)[1] > middle(part)[1];
  return { wheel: below ? 'down' : 'up', at: middle(part) };
}

const named = (selector, name) =>
  at(all(selector).filter(shown).find((element) => words(element) === name));

const submit = () => at(one('#subbtn, #submit, button.secondary-action'));

// Click into each field and type, one after the other, then press the button.
function fill(fields, press = submit) {
  for (const [selector, text] of fields) {
    const field = one(selector);
    if (field.value === text) continue;
    return document.activeElement === field ? { text } : at(field);
  }
  return press();
}

// Tick what is to be ticked and nothing else.
function tick(names) {
  const wrong = all('#area input[type=checkbox]').find(
    (box) => box.checked !== names.includes(words(box.closest('label') || box.parentElement)));
  return wrong ? at(wrong) : submit();
}

// Open sections or tabs one after the other until the link is there.
function unfold(headers, link, name, turn) {
  const target = all(link).filter(shown).find((element) => words(element) === name);
  return target ? at(target) : at(all(headers)[turn % all(headers).length]);
}

function ordinal(told) {
  return Number(/(\d+)(?:st|nd|rd|th)/.exec(told)[1]) - 1;
}

// A native list or select: the keyboard goes to the entry, since the popup is no part of the page.
function choose(list, name) {
  const index = [...list.options].findIndex((option) => option.text.trim() === name);
  if (list.selectedIndex === index) return submit();
  if (document.activeElement !== list) return { keys: ['tab'] };
  return { keys: [list.selectedIndex < index ? 'down' : 'up'] };
}

const TASKS = {
  'click-button': (told) => named('#area button', quoted(told)[0]),
  'click-button-sequence': (told, turn) => at(all('#area button')[turn]),
  'click-checkboxes': (told) => tick(/Select (.*) and click/.exec(told)[1].split(', ')),
  'click-collapsible': (told, turn) => (turn === 0 ? at(one('#area h3')) : submit()),
  'click-collapsible-2': (told, turn) =>
    unfold('#area h3', '#area .alink', quoted(told)[0], turn),
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
  'click-tab-2-easy': (told, turn) =>
    unfold('#area ul a', '#area .alink', quoted(told)[0], turn),
  'click-test': () => at(one('#subbtn')),
  'click-test-2': () => at(one('#subbtn')),
  'choose-list': (told) => choose(one('#options'), /Select (.*) from/.exec(told)[1]),
  'enter-date': (told, turn) => {
    const [month, day, year] = /(\d+)\/(\d+)\/(\d+)/.exec(told).slice(1);
    const text = `${month.padStart(2, '0')}${day.padStart(2, '0')}${year}`;
    return [{ keys: ['tab'] }, { text }, submit()][turn];
  },
  'enter-password': (told) => {
    const [password] = quoted(told);
    return fill([['#password', password], ['#verify', password]]);
  },
  'enter-text': (told) => fill([['#tt', quoted(told)[0]]]),
  'enter-time': (told, turn) => {
    const [hour, minute, half] = /(\d+):(\d+)\s*([AP]M)/.exec(told).slice(1);
    const text = `${hour.padStart(2, '0')}${minute}${half}`;
    return [{ keys: ['tab'] }, { text }, submit()][turn];
  },
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
    if (field.value && field.value !== guess && document.activeElement === field)
      return { keys: ['backspace'] };
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
