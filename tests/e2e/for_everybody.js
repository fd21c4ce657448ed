// What a test asks a page about itself; each answers with what is wrong, four at most, as text.
window.forEverybody = (() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const box = (one) => one.getBoundingClientRect();
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".vh");
  const named = (one) => one.outerHTML.slice(0, 140);
  const some = (list) => list.slice(0, 4);

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
  // Smoke's seven numbers of a player stand in one row beside the name.
  const tooSmall = () => some(all(tapped).filter((one) => shown(one) && !one.disabled)
    .filter((one) => most(one, "width") < (one.closest(".plays") ? 40 : 48) || most(one, "height") < 48)
    .map((one) => `${most(one, "width")} x ${most(one, "height")}: ${named(one)}`));

  // The choices of one question touch, like keys, and Smoke is one grid of them; what stays in reach lies over the rest.
  const groups = [
    "#bidder > *, #bid, #partner > *, .throws > *, .tricks .switch, .made, #points .point",
    ".foot .save, .foot .links > *",
  ];
  const apart = (a, b) => Math.max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom);
  const tooClose = () => some(groups.flatMap((group) => {
    const those = all(group).filter(shown);
    return those.flatMap((one, i) => those.slice(i + 1).filter((other) => apart(box(one), box(other)) < 7.9)
      .map((other) => `${apart(box(one), box(other))}: ${named(one)} and ${named(other)}`));
  }));

  const axe = async (options) => {
    const { violations } = await window.axe.run(document, options);
    const why = ({ any, all: every, html }) => `${html.slice(0, 140)} (${any[0]?.message ?? every[0]?.message})`;
    return violations.map(({ id, nodes }) => `${id}: ${some(nodes).map(why).join(" | ")}`);
  };
  const larger = () => { // what a phone does whose owner has its text twice as large
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { font-size: 200% } body { font-size: 1rem }");
    document.adoptedStyleSheets.push(sheet);
  };
  return { tooWide, tooSmall, tooClose, axe, larger };
})();
