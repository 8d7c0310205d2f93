// The rest of the oracle: figures, things to drag, mailboxes, editors, games. Part of oracle.py;
// helpers and the shape of an answer stand in oracle.js.

const drag = (from, to) => ({ from, to });

// --------------------------------------------------------------------- figures

const FIGURES = { rect: 'rectangle', circle: 'circle', polygon: 'triangle' };

function described(figure) {
  const letters = figure.tagName === 'text';
  const text = letters ? figure.textContent : FIGURES[figure.tagName];
  const size = letters ? parseFloat(figure.getAttribute('font-size')) : figure.getBBox().width;
  return {
    text,
    type: letters ? (/\d/.test(text) ? 'digit' : 'letter') : 'shape',
    size: size > 15 ? 'large' : 'small',
    color: figure.getAttribute('fill'),
  };
}

// All figures that words such as `large red item` mean.
function figures(description) {
  const parts = description.split(' ');
  const what = parts.pop();
  return all('#area_svg > *').filter((figure) => {
    const is = described(figure);
    return ['item', is.text, is.type].includes(what)
      && parts.every((word) => word === is.size || word === is.color);
  });
}

// The pixel of the drawing below the text of the task from which the angle is halved best.
function bisector() {
  const place = (circle) => [circle.cx.baseVal.value, circle.cy.baseVal.value];
  const [corner] = all('.init-blue').map(place);
  const angle = ([x, y]) => Math.atan2(y - corner[1], x - corner[0]);
  const [a, b] = all('.init-black').map(place).map(angle);
  const between = Math.atan2(Math.sin(a) + Math.sin(b), Math.cos(a) + Math.cos(b));
  const off = (point) => Math.abs(Math.sin(angle(point) - between));
  const inside = [];
  for (let x = 5; x < 135; x += 1)
    for (let y = 5; y < 120; y += 1) {
      const ahead = Math.cos(angle([x, y]) - between) > 0;
      if (ahead && Math.hypot(x - corner[0], y - corner[1]) > 25) inside.push([x, y]);
    }
  return inside.reduce((best, point) => (off(point) < off(best) ? point : best));
}

// Mark a place of the drawing, given in its own pixels, then press the button.
const QUERY_HEIGHT = 50;
const NEAR = 2;
function mark([x, y]) {
  if (one('#blue-circle')) return submit();
  const [left, top, side] = [x - NEAR, y + QUERY_HEIGHT - NEAR, 2 * NEAR];
  memory.inside = new DOMRect(left, top, side, side);
  return { at: [x, y + QUERY_HEIGHT] };
}

// --------------------------------------------------------------------- dragging

// Drag the handle of a slider to a value; the keyboard does the last steps.
function slide(wanted) {
  const slider = $('#slider');
  const option = (name) => slider.slider('option', name);
  const [value, least, most] = [slider.slider('value'), option('min'), option('max')];
  if (value === wanted) return null;
  const handle = one('.ui-slider-handle');
  if (document.activeElement === handle && Math.abs(value - wanted) < 4)
    return { keys: [value < wanted ? 'right' : 'left'] };
  const box = one('#slider').getBoundingClientRect();
  const share = (wanted - least) / (most - least);
  const [x, y] = middle(handle);
  const to = option('orientation') === 'horizontal'
    ? [box.left + share * box.width, y]
    : [x, box.bottom - share * box.height];
  return drag([x, y], to);
}

// Drag an entry of a sortable list to another's place, a little beyond its middle.
function moveEntry(entries, from, to) {
  const [x, y] = middle(entries[to]);
  const beyond = entries[to].getBoundingClientRect().height * 0.3;
  memory.meant = [entries[from], entries[to]];
  return drag(middle(entries[from]), [x, y + (to > from ? beyond : -beyond)]);
}

function destination(told, from, count) {
  if (/to the top/.test(told)) return 0;
  if (/to the bottom/.test(told)) return count - 1;
  if (/down by one/.test(told)) return from + 1;
  if (/up by one/.test(told)) return from - 1;
  return ordinal(told);
}

