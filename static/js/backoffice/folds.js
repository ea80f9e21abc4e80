// The groups of the navigation stay as this browser's person left them. Runs where it stands, before anything is drawn.
(() => {
  const KEY = "sabot-office-folds";
  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? [];
    } catch {
      return [];
    }
  };
  const groups = [...document.querySelectorAll(".office-nav__group")];
  const folded = read();
  for (const group of groups) {
    if (folded.includes(group.id) && !group.querySelector("[aria-current]")) group.open = false;
    group.addEventListener("toggle", () => {
      try {
        localStorage.setItem(KEY, JSON.stringify(groups.filter((each) => !each.open).map((each) => each.id)));
      } catch {
        // a browser that keeps nothing opens all groups again
      }
    });
  }
})();
