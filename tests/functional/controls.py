"""What a browser is asked about every control of a page: its name against its words, its focus, its edge."""

from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

AXE: Final = Axe()
LANGUAGES: Final = ("pt", "en", "ro")

_COMMON: Final = r"""
const CONTROLS =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch]';
const seen = (node) => {
  if (!node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return false;
  const box = node.getBoundingClientRect();
  return box.width > 1 && box.height > 1;
};
const shown = [...document.querySelectorAll(CONTROLS)].filter(seen);
const told = (node) => node.outerHTML.replace(/\s+/g, ' ').slice(0, 150);
"""

_NAMES: Final = (
    "() => {"
    + _COMMON
    + r"""
  const bare = (text) => text.toLocaleLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const words = (node) => {
    const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walk.nextNode()) {
      const parent = walk.currentNode.parentElement;
      const drawing = parent.closest('[aria-hidden=true]') && !/\p{L}/u.test(walk.currentNode.data);
      const unseen = !seen(parent) || parent.closest('svg, select, .visually-hidden');
      if (!unseen && !drawing) found.push(bare(walk.currentNode.data));
    }
    return found.filter(Boolean);
  };
  const within = (parts, name) => {
    let from = 0;
    return parts.every((part) => {
      const at = name.indexOf(part, from);
      from = at + part.length;
      return at >= 0;
    });
  };
  const wrong = [];
  axe.setup();
  for (const node of shown) {
    const lines = node.labels?.length ? [...node.labels].map(words) : [words(node)];
    const name = bare(axe.commons.text.accessibleText(node));
    const missing = lines.filter((each) => !within(each, name));
    if (missing.length) wrong.push(`«${missing.join('; ')}» is named «${name}»: ${told(node)}`);
    else if (!name) wrong.push(`without a name: ${told(node)}`);
  }
  axe.teardown();
  return wrong;
}"""
)
"""Returns the controls whose accessible name does not contain the words that are seen on them (WCAG 2.5.3).

Words that only ears get may stand between those that are seen. Spaces do not count, as a name is read out and not
written; nor do figures on drawings, such as those of chips.
"""

_FORCED: Final = (
    "() => {"
    + _COMMON
    + r"""
  const line = (style, side) => style[`${side}Style`] !== 'none' && parseFloat(style[`${side}Width`]) > 0;
  const edged = (node) => {
    const style = getComputedStyle(node);
    return line(style, 'outline') || ['Top', 'Bottom', 'Left', 'Right'].some((side) => line(style, `border${side}`));
  };
  const ground = getComputedStyle(document.body).backgroundColor;
  const wrong = [];
  for (const node of shown) {
    const drawn = node.matches('[type=checkbox], [type=radio], [type=range], [type=file]');
    const field = node.matches('button, select, textarea, input') && !drawn;
    if (field && !edged(node)) wrong.push(`without an edge: ${told(node)}`);
    const style = getComputedStyle(node);
    const drowned = style.forcedColorAdjust !== 'none' && style.color === ground && style.backgroundColor === ground;
    if (drowned && node.innerText?.trim()) wrong.push(`in the colour of its ground: ${told(node)}`);
    if (node.disabled || node.tabIndex < 0) continue;
    node.focus({ preventScroll: true, focusVisible: true });
    if (document.activeElement !== node) continue;
    const ring = [node, ...(node.labels ?? []), node.parentElement, node.nextElementSibling].filter(Boolean);
    if (!ring.some((each) => line(getComputedStyle(each), 'outline'))) wrong.push(`focus is not seen: ${told(node)}`);
    node.blur();
  }
  return wrong;
}"""
)
"""Returns the controls that are lost where the reader's own colours are forced."""


def misnamed(page: Page) -> list[str]:
    """The controls that a person who speaks to the browser cannot call by what is written on them."""
    page.evaluate(AXE.axe_script)
    return list(page.evaluate(_NAMES))


def lost_in_forced_colours(page: Page) -> list[str]:
    """The controls without an edge, or whose focus is not seen, where the browser forces its reader's colours."""
    return list(page.evaluate(_FORCED))


def breaches(page: Page, options: dict[str, Any]) -> list[str]:
    """What axe finds on a page that it was put into already."""
    result = page.evaluate("(options) => axe.run(options)", options)
    return [f"{each['id']}: {each['nodes'][0]['html'][:150]}" for each in result["violations"]]
