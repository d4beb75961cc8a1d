// What the Tab key should reach on a page, in order; or, while it is pressed, what it has reached.
const [task] = arguments;

const controls = 'a[href],button,input,select,textarea,summary,[tabindex]';
const tabbable = () => {
  const groups = new Set();
  return [...document.querySelectorAll(controls)].filter(el => {
    if (el.disabled || el.tabIndex < 0 || el.closest('[inert],template') || el.matches('[role=option]') || !el.checkVisibility({ visibilityProperty: true })) return false;
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
      // Chromium stops at whatever scrolls, too, so that keys can scroll it.
      if (!target.matches(controls)) return;
      // A list box passes the focus on to one of its options.
      const stop = target.closest('[role=listbox]') ?? target;
      if (window.reached.at(-1) !== label(stop)) window.reached.push(label(stop));
      queueMicrotask(() => {
        const at = document.activeElement;
        const marks = [at, at.nextElementSibling, at.parentElement].filter(Boolean).map(el => getComputedStyle(el));
        if (!marks.some(style => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1)) window.unmarked.push(label(at));
      });
    });
  },
  reached: () => ({ reached: window.reached, unmarked: window.unmarked }),
};
return tasks[task]();
