// Says so where the table's own script did not start: in a browser too old for it, or where a part of it never came.
// Itself no module, for such browsers run none.

document.addEventListener("DOMContentLoaded", () => {
  const tell = () => {
    document.getElementById("not-started").hidden = document.getElementById("main").hasAttribute("data-started");
  };
  setTimeout(tell, "noModule" in document.createElement("script") ? 10_000 : 0);
});
