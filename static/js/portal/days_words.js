// The sentences of the page that verifies sealed days. Those of faults are the verifier's own, in three languages.

import { filled, KINDS, LANGUAGES, SAID } from "../days/kinds.js";

const { gettext } = window;
const fill = (text, values) => window.interpolate(text, values, true);
const named = document.documentElement.lang.slice(0, 2);
const language = LANGUAGES.includes(named) ? named : "en";

/** What a fault means. */
export const sentenceOf = (fault) => filled(KINDS[fault.name][1 + LANGUAGES.indexOf(language)], fault);

const shown = (value) => (/ |^$/.test(String(value)) ? JSON.stringify(String(value)) : String(value));

/** Where a fault is, as the Python file writes it: the same in every language. */
export function factsOf({ code, name, why, ...where }) {
  return [name, ...Object.entries(where).map(([key, value]) => `${key}=${shown(value)}`)].join(" ");
}

/** What is said of all together, and how much was looked at, in the Python file's words. */
export function verdictWords(found) {
  const said = SAID[language];
  const title = said[["holds", "absent", "broken"].indexOf(found.verdict)];
  return { title: title[0] + title.slice(1).replace(/^\p{Lu}+/u, (word) => word.toLowerCase()), counts: filled(said[found.days === 1 ? 4 : 3], found) };
}

/** Why something cannot be verified. */
export function usageWords(reason, about) {
  const words = {
    "no-log": gettext("What you chose has no log (a folder “log” with “checkpoint” in it), and its days bring no proof of their own. Add the log."),
    "no-log-key": gettext("“%(text)s” is not the key of a log: it reads NAME+NUMBER+KEY, on one line."),
    "no-witness-key": gettext("“%(text)s” is not the key of a witness: it reads NAME+NUMBER+KEY, on one line."),
    "other-number": gettext("The number %(id)s is not that of the key of %(name)s: a letter is wrong."),
    "ml-dsa": gettext("The key of %(name)s is of ML-DSA, which this page cannot check: verify_days.py can."),
    "no-checkpoint": gettext("%(name)s is not a checkpoint."),
    "no-zip": gettext("%(name)s is not a ZIP archive that this page can read."),
    twice: gettext("A witness is named twice."),
    quorum: gettext("A weight of %(need)s cannot be reached: the witnesses have %(most)s together."),
  };
  return fill(words[reason] ?? reason, about);
}
