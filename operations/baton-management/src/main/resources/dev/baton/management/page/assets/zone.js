// The time zone of shown times: the reader's or UTC.
import { choose, chosenFor } from './kept.js';

export function isUtc() {
  return chosenFor('zone') === 'utc';
}

/** Converts an instant to the value of a browser's time field; empty for none. */
export function inField(instant) {
  const at = new Date(instant ?? '');
  if (!instant || Number.isNaN(at.getTime())) return '';
  const offset = isUtc() ? 0 : at.getTimezoneOffset();
  return new Date(at.getTime() - offset * 60_000).toISOString().slice(0, 19);
}

/** Converts the value of such a field to an instant; empty for none. */
export function ofField(value) {
  const at = new Date(value && isUtc() ? `${value}Z` : value);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}

/** A button that switches the time zone; `changed` draws everything again. */
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
