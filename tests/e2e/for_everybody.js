// What a test asks a page about itself; each answers with what is wrong, four at most, as text.
window.forEverybody = (() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const box = (one) => one.getBoundingClientRect();
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".vh");
  const named = (one) => one.outerHTML.slice(0, 140);
  const some = (list) => list.slice(0, 4);

  // What lay somewhere else when it was first drawn, and by how much of the screen.
  const shifts = [];
  const watching = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
  watching.observe({ type: "layout-shift", buffered: true });
  const moved = async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return some([...shifts, ...watching.takeRecords()]
      .map(({ value, sources }) => `${value}: ${sources.map(({ node }) => node?.outerHTML?.slice(0, 140) ?? node?.data)}`));
  };

  const width = () => document.documentElement.clientWidth; // `innerWidth` grows with what is too wide
  const isBeyond = (one) => shown(one) && box(one).right > width() + 1;
  const tooWide = () => document.documentElement.scrollWidth <= width() ? []
    : ["by these:", ...some(all("body *").filter(isBeyond).map(named).reverse())];

  // The choices of a point by sides fill its row between them: two rows stand beside one another on a small phone.
  const parts = (one) => {
    const point = one.closest(".sides .point, .called .point");
    return point ? [point] : [one.closest("label") ?? one, one, ...one.querySelectorAll("input")];
  };
  const most = (one, side) => Math.round(Math.max(...parts(one).map((part) => box(part)[side])));
  const tapped = "button, .button, summary, select, textarea, .tap, .check, input:not([type=hidden])";
  const least = (one) => one.closest(".plays") && width() > 320 ? 40 : 48; // Smoke: seven numbers beside a name
  const tooSmall = () => some(all(tapped).filter((one) => shown(one) && !one.disabled)
    .filter((one) => most(one, "width") < least(one) || most(one, "height") < 48)
    .map((one) => `${most(one, "width")} x ${most(one, "height")}: ${named(one)}`));

  // The choices of one question touch, like keys; Smoke is one grid of them, so are players alone; the foot lies over all.
  const groups = [
    "#bidder > *, #bid, #partner, #rest, .throws > *, .tricks .switch, .made, #points .point",
    ".foot .save, .foot .links > *",
  ];
  const gridOf = (one) => up(one, ({ gridAutoFlow }, it) => it.id === "points" && gridAutoFlow === "column") ?? one;
  const apart = (a, b) => Math.max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom);
  const tooClose = () => some(groups.map((group) => all(group).filter(shown)).flatMap((those) => those.flatMap((one, i) =>
    those.slice(i + 1).filter((other) => apart(box(one), box(other)) < 7.9 && gridOf(one) !== gridOf(other))
      .map((other) => `${apart(box(one), box(other))}: ${named(one)} and ${named(other)}`))));

  // Too wide, or a word that is in pieces, cut off, beside what is painted behind it, or on another; a lid on the page.
  const up = (one, question) => !one || question(getComputedStyle(one), one) ? one : up(one.parentElement, question);
  const stuck = ({ position }) => ["sticky", "fixed"].includes(position);
  const slides = ({ overflowX }) => ["auto", "scroll"].includes(overflowX);
  const frames = (look, one) => one === document.body || look.display !== "inline" && (look.overflowX !== "visible"
    || !look.backgroundColor.endsWith(", 0)") || look.borderLeftStyle !== "none" && look.borderRightStyle !== "none");
  const shared = (a, b, start, end) => Math.min(a[end], b[end]) - Math.max(a[start], b[start]);
  const words = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
    while (walker.nextNode()) found.push(walker.currentNode);
    return found.filter((text) => text.data.trim() && !/\S\/\S/.test(text.data) && shown(text.parentElement)
      && !text.parentElement.closest("svg, .pad") && !up(text.parentElement, slides));
  };
  const pieces = (range, text) => [...text.data.matchAll(/[\p{L}\p{N}']+/gu)].filter(({ 0: word, index }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  });
  const unreadable = () => {
    const range = document.createRange(), lines = [];
    const found = all("body *").filter((one) => shown(one) && stuck(getComputedStyle(one))
      && box(one).height > innerHeight / 3 && !one.matches(":popover-open")).map((one) => `a lid: ${named(one)}`);
    for (const text of words()) {
      const said = text.data.trim(), parent = text.parentElement, behind = up(parent, frames), lid = up(parent, stuck);
      found.push(...pieces(range, text).map(({ 0: word }) => `in pieces: ${word}: ${named(parent)}`));
      range.selectNodeContents(text);
      for (const { left, right, top, height, width } of range.getClientRects()) {
        if (width < 3 || height < 3 || box(behind).width < 3) continue; // not for the eye
        // What is free above and below the letters may lie over something.
        const line = { said, text, lid, left, right, top: top + 0.3 * height, bottom: top + 0.7 * height };
        const frame = behind === document.body ? { left: 0, right: innerWidth, top: -1e9, bottom: 1e9 } : box(behind);
        if (shared(line, frame, "left", "right") < width - 2 || shared(line, frame, "top", "bottom") < 0.4 * height - 2)
          found.push(`beside its box: ${said}: ${named(behind)}`);
        found.push(...lines.filter((other) => other.text !== text && other.lid === lid
          && shared(line, other, "left", "right") > 3 && shared(line, other, "top", "bottom") > 1)
          .map((other) => `${said} on ${other.said}: ${named(parent)}`));
        lines.push(line);
      }
    }
    return [...tooWide(), ...some(found)];
  };

  const axe = async (options) => {
    for (const bar of all(".deal-bar, .counts")) bar.style.position = "static"; // whoever scrolls sees what it half covers
    const { violations } = await window.axe.run(document, options);
    const why = ({ any, all: every, html }) => `${html.slice(0, 140)} (${any[0]?.message ?? every[0]?.message})`;
    return violations.map(({ id, nodes }) => `${id}: ${some(nodes).map(why).join(" | ")}`);
  };
  const larger = () => { // what a phone does whose owner has its text twice as large
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { font-size: 200% } body { font-size: 1rem }");
    document.adoptedStyleSheets.push(sheet);
  };
  return { moved, tooWide, tooSmall, tooClose, unreadable, axe, larger };
})();
