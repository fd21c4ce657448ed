// Smoke: pickups by steps, and the tally read aloud where the browser can.  Everything works without it.
(() => {
  "use strict";
  const voice = window.speechSynthesis;
  const show = () => {
    for (const one of document.querySelectorAll(`[data-step][hidden]${voice ? ", [data-read][hidden]" : ""}`)) one.hidden = false;
  };
  const hush = (button) => button.setAttribute("aria-pressed", "false");
  const read = (button) => {
    const speaking = button.getAttribute("aria-pressed") === "true";
    voice.cancel();
    hush(button);
    if (speaking) return;
    const words = new SpeechSynthesisUtterance(button.dataset.read.replaceAll("\u2212", "minus "));
    words.lang = document.documentElement.lang;
    words.rate = 0.9;
    words.onend = words.onerror = () => hush(button);
    button.setAttribute("aria-pressed", "true");
    voice.speak(words);
  };
  const step = (button) => {
    const pile = document.getElementById(button.dataset.for);
    pile.value = Math.max(0, (Number(pile.value) || 0) + Number(button.dataset.step)) || "";
    pile.dispatchEvent(new Event("change", { bubbles: true }));
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-read], [data-step]");
    if (button) (button.dataset.step ? step : read)(button);
  });
  document.addEventListener("htmx:after:swap", show);
  addEventListener("pagehide", () => voice?.cancel());
  show();
})();
