// What can be found out about a page's accessibility by looking at it. Gives a list of complaints.
const complaints = [];
const say = (what, el) => complaints.push(`${what}: <${el.tagName.toLowerCase()} ${[...el.attributes].map(a => `${a.name}="${a.value}"`).join(' ')}> ${el.textContent.trim().slice(0, 60)}`);
const isSeen = el => el.checkVisibility({ visibilityProperty: true, opacityProperty: true });

// Outline: one main part, one heading of level 1, and no level left out on the way down.
if (document.querySelectorAll('main').length !== 1) complaints.push('there must be one main');
if (!document.documentElement.lang) complaints.push('the document tells no language');
const levels = [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].filter(isSeen).map(el => Number(el.tagName[1]));
if (levels.filter(level => level === 1).length !== 1) complaints.push(`there must be one h1: ${levels}`);
levels.forEach((level, i) => { if (i && level > levels[i - 1] + 1) complaints.push(`a heading's level is left out: ${levels}`); });
const ids = [...document.querySelectorAll('[id]')].map(el => el.id);
if (new Set(ids).size !== ids.length) complaints.push('an id is there twice');
for (const el of document.querySelectorAll('[aria-describedby],[aria-controls],[aria-labelledby]'))
  for (const name of ['aria-describedby', 'aria-controls', 'aria-labelledby'])
    for (const id of (el.getAttribute(name) ?? '').split(' ').filter(Boolean))
      if (!document.getElementById(id)) say(`${name} leads nowhere`, el);
for (const el of document.querySelectorAll('[tabindex]')) if (el.tabIndex > 0) say('a tabindex above 0', el);

// Contrast: the colour of every text against what lies behind it, as WCAG counts.
const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
const rgba = colour => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
};
const over = ([r, g, b, a], below) => [r, g, b].map((value, i) => value * a + below[i] * (1 - a));
const light = colour => {
  const [r, g, b] = colour.map(value => (value /= 255) <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b;
};
const behind = el => {
  const layers = [];
  for (let at = el; at; at = at.parentElement) {
    const colour = rgba(getComputedStyle(at).backgroundColor);
    layers.unshift(colour);
    if (colour[3] === 1) break;
  }
  return layers.reduce((below, layer) => over(layer, below), [255, 255, 255]);
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const el = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || !isSeen(el) || el.closest('template,script,[inert]')) continue;
  // What can't be used needs no contrast; nor does what is there for screen readers alone.
  const box = el.getBoundingClientRect();
  if (el.closest(':disabled') || el.previousElementSibling?.matches(':disabled') || box.width < 2 || box.height < 2) continue;
  const style = getComputedStyle(el), size = parseFloat(style.fontSize);
  const ground = behind(el), ink = over(rgba(style.color), ground);
  const [dark, bright] = [light(ground), light(ink)].sort((a, b) => a - b);
  const contrast = (bright + .05) / (dark + .05);
  const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  if (contrast < (isLarge ? 3 : 4.5)) say(`contrast ${contrast.toFixed(2)}`, el);
}
return complaints;
