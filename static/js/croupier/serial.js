// A scanner at a serial port of this computer, where the browser has Web Serial: each line is a reading.
//
// The state stands on the body (`data-serial`: free, on, lost), so that it outlives every new screen; without Web Serial
// there is none, and the style sheet shows nothing.

const BAUD = 9600; // what scanners come set to
const MOST = 80; // signs of a reading; the rest of a longer line is let go

const state = (name) => document.body.setAttribute("data-serial", name);

/** The lines in what comes piece by piece: `feed` calls back for each that ends, and for an endless one once. */
export function lines(read) {
  let text = "";
  let over = false;
  return function feed(piece) {
    for (const sign of piece) {
      if (sign === "\r" || sign === "\n") {
        if (text && !over) read(text);
        text = "";
        over = false;
      } else if (!over) {
        text += sign >= " " && sign <= "~" ? sign : "?"; // noise is a reading that cannot be read
        if (text.length < MOST) continue;
        over = true;
        read(text);
      }
    }
  };
}

async function follow(port, read) {
  try {
    await port.open({ baudRate: BAUD });
  } catch {
    return state("lost"); // another program has it
  }
  state("on");
  const feed = lines(read);
  const decoder = new TextDecoder("latin1");
  // A fault on the line ends one reader and not the port; one that was pulled out has none any more.
  while (port.readable) {
    const reader = port.readable.getReader();
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) feed(decoder.decode(part.value));
      break;
    } catch {
      feed("\n");
    } finally {
      reader.releaseLock();
    }
  }
  await port.close().catch(() => {});
  state("lost");
}

/** Offer to connect a scanner, and call `read` with each text that it reads. */
export async function listen(read) {
  const { serial } = navigator;
  if (!serial) return;
  state("free");
  document.addEventListener("click", async (event) => {
    if (!event.target.closest?.("[data-connects]")) return;
    const port = await serial.requestPort().catch(() => null); // none was chosen
    if (port) follow(port, read);
  });
  serial.addEventListener("connect", (event) => follow(event.target, read));
  // A port that was allowed before needs no second question.
  for (const port of await serial.getPorts()) follow(port, read);
}
