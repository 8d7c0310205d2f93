// The truth of a page made by web_page.py: every element with data-role that can be seen.
(async () => {
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => null)));
  // The browser does so as well, but only when it next draws.
  document.querySelector("[autofocus]:enabled")?.focus();
  const found = [];

  const seen = (element, box) => {
    const points = [[0.5, 0.5], [0.08, 0.5], [0.92, 0.5], [0.5, 0.15], [0.5, 0.85]];
    return points.every(([x, y]) => {
      const hit = document.elementFromPoint(
        box.left + x * (box.right - box.left), box.top + y * (box.bottom - box.top));
      return hit && (element.contains(hit) || hit.contains(element) || hit.control === element);
    });
  };

  const add = (element, rect, text) => {
    const box = {
      left: Math.max(0, rect.left), top: Math.max(0, rect.top),
      right: Math.min(innerWidth, rect.right), bottom: Math.min(innerHeight, rect.bottom),
    };
    const whole = (rect.right - rect.left) * (rect.bottom - rect.top);
    const left = (box.right - box.left) * (box.bottom - box.top);
    if (box.right - box.left < 3 || box.bottom - box.top < 3 || left < 0.85 * whole) return;
    if (!seen(element, box)) return;
    const data = element.dataset;
    const control = element.matches("label") ? element.control : element;
    for (const side in box) box[side] = Math.round(box[side] * devicePixelRatio);
    found.push({
      box, role: data.role, text,
      name: data.name || text.replace(/[:* ]+$/, "") || text,
      checked: Boolean(control && control.checked) || data.checked === "1",
      selected: data.selected === "1",
      focused: control === document.activeElement && control !== document.body,
      disabled: Boolean(control && control.disabled) || data.disabled === "1",
      icon: data.icon || "",
    });
  };

  // The lines of the words in an element, as the browser broke them.
  const lines = (element) => {
    const rows = [];
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      for (const word of node.data.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const rect = range.getBoundingClientRect();
        const last = rows.at(-1);
        if (last && Math.abs(last.top - rect.top) < rect.height / 2) {
          last.right = rect.right;
          last.text += " " + word[0];
        } else {
          const { left, top, right, bottom } = rect;
          rows.push({ left, top, right, bottom, text: word[0] });
        }
      }
    }
    return rows;
  };

  // A label is as wide as its row; the control and its words are less.
  const around = (element) => {
    const boxes = [...lines(element)];
    for (const part of element.querySelectorAll("input, .mark")) {
      const rect = part.getBoundingClientRect();
      if (rect.width > 2) boxes.push(rect);
    }
    return {
      left: Math.min(...boxes.map((b) => b.left)), top: Math.min(...boxes.map((b) => b.top)),
      right: Math.max(...boxes.map((b) => b.right)),
      bottom: Math.max(...boxes.map((b) => b.bottom)),
    };
  };

  const words = (element) => {
    if (element.matches("select")) return element.selectedOptions[0].text;
    if (element.matches("[type=checkbox]")) return "";
    if (element.matches("input[type=password]")) return "•".repeat(element.value.length);
    if (element.matches("input, textarea")) return element.value || element.placeholder;
    return element.innerText.replace(/\s+/g, " ").trim();
  };

  for (const element of document.querySelectorAll("[data-role]")) {
    const role = element.dataset.role;
    if (role === "text" || role === "title" || role === "link") {
      for (const line of lines(element)) add(element, line, line.text);
    } else if (element.matches("label")) {
      add(element, around(element), words(element));
    } else if (role === "slider" || role === "icon") {
      add(element, element.getBoundingClientRect(), "");
    } else {
      add(element, element.getBoundingClientRect(), words(element));
    }
  }
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight && page.clientWidth < innerWidth) {
    const box = { left: page.clientWidth, top: 0, right: innerWidth, bottom: page.clientHeight };
    for (const side in box) box[side] = Math.round(box[side] * devicePixelRatio);
    found.push({ box, role: "scrollbar" });
  }
  return found;
})()
