// A scanner at a serial port of this computer, where the browser has Web Serial: each line is a reading.

const BAUD = 9600; // what scanners come set to

export const offered = () => navigator.serial;
export const ask = () => navigator.serial.requestPort();
export const allowed = () => navigator.serial.getPorts();
export const plugged = (event) => event.target;

/** Read the port until it is pulled out. */
export async function follow(port, { began, feed, cut }) {
  await port.open({ baudRate: BAUD });
  began();
  const decoder = new TextDecoder("latin1");
  // A fault on the line ends one reader and not the port; one that was pulled out has none any more.
  while (port.readable) {
    const reader = port.readable.getReader();
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) feed(decoder.decode(part.value));
      break;
    } catch {
      cut();
    } finally {
      reader.releaseLock();
    }
  }
  await port.close().catch(() => {});
}
