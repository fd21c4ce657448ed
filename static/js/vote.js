// The table voted: minus and plus without a way to the server and back.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-by]");
  const field = button && document.getElementById(button.dataset.of);
  const now = field && Number(field.value.trim().replace(/^−/, "-") || 0);
  if (!field || !Number.isInteger(now)) return; // the server says what is wrong with it
  event.preventDefault();
  const then = now + Number(button.dataset.by);
  field.value = then > 0 ? `+${then}` : String(then).replace("-", "−");
});
