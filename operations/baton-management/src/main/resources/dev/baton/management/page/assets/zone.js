// Whose time is shown: the reader's or UTC.
import { choose, chosenFor } from './kept.js';

export function isUtc() {
  return chosenFor('zone') === 'utc';
}

/** An instant as a browser's field for times wants it; empty for none. */
export function inField(instant) {
  const at = new Date(instant ?? '');
  if (!instant || Number.isNaN(at.getTime())) return '';
  const offset = isUtc() ? 0 : at.getTimezoneOffset();
  return new Date(at.getTime() - offset * 60_000).toISOString().slice(0, 19);
}

/** The instant that such a field says; empty for none. */
export function ofField(value) {
  const at = new Date(value && isUtc() ? `${value}Z` : value);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
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