function boxIntoBox() {
  const [small, large] = [one('#draggableSmall'), one('#draggableLarge')];
  const [inner, outer] = [small, large].map((each) => each.getBoundingClientRect());
  const inside = inner.left > outer.left && inner.right < outer.right
    && inner.top > outer.top && inner.bottom < outer.bottom;
  if (inside) return submit();
  const [from, to] = [middle(small), middle(large)];
  memory.meant = [small, large];
  if (document.elementFromPoint(...from) === small) return drag(from, to);
  const away = outer.left > 60 ? -50 : 50;
  return drag(to, [to[0] + away, to[1]]);
}

// --------------------------------------------------------------------- texts and lists

function placeOf(node, first, last) {
  const range = document.createRange();
  range.setStart(node, first);
  range.setEnd(node, last);
  return range.getBoundingClientRect();
}

// A double click selects a plain word, only dragging one with a mark.
function select(box, text) {
  const y = box.top + box.height / 2;
  if (!/^\w+$/.test(text)) return drag([box.left, y], [box.right, y]);
  memory.inside = box;
  return { at: [box.left + box.width / 2, y], count: 2 };
}

const STYLES = { bold: 'bold', italics: 'italic', underlined: 'underline' };

function style(told) {
  const [, what, how] = /(?:give|make) (?:the text )?(.+) the (?:style|color) (\w+)/.exec(told);
  const text = editor.getText().replace(/\n$/, '');
  const first = what === 'everything' ? 0 : ` ${text} `.indexOf(` ${what} `);
  const length = what === 'everything' ? text.length : what.length;
  const given = editor.getFormat(first, length);
  if (STYLES[how] ? given[STYLES[how]] : given.color) return submit();
  const chosen = editor.getSelection();
  if (!chosen || chosen.index !== first || chosen.length < length) {
    const line = one('.ql-editor p');
    if (what !== 'everything') return select(placeOf(line.firstChild, first, first + length), what);
    return chosen ? { keys: ['ctrl', 'a'] } : at(line);
  }
  if (STYLES[how]) return at(one(`.ql-${STYLES[how]}`));
  return one('.ql-color.ql-expanded')
    ? at(one(`.ql-color .ql-picker-item[data-value="${COLOR_MAP[how][0]}"]`))
    : at(one('.ql-color .ql-picker-label'));
}

// Entries of a list of which several can be chosen; control is held for all but the first.
function chooseSeveral(told) {
  const list = one('#options');
  const wanted = `, ${/Select (.*) from/.exec(told)[1]}, `;
  const asked = (option) => wanted.includes(`, ${option.text}, `);
  const missing = [...list.options].filter((option) => asked(option) && !option.selected);
  const wrong = [...list.selectedOptions].some((option) => !asked(option));
  if (missing.length === 0 && !wrong) {
    if (!memory.held) return at(one('#area button'));
    memory.held = false;
    return { release: 'ctrl' };
  }
  const step = at(missing[0]);
  if (list.selectedOptions.length === 0 || wrong || step.wheel || memory.held) return step;
  memory.held = true;
  return { hold: 'ctrl' };
}

// The part of a menu that is shown and leads on to the entry; the entry itself is clicked.
function followMenu(told) {
  const path = /Select (.*)/.exec(told)[1].split('>');
  const entries = path.map((name) =>
    all('#menu li > div').find((entry) => words(entry) === name)).filter(shown);
  const last = entries.at(-1);
  const leads = at(last);
  return entries.length === path.length ? leads : { over: leads.at };
}

function openTree(told) {
  const [name] = quoted(told);
  const meant = all('#tree span').filter((span) => words(span) === name);
  const target = meant.find(shown);
  if (target) return at(target);
  let folder = meant[0];
  while (!shown(folder)) folder = folder.closest('ul').closest('li').querySelector('span');
  return at(folder);
}

function copyAndPaste() {
  const [source, answer] = [one('#to-copy'), one('#answer-input')];
  const active = document.activeElement;
  const letters = (field) => field.value.replace(/\s/g, '');
  if (letters(answer) === letters(source)) return submit();
  if (memory.copied) return active === answer ? { keys: ['ctrl', 'v'] } : at(answer);
  if (active !== source) return at(source);
  const chosen = source.selectionEnd - source.selectionStart;
  return { keys: ['ctrl', chosen === source.value.length ? 'c' : 'a'] };
}

