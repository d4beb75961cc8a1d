// The page with no framework and no server: what the browser itself needs. As fast as we know to write it.
(() => {
  'use strict';
  const words = [
    'pretty large big small tall short long handsome plain quaint clean elegant easy angry crazy helpful mushy odd unsightly adorable important inexpensive cheap expensive fancy',
    'red yellow blue green pink brown purple brown white black orange',
    'table chair house bbq desk car pony cookie sandwich burger pizza mouse keyboard',
  ].map(list => list.split(' '));
  const pick = list => list[Math.floor(Math.random() * list.length)];
  const body = document.getElementById('tbody'), blank = document.createElement('template');
  blank.innerHTML = '<tr><td class="col-md-1"> </td><td class="col-md-4"><a class="lbl"> </a></td><td class="col-md-1"><a class="remove">'
    + '<span class="remove glyphicon glyphicon-remove" aria-hidden="true"></span></a></td><td class="col-md-6"></td></tr>';
  const pattern = blank.content.firstChild;
  let last = 0, selected;

  const append = count => {
    const rows = document.createDocumentFragment();
    for (let i = 0; i < count; i++) {
      const row = pattern.cloneNode(true), number = row.firstChild;
      number.firstChild.data = ++last;
      number.nextSibling.firstChild.firstChild.data = words.map(pick).join(' ');
      rows.append(row);
    }
    body.append(rows);
  };
  const clear = () => {
    body.textContent = '';
    selected = undefined;
  };
  const acts = {
    run() { clear(); append(1000); },
    runlots() { clear(); append(10000); },
    add() { append(1000); },
    update() { for (let row = body.children, i = 0; i < row.length; i += 10) row[i].children[1].firstChild.firstChild.data += ' !!!'; },
    clear,
    swaprows() {
      const { 1: low, 2: next, 998: high } = body.children;
      if (!high) return;
      const after = high.nextSibling;
      body.insertBefore(high, next);
      body.insertBefore(low, after);
    },
  };
  document.addEventListener('click', ({ target }) => {
    const row = target.closest('tr');
    if (target.closest('.remove')) row?.remove();
    else if (target.closest('.lbl')) {
      if (selected) selected.className = '';
      selected = row;
      row.className = 'danger';
    } else acts[target.id]?.();
  });
})();
