/* Keeps a page still while parts of it are fetched anew: only what differs is changed, in place, so that nothing moves,
   blinks or loses the focus. Between two fetches the rings count down. */
const same = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && a.id === b.id;

function attributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

/** Makes `old` say what `fresh` says; nodes that are alike stay. */
export function become(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.nodeValue = fresh.nodeValue;
    return;
  }
  attributes(old, fresh);
  const wanted = [...fresh.childNodes];
  wanted.forEach((node, index) => {
    const present = old.childNodes[index];
    if (!present) old.append(node);
    else if (same(present, node)) become(present, node);
    else present.replaceWith(node);
  });
  while (old.childNodes.length > wanted.length) old.lastChild.remove();
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, xhr } = event.detail;
  if (!target.hasAttribute("data-calm") || xhr.status !== 200) return;
  const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
  const fresh = page.getElementById(target.id);
  if (!fresh) return;
  event.detail.shouldSwap = false;
  become(target, document.importNode(fresh, true));
});

setInterval(() => {
  for (const ring of document.querySelectorAll("[data-left]")) {
    const left = Math.max(0, Number(ring.dataset.left) - 1);
    ring.dataset.left = left;
    ring.querySelector("b").textContent = left;
  }
}, 1000);