// --------------------------------------------------------------------- mail and posts

function mail(told) {
  const [, name, how] = /email by (.*?) and (reply|forward|click the (?:trash|star))/.exec(told);
  if (one('#reply')) return fill([['#reply-text', quoted(told)[0]]], () => at(one('#send-reply')));
  if (one('#forward')) {
    const to = /to ([^ ]+)\.$/.exec(told)[1];
    return fill([['.forward-sender', to]], () => at(one('#send-forward')));
  }
  if (one('#email')) return at(one(`#email .email-${how}`));
  const thread = all('#main .email-thread').find(
    (each) => words(each.querySelector('.email-sender')) === name);
  if (/trash/.test(how)) return at(thread.querySelector('.trash'));
  return at(/star/.test(how) ? thread.querySelector('.star') : thread);
}

const postsOf = (user) =>
  all('#area .media').filter((post) => words(post.querySelector('.username')) === user);

function actOnPost(told) {
  const [, user, label] = /For the user (\S+), click on the "(.*)" button/.exec(told);
  const name = Object.keys(ACTIONS).find((key) => ACTIONS[key] === label);
  const post = postsOf(user)[0];
  const button = post.querySelector(`.${name}`);
  return at(shown(button) ? button : post.querySelector('.more'));
}

function actOnPosts(told) {
  const [, label, user] = /Click the "(.*)" button on all posts by (\S+) and/.exec(told);
  const name = Object.keys(ACTIONS).find((key) => ACTIONS[key] === label);
  const left = postsOf(user).map((post) => post.querySelector(`.${name}`))
    .find((button) => !button.classList.contains('active'));
  return at(left || one('#submitRow button'));
}

// --------------------------------------------------------------------- a game

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8],
  [2, 4, 6]];
const X = 1;
const O = -1;
const won = (board, who) => LINES.some((line) => line.every((place) => board[place] === who));
const free = (board) => board.flatMap((who, place) => (who === 0 ? [place] : []));
const put = (board, place, who) => board.map((old, each) => (each === place ? who : old));

// How good a board is for X, 0 to 1: O plays well half of the time and by chance otherwise.
function worth(board, turn) {
  if (won(board, X)) return 1;
  if (won(board, O) || free(board).length === 0) return 0;
  const values = free(board).map((place) => worth(put(board, place, turn), -turn));
  if (turn === X) return Math.max(...values);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return (mean + Math.min(...values)) / 2;
}

function bestPlace(board) {
  const value = (place) => worth(put(board, place, X), O);
  return free(board).reduce((best, place) => (value(place) > value(best) ? place : best));
}

// --------------------------------------------------------------------- the tasks

