// An individual table's press: what one «Dar» or one «Repetir e dar» sends. Pure.

// The lines to lay before the deal; null deals what lies accepted already, undefined has nothing to deal.
export function dealLines({ draft, accepted }) {
  if (Object.keys(draft).length) return draft;
  return Object.keys(accepted).length ? null : undefined;
}

// The last bet whole, or undefined: when it cannot be repeated whole, or something lies there already.
export function repeatLines({ last, draft, accepted, offered }) {
  const chances = Object.keys(last);
  const free = Object.keys(draft).length === 0 && Object.keys(accepted).length === 0;
  return free && chances.length && chances.every((chance) => offered.includes(chance)) ? { ...last } : undefined;
}
