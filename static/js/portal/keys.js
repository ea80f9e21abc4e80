// Binds the page's button to the browser's keys (WebAuthn); the work itself is done by allauth's own script.
const form = document.querySelector("[data-key-step]");
const trouble = document.getElementById("key-trouble");

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  if (trouble) {
    trouble.hidden = false;
  }
});

if (form) {
  window.allauth.webauthn.forms[form.dataset.keyStep]({
    ids: { add: "key-add", authenticate: "key-use", credential: form.querySelector("[name=credential]").id, data: "js_data" },
  });
}
