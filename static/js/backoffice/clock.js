/* The house's clock goes on ticking: the server's time at loading, plus what has passed since. */
const shown = document.querySelector("#clock time");

if (shown) {
  const served = Date.parse(shown.dateTime);
  const loaded = performance.now();
  const hands = new Intl.DateTimeFormat("pt-PT", { hour: "2-digit", minute: "2-digit", second: "2-digit", timeZone: "Europe/Lisbon" });
  const tick = () => {
    const now = new Date(served + performance.now() - loaded);
    shown.textContent = hands.format(now);
    setTimeout(tick, 1000 - now.getMilliseconds());
  };
  tick();
}