Object.assign(TASKS, {
  'ascending-numbers': () => at(one('#area_svg text') || one('#area_svg rect')),
  'bisect-angle': () => mark(bisector()),
  'choose-date-easy': (told) => {
    const [date, day] = /\d+\/(\d+)\/\d+/.exec(told);
    if (one('#datepicker').value === date) return submit();
    return all('.ui-datepicker-calendar').some(shown)
      ? named('.ui-datepicker-calendar td a', String(Number(day)))
      : at(one('#datepicker'));
  },
  'circle-center': () => {
    const circle = one('.black-circle');
    return mark([circle.cx.baseVal.value, circle.cy.baseVal.value]);
  },
  'click-menu': followMenu,
  'click-scroll-list': chooseSeveral,
  'click-shape': (told) => at(figures(/Click on a (.*)/.exec(told)[1])[0]),
  'click-widget': (told) => at(one(`#area [data-type=${quoted(told)[0]}]`)),
  'copy-paste': copyAndPaste,
  'count-shape': (told) =>
    named('#count-buttons button', String(figures(/How many (.*)s are/.exec(told)[1]).length)),
  'drag-box': boxIntoBox,
  'drag-items': (told) => {
    const entries = all('#sortable li');
    const from = entries.findIndex((entry) => told.startsWith(`Drag ${words(entry)} `));
    return moveEntry(entries, from, destination(told, from, entries.length));
  },
  'drag-sort-numbers': () => {
    const entries = all('#sortable li');
    const numbers = entries.map((entry) => Number(words(entry)));
    const sorted = [...numbers].sort((a, b) => a - b);
    const place = sorted.findIndex((number, index) => number !== numbers[index]);
    return place < 0 ? submit() : moveEntry(entries, numbers.indexOf(sorted[place]), place);
  },
  'email-inbox': mail,
  'form-sequence': (told) => {
    const boxes = all('#area input[type=checkbox]');
    const wanted = boxes[/(\d)(?:st|nd|rd) checkbox/.exec(told)[1] - 1];
    const step = slide(Number(/Select (-?\d+)/.exec(told)[1]));
    return step || at(wanted.checked ? one('#subbtn') : wanted);
  },
  'form-sequence-3': (told) => {
    const choice = /Choose (.*) from/.exec(told)[1];
    if (one('#dropdown').value === choice) return named('#buttons button', quoted(told)[0]);
    return all('.selectric-items').some(shown)
      ? named('.selectric-items li', choice)
      : at(one('.selectric'));
  },
  'highlight-text': () => {
    const paragraph = words(one('#randomText')).replace(/\s/g, '');
    const chosen = getSelection().toString().replace(/\s/g, '');
    return chosen === paragraph ? submit() : { ...at(one('#randomText')), count: 3 };
  },
  'identify-shape': () => {
    const { text, type } = described(one('#area_svg > *'));
    return at(one(`[data-type=${type === 'shape' ? text : type}]`));
  },
  'navigate-tree': openTree,
  'number-checkboxes': (told) => {
    const wanted = PATTERNS[quoted(told)[0]].flat();
    const wrong = all('#area input[type=checkbox]').find(
      (box, index) => box.checked !== (wanted[index] === 1));
    return wrong ? at(wrong) : submit();
  },
  'phone-book': (told) => {
    const [, person, what] = /Find (.*) in the contact book and click on their (\w+)/.exec(told);
    return words(one('#contact .name')) === person
      ? at(one(`#contact .${what}`))
      : at(one('#pagination .next a'));
  },
  'scroll-text': () => {
    const area = one('#text-area');
    // That the end is reached shows itself by a turn of the wheel that moves nothing.
    if (memory.top !== area.scrollTop) {
      memory.top = area.scrollTop;
      memory.meant = [area];
      return { wheel: 'down', at: middle(area) };
    }
    return fill([['#answer-input', words(area).split(' ').at(-1).replace(/\W/g, '')]]);
  },
  'social-media': actOnPost,
  'social-media-all': actOnPosts,
  terminal: (told, turn) => {
    const ending = /extension (\.\S+)/.exec(told);
    const fits = (name) => (ending ? name.endsWith(ending[1]) : !name.includes('.'));
    const file = currentFiles.find(fits);
    return [at(one('#terminal')), { text: `rm ${file}` }, { keys: ['enter'] }][turn];
  },
  'text-editor': style,
  'tic-tac-toe': () => at(one(`#ttt-${bestPlace(gameState)}`)),
  'use-autocomplete': (told) => {
    const [start, end = ''] = quoted(told);
    const item = ITEMS.find((each) => each.startsWith(start) && each.endsWith(end));
    const entry = all('.ui-autocomplete li').filter(shown).find((each) => words(each) === item);
    if (entry) return at(entry);
    const { value } = one('#tags');
    if (value === item) return submit();
    return value === start ? { wait: true } : fill([['#tags', start]]);
  },
  'use-slider': (told) => slide(Number(/Select (-?\d+)/.exec(told)[1])) || submit(),
});
for (const name of ['email-inbox-delete', 'email-inbox-noscroll', 'email-inbox-reply'])
  TASKS[name] = mail;

function next(task, told, turn) {
  Object.assign(memory, { meant: [], inside: null });
  const step = task in TASKS ? TASKS[task](told, turn) : { unknown: true };
  const [meant] = memory.meant;
  return { ...step, entry: isEntry(meant), said: meant ? words(meant) : '' };
}
