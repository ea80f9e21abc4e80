// Play chips at a demonstration table: the form of the page, sent without leaving it.

import { byId } from "./dom.js";
import { gettext } from "./texts.js";

// `told`: what to say and in which tone; `fresh`: asks for the new balance.
export function bindTopUp({ told, fresh }) {
  const form = byId("top-up");
  if (!form) return;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    const [text, tone] = await asked(form);
    button.disabled = false;
    told(text, tone);
    fresh();
  });
}

// One key for one wish: what was sent and not answered is sent under the same key again.
async function asked(form) {
  try {
    const response = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { Accept: "application/json" } });
    const answer = await response.json();
    form.elements.key.value = answer.key;
    return [answer.text, answer.given ? "good" : "warn"];
  } catch {
    return [gettext("No answer from the house: please try again."), "bad"];
  }
}
