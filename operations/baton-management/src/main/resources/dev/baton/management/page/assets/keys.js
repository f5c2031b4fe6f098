// The keyboard: / focuses the search, j and k move along the rows of a table, x selects a row, g
// and a letter open a view, ? shows the keys.
import { ask } from './dialog.js';
import { facts } from './parts.js';
import { go, to } from './router.js';

const VIEWS = { o: [], t: ['tasks'], e: ['errors'], y: ['types'], s: ['schedules'], n: ['nodes'], l: ['limits'], a: ['audit'] };

const KEYS = [
  ['/', 'Search'],
  ['j, k', 'Next or previous row'],
  ['x', 'Select the row'],
  ['g, then o t e y s n l a', 'Open the overview, tasks, errors, types, schedules, nodes, limits, audit'],
  ['?', 'Show the keys'],
];

export function keyboard(search, main) {
  let wentAt = 0;
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape' && event.target === search) main.focus();
    if (event.target.closest?.('input, textarea, select')) {
      if (event.target.type !== 'checkbox') return;
    }
    if (event.key === '/') {
      event.preventDefault();
      search.focus();
      search.select();
    } else if (event.key === '?') {
      event.preventDefault();
      ask({ title: 'Keys', lines: [facts(KEYS)], confirm: 'Close', submit: () => true });
    } else if (event.key === 'g') {
      wentAt = event.timeStamp;
    } else if (wentAt && event.timeStamp - wentAt < 1_500 && VIEWS[event.key]) {
      wentAt = 0;
      go(to(VIEWS[event.key]));
    } else if (event.key === 'j' || event.key === 'k') {
      walk(main, event.key === 'j' ? 1 : -1);
    } else if (event.key === 'x') {
      event.target.closest?.('tr')?.querySelector('input[type=checkbox]')?.click();
    }
  });
}

/** Moves the focus to the link of the next or previous row. */
function walk(main, by) {
  const links = [...main.querySelectorAll('tbody tr')].map((row) => row.querySelector('a, button, input')).filter(Boolean);
  const at = links.findIndex((link) => link.closest('tr').contains(document.activeElement));
  links[at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
}
