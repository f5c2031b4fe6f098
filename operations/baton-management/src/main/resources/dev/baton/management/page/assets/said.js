// Shows short messages: visible for some seconds, and announced by screen readers at once.
import { h } from './dom.js';

const SHOWN_MILLIS = 6_000;

/** Announces a message only to screen readers, if it is already visible. */
export function tell(words) {
  document.getElementById('said').textContent = words;
}

export function say(words) {
  tell(words);
  const toast = h('p', { class: 'toast' }, words);
  document.getElementById('toasts').append(toast);
  setTimeout(() => toast.remove(), SHOWN_MILLIS);
}
