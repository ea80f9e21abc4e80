// Says so where the table's own script did not start: in a browser too old for it, or where a part of it never came.
// Itself no module, and without words that they cannot read, such as a mark between thousands.

document.addEventListener("DOMContentLoaded", () => {
  const tell = () => {
    document.getElementById("not-started").hidden = document.getElementById("main").hasAttribute("data-started");
  };
  setTimeout(tell, "noModule" in document.createElement("script") ? 10000 : 0);
});
