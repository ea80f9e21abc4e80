// Sentences about a round, for the eyes and for the ears.

import { money, signed } from "./money.js";
import { chanceName, fill, gettext, winnerWords } from "./texts.js";

export const totalsWords = (sums) =>
  Object.entries(sums).map(([chance, cents]) => `${chanceName(chance)} ${money(cents)}`).join(", ");

export function resultWords({ winner, ponto, banca }, mine) {
  const head = fill(gettext("%(winner)s: Ponto %(ponto)s, Banca %(banca)s."), { winner: winnerWords(winner), ponto: ponto.total, banca: banca.total });
  if (!mine) return head;
  const commission = mine.commission ? fill(gettext("Commission %(amount)s."), { amount: money(mine.commission) }) : "";
  return [head, wonWords(mine), fill(gettext("Your result: %(amount)s."), { amount: signed(mine.result) }), commission].filter(Boolean).join(" ");
}

// Which of the player's own bets won, each with its prize.
function wonWords({ bets }) {
  const won = bets.filter((bet) => bet.outcome === "win");
  if (!won.length) return "";
  const list = won.map((bet) => `${chanceName(bet.chance)} ${signed(bet.returned - bet.stake)}`).join(", ");
  return fill(gettext("You won: %(bets)s."), { bets: list });
}
