// What the Tab key should reach on a page, in order; or, while it is pressed, what it has reached.
const [task] = arguments;

const tabbable = () => {
  const groups = new Set();
  return [...document.querySelectorAll('a[href],button,input,select,textarea,summary,[tabindex]')].filter(el => {
    if (el.disabled || el.tabIndex < 0 || el.closest('[inert],template') || !el.checkVisibility({ visibilityProperty: true })) return false;
    if (el.type !== 'radio') return true;
    // One stop for a group: the chosen one.
    const isFirst = !groups.has(el.name);
    const stop = document.querySelector(`input[name="${el.name}"]:checked`) ?? (isFirst ? el : null);
    groups.add(el.name);
    return el === stop;
  });
};
const label = el => `${el.tagName.toLowerCase()}#${el.id} ${(el.getAttribute('aria-label') ?? el.textContent).trim().slice(0, 40)}`;

const tasks = {
  expected: () => tabbable().map(label),
  watch: () => {
    window.reached = [];
    window.unmarked = [];
    document.addEventListener('focusin', ({ target }) => {
      const marks = [target, target.nextElementSibling, target.parentElement].filter(Boolean);
      const isMarked = marks.some(el => { const style = getComputedStyle(el); return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1 });
      window.reached.push(label(target));
      if (!isMarked) window.unmarked.push(label(target));
    });
  },
  reached: () => ({ reached: window.reached, unmarked: window.unmarked }),
};
return tasks[task]();
