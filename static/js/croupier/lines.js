// Lines out of what a scanner sends piece by piece: each is printable, short, and ended in time.

const MOST = 80; // signs of a reading; the rest of a longer line is let go
const END_MS = 500; // so long a line may wait for its end: a scanner sends a whole code in a fraction of it

/** Calls `read` for each line that ends in what is fed. `cut`: no more will come of the line that was begun. */
export function lines(read) {
  let text = "";
  let over = false; // whether the line was too long: it was read once, and its rest counts no more
  let late = 0;

  function end(mark = "") {
    clearTimeout(late);
    if (text && !over) read(text + mark);
    text = "";
    over = false;
  }
  // Half a code is a reading that cannot be read: the table says so, and the croupier slides the card again.
  const cut = () => end("?");

  function feed(piece) {
    for (const sign of piece) {
      if (sign === "\r" || sign === "\n") end();
      else if (!over) {
        text += sign >= " " && sign <= "~" ? sign : "?"; // noise is a reading that cannot be read
        if (text.length < MOST) continue;
        over = true;
        read(text);
      }
    }
    clearTimeout(late);
    if (text) late = setTimeout(cut, END_MS);
  }
  return { feed, cut };
}
