// Whose time is shown: the reader's or UTC.
import { choose, chosenFor } from './kept.js';

export function isUtc() {
  return chosenFor('zone') === 'utc';
}

/** Lets it be chosen by a button; `changed` shows all again. */
export function zones(button, changed) {
  const show = () => {
    const name = isUtc() ? 'UTC' : 'local';
    button.textContent = `Times: ${name}`;
    button.setAttribute('aria-label', `Times: ${name}. Change it`);
  };
  button.addEventListener('click', () => {
    choose('zone', isUtc() ? 'local' : 'utc');
    show();
    changed();
  });
  show();
}
