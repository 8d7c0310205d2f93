// What can be seen in a page: controls, words, pictures, patches of colour, in the order of the
// document. Boxes are in page pixels; `colour` is that of the face, red, green, blue.
const found = [];
const taken = new Set(); // elements whose insides belong to them

function isTaken(element) {
  for (let part = element; part; part = part.parentElement) if (taken.has(part)) return true;
  return false;
}

// ------------------------------------------------------------------------- where it is

// The part of a box that no ancestor cuts off.
function clipped(element, box) {
  let { left, top, right, bottom } = box;
  for (let part = element.parentElement; part; part = part.parentElement) {
    if (part === document.body || part.matches(':open')) continue;
    if (getComputedStyle(part).overflow === 'visible') continue;
    const frame = part.getBoundingClientRect();
    left = Math.max(left, frame.left);
    top = Math.max(top, frame.top);
    right = Math.min(right, frame.right);
    bottom = Math.min(bottom, frame.bottom);
  }
  return {
    left: Math.max(left, 0), top: Math.max(top, 0),
    right: Math.min(right, innerWidth), bottom: Math.min(bottom, innerHeight),
  };
}

// The box as it shows; null where it does not, or less than half of it.
function shown(element, whole) {
  const box = clipped(element, whole);
  const [wide, high] = [box.right - box.left, box.bottom - box.top];
  if (wide < 2 || high < 2 || 2 * high < whole.bottom - whole.top) return null;
  if (getComputedStyle(element).visibility !== 'visible') return null;
  const hit = document.elementFromPoint(box.left + wide / 2, box.top + high / 2);
  const own = hit && (element.contains(hit) || hit.contains(element) || hit.control === element);
  return own ? box : null;
}

const around = (boxes) => ({
  left: Math.min(...boxes.map((box) => box.left)), top: Math.min(...boxes.map((box) => box.top)),
  right: Math.max(...boxes.map((box) => box.right)),
  bottom: Math.max(...boxes.map((box) => box.bottom)),
});

// ------------------------------------------------------------------------- what it is like

const words = (node) => (node?.innerText ?? node?.textContent ?? '').replace(/\s+/g, ' ').trim();

function rgb(said) {
  const numbers = said.match(/[\d.]+/g)?.map(Number);
  return numbers && (numbers[3] ?? 1) > 0.3 ? numbers.slice(0, 3).map(Math.round) : null;
}

function face(element) {
  for (let part = element; part; part = part.parentElement) {
    const style = getComputedStyle(part);
    const colour = part.ownerSVGElement ? rgb(style.fill) : rgb(style.backgroundColor);
    if (colour) return colour;
  }
  return [255, 255, 255];
}

const pictureOf = (element) => {
  const { content, backgroundImage } = getComputedStyle(element);
  const url = /url\("?([^")]*)/.exec(`${element.getAttribute('src') ? `url(${element.src})` : ''} `
    + `${content} ${backgroundImage}`);
  return url ? url[1].split('/').pop() : '';
};

// What an icon may be called by: its title, its classes and its file.
const calls = (element) => [
  element.title, element.getAttribute('aria-label'), pictureOf(element),
  element.getAttribute('class'), element.id, element.firstElementChild?.getAttribute('class'),
].filter(Boolean).join(' ');

function isBordered(element) {
  const { borderTopWidth, borderLeftWidth } = getComputedStyle(element);
  return parseFloat(borderTopWidth) > 0 && parseFloat(borderLeftWidth) > 0;
}

const ROLES = {
  button: 'button', checkbox: 'checkbox', radio: 'radio', tab: 'tab', menuitem: 'menu_item',
  option: 'menu_item', link: 'link', textbox: 'field', spinbutton: 'field', combobox: 'field',
};
const INPUTS = {
  checkbox: 'checkbox', radio: 'radio', button: 'button', submit: 'button', reset: 'button',
  image: 'icon', range: 'slider', hidden: '',
};

function roleOf(element) {
  const told = element.getAttribute('role');
  switch (element.tagName) {
    case 'BUTTON': return 'button';
    case 'INPUT': return INPUTS[element.type] ?? 'field';
    case 'TEXTAREA': return 'field';
    case 'SELECT': return element.multiple || element.size > 1 ? '' : 'combo';
    case 'OPTION': return element.parentElement.multiple ? 'item' : 'menu_item';
    case 'IMG': return 'icon';
    case 'A': return told in ROLES ? ROLES[told] : 'link';
  }
  if (element.isContentEditable && !element.parentElement.isContentEditable) return 'field';
  if (element.matches('.ui-slider')) return 'slider';
  if (element.matches('.selectric')) return 'combo';
  if (element.matches('h1, h2, h3, h4') && told === 'tab') return 'item';
  if (element.querySelector('input, button, ul, table, [role]:not([role=presentation])')) return '';
  if (told in ROLES) return ROLES[told];
  const cell = element.matches('td, th') || (element.matches('li') && isBordered(element));
  if (!cell || element.querySelector('a') || !words(element)) return '';
  return element.matches('th') ? 'header' : 'item';
}

