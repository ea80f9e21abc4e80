// A round's page proves its cards itself: it fetches the proof that anybody may download, works each card out here with the
// verifier's own code, and ticks those that lead to the fingerprint that stands on the page.

const { gettext, interpolate, SabotVerifier } = window; // the texts' script, and verify.js, the file that also stands alone
const node = document.getElementById("round-proof");
const fill = (text, values) => interpolate(text, values, true);

// Each card by itself: a fault in one leaves the others proven. None is in a proof of another fingerprint or shoe.
function checks(proof) {
  const own = proof.root === node.dataset.root && (!proof.header || proof.header.shoe === node.dataset.shoe);
  return proof.cards.map((card) => {
    try {
      SabotVerifier.verify({ ...proof, cards: [card] });
      return own;
    } catch {
      return false;
    }
  });
}

function mark(place, holds, kind) {
  const tick = document.createElement("span");
  tick.className = kind;
  tick.setAttribute("aria-hidden", "true");
  place.dataset.state = holds ? "good" : "bad";
  place.append(tick);
}

// The cards on the felt in the order in which they came: one to each hand, twice; then the third cards.
function onFelt() {
  const [ponto, banca] = [...document.querySelectorAll(".laid__hand")].map((hand) => [...hand.querySelectorAll(".card")]);
  return ponto && banca ? [ponto[0], banca[0], ponto[1], banca[1], ponto[2], banca[2]].filter(Boolean) : [];
}

function show(found, ms) {
  const proven = found.filter(Boolean).length;
  const whole = proven === found.length;
  const told = fill(gettext("%(proven)s of %(all)s cards proven"), { proven, all: found.length });
  node.querySelector("b").textContent = whole || proven ? told : gettext("Not proven");
  node.querySelector("span").textContent = fill(gettext("Worked out in this browser, in %(ms)s ms."), { ms: Math.max(1, Math.round(ms)) });
  node.dataset.state = whole ? "good" : "bad";
  node.hidden = false;
  document.querySelectorAll(".round__proof .leaf").forEach((leaf, at) => {
    mark(leaf, found[at] ?? false, "check__mark");
  });
  const cards = onFelt();
  if (cards.length === found.length) cards.forEach((card, at) => { mark(card, found[at], "laid__tick"); });
}

async function prove() {
  const answer = await fetch(node.dataset.proof);
  if (!answer.ok) return; // the button that verifies step by step says why
  const proof = await answer.json();
  const start = performance.now();
  const found = checks(proof);
  if (found.length) show(found, performance.now() - start);
}

prove();
