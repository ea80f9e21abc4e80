// The five roads as figures on a grid, from the results alone. Pure: lays out, draws nothing.

const ROWS = 6;

// Bead plate: every result in order, down and then right.
export const bead = (results) =>
  results.map(([winner, ponto, banca], index) => ({ x: Math.floor(index / ROWS), y: index % ROWS, winner, ponto, banca }));

// The big road's columns: runs of one winner; ties mark the entry before them.
export function columns(results) {
  const found = [];
  let early = 0;
  for (const [winner, ponto, banca] of results) {
    if (winner === "E") {
      if (found.length === 0) early += 1;
      else found.at(-1).entries.at(-1).ties += 1;
      continue;
    }
    if (found.at(-1)?.winner !== winner) found.push({ winner, entries: [] });
    found.at(-1).entries.push({ winner, ponto, banca, ties: 0 });
  }
  return { found, early };
}

// Columns onto a grid of six rows: down, and to the right where the way down is taken (the dragon's tail).
export function laid(runs) {
  const taken = new Set();
  const cells = [];
  let start = 0;
  runs.forEach((run) => {
    while (taken.has(`${start},0`)) start += 1;
    let x = start;
    let y = 0;
    run.forEach((entry, index) => {
      if (index > 0) {
        if (y + 1 < ROWS && !taken.has(`${x},${y + 1}`) && x === start) y += 1;
        else x += 1;
      }
      taken.add(`${x},${y}`);
      cells.push({ x, y, ...entry });
    });
    start += 1;
  });
  return cells;
}

export const big = (results) => {
  const { found, early } = columns(results);
  const cells = laid(found.map((column) => column.entries));
  return early && cells.length ? cells.map((cell, index) => (index ? cell : { ...cell, ties: cell.ties + early })) : cells;
};

// A derived road looks back 1, 2 or 3 columns of the big road: red where the shape repeats, blue where it does not.
export function derived(results, back) {
  const depths = columns(results).found.map((column) => column.entries.length);
  const marks = [];
  depths.forEach((depth, x) => {
    for (let y = 0; y < depth; y++) {
      if (y === 0) {
        if (x - back - 1 >= 0) marks.push(depths[x - 1] === depths[x - back - 1] ? "red" : "blue");
      } else if (x - back >= 0) {
        const other = depths[x - back];
        marks.push(y < other || y > other ? "red" : "blue");
      }
    }
  });
  const runs = [];
  for (const mark of marks) {
    if (runs.at(-1)?.[0].mark !== mark) runs.push([]);
    runs.at(-1).push({ mark });
  }
  return { cells: laid(runs), last: marks.at(-1) ?? null };
}

// The run that is on now: its winner and its length.
export function run(results) {
  const column = columns(results).found.at(-1);
  return column ? { winner: column.winner, length: column.entries.length } : null;
}