// What stands before a control in its row.
function before(element) {
  for (let node = element.previousSibling; node; node = node.previousSibling)
    if (words(node)) return words(node);
  return '';
}

const labelOf = (element) => words(element.labels?.[0])
  || element.getAttribute('aria-label') || element.placeholder || before(element);

const HINTS = { date: 'mm/dd/yyyy', time: '--:-- --' };

function filled(element) {
  if (element.isContentEditable) return [words(element), ''];
  if (element.type === 'password') return ['•'.repeat(element.value.length), element.placeholder];
  return [element.value, element.placeholder || HINTS[element.type] || ''];
}

// ------------------------------------------------------------------------- what is told

function tell(element, role, whole, text, more = {}) {
  const box = shown(element, whole);
  if (!box) return false;
  found.push({
    role, box, text, colour: face(element),
    focused: element === document.activeElement,
    disabled: Boolean(element.disabled),
    checked: Boolean(element.checked),
    selected: element.getAttribute('aria-selected') === 'true' || Boolean(element.selected),
    ...more,
  });
  return true;
}

function tellChoice(element, role) {
  const label = element.labels?.[0];
  const box = element.getBoundingClientRect();
  if (label) taken.add(label);
  const lines = label ? linesOf(label) : [];
  const beside = lines.filter((line) => line.top < box.bottom && line.bottom > box.top);
  tell(element, role, around([box, ...beside]), words(label));
}

function tellControl(element, role) {
  const box = element.getBoundingClientRect();
  if (!element.matches('.ui-slider')) taken.add(element); // its handle is a thing of its own
  if (role === 'checkbox' || role === 'radio') return tellChoice(element, role);
  if (role === 'field') {
    const [text, hint] = filled(element);
    const lines = element.tagName === 'TEXTAREA' || element.isContentEditable;
    const more = { name: labelOf(element), placeholder: !text && Boolean(hint), lines };
    return tell(element, role, box, text || hint, more);
  }
  if (role === 'combo' && element.options) {
    const chosen = element.options[element.selectedIndex];
    tell(element, role, box, chosen ? chosen.text : '', { name: labelOf(element) });
    return element.matches(':open') && tellOptions(element);
  }
  const text = role === 'slider' ? '' : element.tagName === 'INPUT' ? element.value : words(element);
  const drawn = !text || element.querySelector('.ui-icon');
  const bare = drawn && (role === 'button' || role === 'link');
  const icon = bare || role === 'icon' ? calls(element) : '';
  return tell(element, bare ? 'icon' : role, box, bare ? '' : text, { icon });
}

function tellOptions(list) {
  for (const option of list.options)
    tell(option, list.multiple ? 'item' : 'menu_item', option.getBoundingClientRect(), option.text);
}

// The lines of the words in an element, as they are broken; words far apart are lines of their own.
function linesOf(element) {
  const lines = [];
  const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    for (const word of node.data.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const { left, top, right, bottom, height } = range.getBoundingClientRect();
      if (height === 0 || (element === document.body && isTaken(node.parentElement))) continue;
      const last = lines.at(-1);
      const near = last && left - last.right < height * 0.7 && left >= last.right - 1;
      if (near && Math.abs(last.top + last.bottom - top - bottom) < height) {
        const glued = word.index === 0 && left - last.right < height * 0.1;
        Object.assign(last, { right, top: Math.min(last.top, top) });
        last.bottom = Math.max(last.bottom, bottom);
        last.text += `${glued ? '' : ' '}${word[0]}`;
      } else {
        lines.push({ left, top, right, bottom, text: word[0], holder: node.parentElement });
      }
    }
  }
  return lines;
}

function roleOfWords(element) {
  if (element.closest('.ui-dialog-title')) return 'title';
  if (element.closest('th')) return 'header';
  if (element.closest('td, li')) return 'item';
  return getComputedStyle(element).textDecorationLine.includes('underline') ? 'link' : 'text';
}

// Something to be seen that is neither words nor a control.
function isPatch(element) {
  if (element.matches('svg rect, svg circle, svg ellipse, svg polygon'))
    return rgb(getComputedStyle(element).fill) || getComputedStyle(element).stroke !== 'none';
  if (element.closest('svg') || element.children.length || words(element)) return false;
  const coloured = rgb(getComputedStyle(element).backgroundColor);
  return isBordered(element) || (coloured && element.clientHeight > 3);
}

const HIDDEN = 'script, style, #click-canvas, #sync-task-cover, #reward-display';

for (const element of document.querySelectorAll('body *')) {
  if (element.closest(HIDDEN) || isTaken(element)) continue;
  const role = roleOf(element);
  if (role) tellControl(element, role);
  else if (element.tagName === 'SELECT') {
    taken.add(element);
    tellOptions(element);
  } else if (pictureOf(element) && !words(element))
    tell(element, 'icon', element.getBoundingClientRect(), '', { icon: calls(element) });
  else if (isPatch(element)) tell(element, 'other', element.getBoundingClientRect(), '');
}
for (const line of linesOf(document.body))
  if (!line.holder.closest(HIDDEN))
    tell(line.holder, roleOfWords(line.holder), line, line.text);
return found;
