"""The open pages of a browser as values, and the same pages opened again.

Of each page: its address, what was scrolled, what stands in its fields, its local and session
storage, whether it is in front; of the browser: its cookies. Not kept: what a password field holds
or one that nobody sees, which is the server's and new with the page (a token against forged
requests), files chosen for an upload, frames, the way back, other databases, in which order pages
stand, and all that only a page's scripts know.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from uitars_runtime.browser.client import Browser
from uitars_runtime.browser.page import Page
from uitars_runtime.errors import DesktopError

_COOKIE: Final = frozenset(
    ("name", "value", "domain", "path", "secure", "httpOnly", "sameSite", "expires", "priority",
     "sourceScheme", "sourcePort", "partitionKey")
)  # fmt: skip
"""What the browser takes of what it tells of a cookie."""

_SAVE: Final = r"""(() => {
  const stored = which => {
    try { return {...window[which]} } catch (refused) { return {} }
  };
  const unkept = ['password', 'file', 'hidden'];
  const every = [...document.querySelectorAll('*')];
  const fields = every.flatMap((field, place) => {
    const same = {place, tag: field.localName, name: field.name ?? ''};
    if (field.localName === 'select')
      return [{...same, chosen: [...field.selectedOptions].map(option => option.index)}];
    if (field.localName === 'textarea') return [{...same, value: field.value}];
    if (field.localName !== 'input' || unkept.includes(field.type)) return [];
    return [{...same, value: field.value, checked: field.checked}];
  });
  const scrolled = every.flatMap((one, place) =>
    one.scrollTop || one.scrollLeft
      ? [{place, tag: one.localName, left: one.scrollLeft, top: one.scrollTop}] : []);
  return {fields, scrolled, local: stored('localStorage'), session: stored('sessionStorage'),
    origin: location.origin, front: document.visibilityState === 'visible'};
})()"""

_STORE: Final = r"""
const [kept] = arguments;
if (location.origin !== kept.origin) return;
for (const [which, values] of [['localStorage', kept.local], ['sessionStorage', kept.session]])
  for (const [name, value] of Object.entries(values)) {
    try { window[which].setItem(name, value) } catch (refused) { }
  }
"""

_FILL: Final = r"""
const [kept] = arguments;
const every = [...document.querySelectorAll('*')];
for (const {place, tag, name, value, checked, chosen} of kept.fields) {
  const field = every[place];
  if (field?.localName !== tag || (field.name ?? '') !== name) continue;
  if (chosen) [...field.options].forEach((option, at) => option.selected = chosen.includes(at));
  else {
    if (field.value === value && (checked === undefined || field.checked === checked)) continue;
    // The browser's own way: a page may have put another one before it, or made a field from it.
    const kind = tag === 'input' ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(kind.prototype, 'value').set.call(field, value);
    if (checked !== undefined) field.checked = checked;
  }
  field.dispatchEvent(new Event('input', {bubbles: true}));
  field.dispatchEvent(new Event('change', {bubbles: true}));
}
for (const {place, tag, left, top} of kept.scrolled)
  if (every[place]?.localName === tag) every[place].scrollTo({left, top, behavior: 'instant'});
"""


class KeptPage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page."""

    address: str
    state: dict[str, Any] = {}
    """Fields, places scrolled to, storage, if it is in front; empty where it did not answer."""


class KeptBrowser(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was open."""

    pages: tuple[KeptPage, ...] = ()
    cookies: tuple[dict[str, Any], ...] = ()


def kept(browser: Browser) -> KeptBrowser:
    """What is open now. Raises `DesktopError` where the browser is gone."""
    pages = [KeptPage(page.address, _state(page)) for page in browser.all_pages()]
    cookies = browser.call("Storage.getCookies")["cookies"]
    return KeptBrowser(tuple(pages), tuple(map(_cookie, cookies)))


def reopen(browser: Browser, was: KeptBrowser) -> None:
    """Open these pages in a browser that was just started with one empty page; one that does not
    open stays as far as it came. Raises `DesktopError` where the browser is gone."""
    if was.cookies:
        browser.call("Storage.setCookies", cookies=list(was.cookies))
    opened = [
        _reopen(browser.page if number == 0 else browser.new_page(), page)
        for number, page in enumerate(was.pages)
    ]
    for page, kept_page in zip(opened, was.pages, strict=True):
        if kept_page.state.get("front"):
            page.call("Page.bringToFront")


def _reopen(page: Page, was: KeptPage) -> Page:
    storing = f"(function() {{{_STORE}}})({msgspec.json.encode(was.state).decode()})"
    page.call("Page.enable")
    # Before the page's own scripts, which may look for it.
    added = page.call("Page.addScriptToEvaluateOnNewDocument", source=storing)
    try:
        page.open(was.address)
        if was.state:
            page.run(_FILL, was.state)
    except DesktopError:
        if not page.address:
            raise
    page.call("Page.removeScriptToEvaluateOnNewDocument", identifier=added["identifier"])
    return page


def _state(page: Page) -> dict[str, Any]:
    try:
        return dict(page.evaluate(_SAVE))
    except DesktopError:
        return {}  # an address is better than nothing


def _cookie(told: dict[str, Any]) -> dict[str, Any]:
    """One that ends with the browser says that it ends before it began."""
    lasting = told.get("expires", -1) >= 0
    return {
        name: value
        for name, value in told.items()
        if name in _COOKIE and (name != "expires" or lasting)
    }
