// The quiet lines above the table: connection, pause, new rules, watching without a seat.

import { byId, el, rebuilt, setText } from "./dom.js";
import { fill, gettext } from "./texts.js";

const BARRED = 4010;
const ENDS = {
  4001: () => gettext("A sua sessão terminou. Entre de novo para continuar; as apostas aceites mantêm-se."),
  4003: () => gettext("Não tem acesso a esta mesa."),
  4004: () => gettext("Esta mesa não existe ou foi fechada."),
  4029: () => gettext("Tem demasiadas mesas abertas ao mesmo tempo. Feche algumas e carregue esta página de novo."),
  4010: () => gettext("Deixou de poder jogar e a ligação à mesa terminou. As apostas aceites são pagas."),
};

function strip(id, text) {
  const node = byId(id);
  node.hidden = !text;
  if (text) setText(node, text);
}

export function linkChanged(up) {
  strip("strip-link", up ? "" : gettext("Ligação perdida: a tentar de novo. As apostas aceites mantêm-se e serão pagas."));
}

export function ended(code) {
  strip("strip-link", ENDS[code]?.() ?? gettext("A ligação à mesa terminou."));
  if (code === BARRED) byId("strip-link").append(" ", el("a", { href: byId("main").dataset.account }, gettext("Porquê, até quando e como voltar")));
}

// A reason as staff wrote it, ready to end in our own full stop.
const bare = (text) => text.trim().replace(/\.+$/, "");

export function showPause(table, round) {
  const held = table.why === "held";
  const why = table.why && !held ? ` ${fill(gettext("Motivo: %(why)s."), { why: bare(table.why) })}` : "";
  if (held && table.status === "open")
    return strip("strip-pause", gettext("As novas jogadas estão suspensas pela casa. As apostas aceites são pagas; a mesa continua quando a suspensão acabar."));
  const text = {
    paused: gettext("Mesa em pausa. As apostas aceites mantêm-se; quando recomeçar, o tempo para apostar conta de novo.") + why,
    closing: gettext("«Último golpe»: a mesa fecha depois desta jogada.") + why,
    closed: gettext("A mesa está fechada.") + why,
  }[table.status];
  const annulled = round.phase === "void" ? fill(gettext("Jogada anulada: todas as apostas foram devolvidas. Motivo: %(why)s."), { why: bare(round.void_reason ?? "") }) : "";
  strip("strip-pause", annulled || text || "");
}

// A new version of the rules applies from a round's start: the page says so and shows where to read it.
export function showVersion(version) {
  const { dataset } = byId("main");
  if (dataset.version === String(version)) return;
  dataset.version = String(version);
  const node = byId("strip-version");
  node.hidden = false;
  node.replaceChildren(
    el("span", {}, fill(gettext("Esta mesa joga agora com as regras v%(version)s."), { version })),
    el("a", { href: location.href }, gettext("Recarregar para as ver aqui")),
  );
}

// Why no seat is offered: as the house wrote it on the page, or as it said when it was asked again.
let barrier = written();

export const barred = () => barrier.why;

function written() {
  const node = byId("watching");
  if (node.dataset.barred === undefined) return { why: "" };
  const link = node.querySelector("a");
  return { why: byId("watching-word").textContent, address: link?.getAttribute("href"), label: link?.textContent };
}

// What stood in the way may be gone by now, or something may have come.
export async function askSeat(draw) {
  try {
    const response = await fetch(byId("main").dataset.seatUrl, { headers: { Accept: "application/json" } });
    const answer = response.ok ? await response.json() : barrier;
    if (answer.why === barrier.why) return; // what was last said there stays
    barrier = answer;
    draw();
  } catch {
    // Without a connection what was known stays; the strip above says that it is lost.
  }
}

export function showWatching(seated, member, sit, signIn) {
  const node = byId("watching");
  node.hidden = seated;
  if (!seated) rebuilt(node, JSON.stringify([member, barrier]), () => (barrier.why ? barring() : offering(member, sit, signIn)));
}

const barring = () => [
  el("span", { id: "watching-word" }, barrier.why),
  ...(barrier.address ? [el("a", { class: "button", href: barrier.address }, barrier.label)] : []),
];

function offering(member, sit, signIn) {
  return [
    el("span", { id: "watching-word" }, gettext("Está a ver a mesa, sem lugar.")),
    member
      ? el("button", { class: "button button--primary", type: "button", onclick: sit }, gettext("Sentar-me"))
      : el("a", { class: "button button--primary", href: signIn }, gettext("Entrar para jogar")),
  ];
}
