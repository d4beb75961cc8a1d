// Finds what a user would find: by role and name, seen and not under a dialog. Arguments: what to do, and with what.
const [task, ...given] = arguments;

const selectors = {
  alert: '[role=alert]', alertdialog: '[role=alertdialog]', dialog: '[role=dialog]', button: 'button', checkbox: 'input[type=checkbox]',
  date: 'input[type=date]', heading: 'h1,h2,h3', combobox: 'select', menu: '[role=menu]', menuitem: '[role=menuitem]',
  slider: '[type=range]', spinbutton: '[type=number]', tab: '[role=tab]', tabpanel: '[role=tabpanel]', progressbar: 'progress',
  table: 'table', link: 'a[href]', list: 'ul', listitem: 'li', radio: 'input[type=radio]',
  searchbox: 'input[type=search]', status: '[role=status]', textbox: 'input[type=text],input[type=password],textarea',
};
const nameOf = el =>
  (el.getAttribute('aria-label') ?? el.labels?.[0]?.textContent ?? el.textContent).replace(/\s+/g, ' ').trim();
const isThere = el => el.checkVisibility({ visibilityProperty: true }) && !el.closest('[inert]');
const find = (role, name, within) =>
  [...(within ?? document).querySelectorAll(selectors[role])].filter(el => isThere(el) && (name === null || nameOf(el) === name));

const tasks = {
  find,
  rows: () => [...document.querySelectorAll('ul[aria-label=Todos] > li')].map(row => {
    const box = row.querySelector('input[type=checkbox]');
    const texts = [...row.querySelectorAll('span')].filter(el => el.checkVisibility()).map(el => el.textContent);
    return { title: box.getAttribute('aria-label'), done: box.checked, texts };
  }),
  focus: () => {
    const el = document.activeElement;
    return el === document.body ? null : nameOf(el);
  },
};
return tasks[task](...given);
