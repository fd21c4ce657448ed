// What is wrong with the page as it stands: too wide, cut off, a word in pieces, something that covers the rest.
() => {
  const found = [];
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".vh, svg");
  const named = (one) => one.outerHTML.replace(/\s+/g, " ").slice(0, 110);
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) found.push(`${page.scrollWidth} px wide`);
  for (const one of document.querySelectorAll("body *")) {
    if (!shown(one)) continue;
    const { position, overflowX } = getComputedStyle(one), box = one.getBoundingClientRect();
    const cuts = ["hidden", "clip"].includes(overflowX) && one.scrollWidth > one.clientWidth + 1;
    if (cuts && one.clientWidth > 1) found.push(`cut off: ${named(one)}`);
    if (["sticky", "fixed"].includes(position) && box.height > innerHeight / 3 && !one.matches(":popover-open"))
      found.push(`lies over ${Math.round(box.height)} px: ${named(one)}`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!text.data.trim() || !shown(text.parentElement) || text.data.includes("://")) continue;
    for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}']+/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (lines.size > 1) found.push(`"${word}" is broken: ${named(text.parentElement)}`);
    }
  }
  return found;
}
